import { z } from 'zod';
import { defineEndpoints, defineRefusals, singleLine } from '#plugin';

export const sizeGuideRefusals = defineRefusals('size-guides', {
  not_found: { status: 404, message: 'There is no size guide for this category.' },
});

const guide = z.object({
  /** Names of the categories it is for. */
  categories: z.array(z.string()),
  /** Numbers of a measured column are centimetres. */
  columns: z.array(z.object({ name: z.string(), isMeasured: z.boolean() })),
  rows: z.array(z.array(z.string())),
  note: z.string(),
});

export const sizeGuideContract = defineEndpoints({
  'GET /size-guides/{category}': {
    access: 'public',
    shared: true,
    summary: 'The size guides of a category, by its name',
    params: z.object({ category: singleLine(1, 120) }),
    data: z.object({ guides: z.array(guide) }),
    refusals: [sizeGuideRefusals.not_found],
  },
});
