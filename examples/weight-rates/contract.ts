import { z } from 'zod';
import { defineEndpoints } from '#plugin';

export const contract = defineEndpoints({
  'GET /admin/weight-rates/unweighed': {
    access: 'admin',
    summary: 'Products without a weight',
    data: z.array(z.object({ id: z.int(), name: z.string() })),
  },
});
