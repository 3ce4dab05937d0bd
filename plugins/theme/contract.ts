import { z } from 'zod';
import { defineEndpoints, defineRefusals, MAX_PICTURE_BYTES, PICTURE_REFUSALS, productCard, timestamp } from '#plugin';
import { HEX } from './model/colour.ts';
import { FONT_NAMES } from './model/fonts.ts';
import { COLOURS } from './model/palette.ts';
import { CORNERS } from './model/theme.ts';

export const refusals = defineRefusals('theme', {
  changed: { status: 409, message: 'Somebody else has changed the theme in the meantime. Review it before you save.' },
  draft_waiting: { status: 409, message: 'Publish or discard your draft first.' },
  contrast: { status: 422, message: 'Some colours are too hard to read. Please change the marked ones.' },
  picture_unknown: { status: 422, message: 'One of the pictures is no longer there. Please upload it again.' },
});

const colour = z.string().trim().toLowerCase().regex(HEX, 'Please enter a colour such as #1f4d3a.').nullable();
const palette = z.object(
  Object.fromEntries(COLOURS.map((name) => [name, colour])) as Record<(typeof COLOURS)[number], typeof colour>,
);

const picture = z.object({
  src: z.string().regex(/^\/media\/uploads\/up-[0-9a-f]{32}$/),
  width: z.int().min(1),
  height: z.int().min(1),
});

const theme = z.object({
  light: palette,
  dark: palette,
  text_font: z.enum(FONT_NAMES).nullable(),
  heading_font: z.enum(FONT_NAMES).nullable(),
  corners: z.enum(CORNERS).nullable(),
  logo: z.object({ light: picture.nullable(), dark: picture.nullable() }),
  icon: z
    .string()
    .regex(/^\/theme\/icon-[0-9a-f]{16}\.png$/)
    .nullable(),
});

const adminTheme = z.object({
  revision: z.int(),
  /** Null: nothing is waiting to be published. */
  draft: theme.nullable(),
  /** Null: the shop's own look. */
  published: theme.nullable(),
  published_at: timestamp.nullable(),
});
export type AdminTheme = z.output<typeof adminTheme>;

const onRevision = z.object({ revision: z.int().min(0) });

export const themeContract = defineEndpoints({
  'GET /admin/theme': {
    access: 'admin',
    summary: 'The draft of the theme and the published theme',
    data: adminTheme,
  },
  'GET /admin/theme/products': {
    access: 'admin',
    summary: 'A few products, for the preview',
    data: z.array(productCard),
  },
  'PUT /admin/theme/draft': {
    access: 'admin',
    summary: 'Saves a theme as a draft',
    body: onRevision.extend({ theme }),
    data: adminTheme,
    refusals: [refusals.changed, refusals.picture_unknown],
  },
  'POST /admin/theme/publish': {
    access: 'admin',
    summary: 'Publishes the draft, if its colours have enough contrast',
    body: onRevision,
    data: adminTheme,
    refusals: [refusals.changed, refusals.contrast, refusals.picture_unknown],
  },
  'POST /admin/theme/discard': {
    access: 'admin',
    summary: 'Discards the draft',
    body: onRevision,
    data: adminTheme,
    refusals: [refusals.changed],
  },
  'POST /admin/theme/withdraw': {
    access: 'admin',
    summary: 'Returns to the default theme; the published theme becomes the draft',
    body: onRevision,
    data: adminTheme,
    refusals: [refusals.changed, refusals.draft_waiting],
  },
  'POST /admin/theme/logos': {
    access: 'admin',
    summary: 'Uploads a logo; it keeps its proportions',
    file: { maxBytes: MAX_PICTURE_BYTES },
    data: picture,
    status: 201,
    refusals: PICTURE_REFUSALS,
  },
  'POST /admin/theme/icons': {
    access: 'admin',
    summary: 'Uploads an icon, for tabs and home screens; it becomes a square',
    file: { maxBytes: MAX_PICTURE_BYTES },
    data: z.object({ src: z.string() }),
    status: 201,
    refusals: PICTURE_REFUSALS,
  },
});
