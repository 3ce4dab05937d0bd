import { z } from 'zod';
import { defineEndpoints, multiLine, singleLine } from '#plugin';
import { refusals, schedule } from './contract-fields.ts';
import { ANNOUNCEMENT_LIMITS, FOOTER_LIMITS, HEADER_LIMITS } from './limits.ts';
import { linkAddress } from './model/rich-text-schema.ts';

const frameFields = z.object({
  /** The first current one is shown. */
  announcements: z
    .array(
      z
        .object({
          id: z.string().regex(/^[\w-]{1,40}$/),
          text: singleLine(1, ANNOUNCEMENT_LIMITS.text),
          link_label: singleLine(0, ANNOUNCEMENT_LIMITS.link).default(''),
          link_to: z.union([z.literal(''), linkAddress]).default(''),
          schedule,
        })
        .refine(({ link_label, link_to }) => (link_label === '') === (link_to === ''), {
          path: ['link_to'],
          message: 'A link needs a label and an address.',
        }),
    )
    .max(ANNOUNCEMENT_LIMITS.announcements),
  /** Links of the header; null: the shop's own. */
  header_menu: z
    .array(z.object({ label: singleLine(1, HEADER_LIMITS.label), to: linkAddress }))
    .min(1)
    .max(HEADER_LIMITS.links)
    .nullable()
    .default(null),
  /** Null: the shop's own columns of links. */
  footer_menus: z
    .array(
      z.object({
        title: singleLine(1, FOOTER_LIMITS.title),
        links: z
          .array(z.object({ label: singleLine(1, FOOTER_LIMITS.label), to: linkAddress }))
          .max(FOOTER_LIMITS.links),
      }),
    )
    .max(FOOTER_LIMITS.menus)
    .refine(
      (menus) => new Set(menus.map(({ title }) => title)).size === menus.length,
      'Two columns have the same heading.',
    )
    .nullable(),
  /** Empty: the shop's description. */
  footer_text: multiLine(0, FOOTER_LIMITS.text),
  /** Default: the support hours. */
  footer_note: singleLine(0, FOOTER_LIMITS.note),
});
export type FrameFields = z.output<typeof frameFields>;
export type Announcement = FrameFields['announcements'][number];

const adminFrame = frameFields.extend({ revision: z.int() });
export type AdminFrame = z.output<typeof adminFrame>;

export const frameEndpoints = defineEndpoints({
  'GET /admin/content/frame': {
    access: 'admin',
    summary: 'Announcements, and links and texts of the footer',
    data: adminFrame,
  },
  'PUT /admin/content/frame': {
    access: 'admin',
    summary: 'Changes announcements, and links and texts of the footer',
    body: adminFrame.extend({ revision: z.int().min(0) }),
    data: adminFrame,
    refusals: [refusals.changed],
  },
});
