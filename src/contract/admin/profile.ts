import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';

export const adminProfileEndpoints = defineEndpoints({
  'GET /admin/profile/statistics': {
    access: 'admin',
    summary: 'Activity of the signed-in admin, from the audit log',
    data: z.object({
      /** Different orders whose status, payment or money they changed. */
      ordersManaged: z.int(),
      /** Different accounts of others that they changed. */
      usersSupervised: z.int(),
      productsAdded: z.int(),
      /** Devices where they are signed in. */
      loginSessions: z.int(),
    }),
  },
});
