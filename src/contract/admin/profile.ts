import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';

export const adminProfileEndpoints = defineEndpoints({
  'GET /admin/profile/statistics': {
    access: 'admin',
    summary: 'Activity of the signed-in admin, from the audit log',
    data: z.object({
      /** Distinct orders whose status, payment or money they changed. */
      ordersManaged: z.int(),
      /** Distinct accounts of others that they changed. */
      usersSupervised: z.int(),
      productsAdded: z.int(),
      /** Their active sessions. */
      loginSessions: z.int(),
    }),
  },
});
