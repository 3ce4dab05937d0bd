import { z } from 'zod';
import { MAX_PICTURE_BYTES } from '#domain/catalogue/picture-limits.ts';
import { defineEndpoints } from '../endpoint.ts';
import { PICTURE_REFUSALS } from '../refusals.ts';

export const uploadEndpoints = defineEndpoints({
  'POST /admin/uploads': {
    access: 'admin',
    status: 201,
    summary:
      'Uploads one picture (JPEG, PNG, WebP, GIF or AVIF, detected by content) and stores it as WebP in three widths',
    file: { maxBytes: MAX_PICTURE_BYTES },
    data: z.object({
      picture: z.object({
        /** Base path for `images`; append `-320.webp`, `-640.webp` or `-1280.webp` for one width. */
        url: z.string(),
        /** Pixels of the upload, after applying its orientation. */
        width: z.int(),
        height: z.int(),
      }),
    }),
    refusals: PICTURE_REFUSALS,
  },
});
