import { z } from 'zod';
import { defineEndpoints, MAX_PICTURE_BYTES, PICTURE_REFUSALS } from '#plugin';
import { blogEndpoints } from './blog-contract.ts';
import { frameEndpoints } from './frame-contract.ts';
import { homeEndpoints } from './home-contract.ts';
import { pageEndpoints } from './page-contract.ts';
import { redirectEndpoints } from './redirect-contract.ts';

export const contentContract = defineEndpoints({
  ...blogEndpoints,
  ...pageEndpoints,
  ...homeEndpoints,
  ...frameEndpoints,
  'POST /admin/content/pictures': {
    access: 'admin',
    summary: 'Uploads a picture; it keeps its proportions',
    file: { maxBytes: MAX_PICTURE_BYTES },
    data: z.object({ src: z.string(), width: z.int(), height: z.int() }),
    status: 201,
    refusals: PICTURE_REFUSALS,
  },
  ...redirectEndpoints,
});
