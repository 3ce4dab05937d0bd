import { z } from 'zod';
import { defineEndpoints, id, singleLine, timestamp } from '#plugin';
import { refusals, schedule } from './contract-fields.ts';

/** Keeps the page quick to load and to read. */
const MAX_SECTIONS = 30;
const MAX_PREVIEWED = 6_000;

const homeSection = z.object({
  /** Chosen by the editor; unique on the page. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  /** `<plugin>.<name>` of a section that a plug-in offers, which checks the settings. */
  type: z.string().max(100),
  settings: z.unknown(),
  schedule,
});
export type HomeSection = z.output<typeof homeSection>;

const homeContent = z.object({
  /** The picture that the page opens with, which is blurred while it loads. */
  opens_with: z.string().nullable(),
  sections: z.array(z.object({ id: z.string(), type: z.string(), settings: z.unknown(), data: z.unknown() })),
});
export type HomeContent = z.output<typeof homeContent>;

const adminHome = z.object({
  revision: z.int(),
  /** Null: nothing is waiting to be published. */
  draft: z.array(homeSection).nullable(),
  /** Null: the shop's own home page is shown. */
  published: z.array(homeSection).nullable(),
  saved_at: timestamp.nullable(),
  published_at: timestamp.nullable(),
});
export type AdminHome = z.output<typeof adminHome>;

const sectionType = z.object({
  type: z.string(),
  label: z.string(),
  hint: z.string(),
  defaults: z.record(z.string(), z.unknown()),
});
export type OfferedSection = z.output<typeof sectionType>;

const homeRevision = z.object({ revision: z.int().min(0) });

/** JSON in a query. Invalid JSON fails the validation of the section. */
const settingsJson = z
  .string()
  .max(MAX_PREVIEWED)
  .transform((text): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  });

export const homeEndpoints = defineEndpoints({
  'GET /content/home': {
    access: 'public',
    shared: true,
    summary: 'The composed home page; null while the shop shows its own',
    data: homeContent.nullable(),
  },
  'GET /admin/content/home': {
    access: 'admin',
    summary: 'The composition of the home page, and the sections that can be added',
    data: adminHome.extend({ types: z.array(sectionType) }),
  },
  'GET /admin/content/home/section': {
    access: 'admin',
    summary: 'What a section shows with these settings, for the preview',
    query: z.object({ type: z.string().max(100), settings: settingsJson }),
    data: z.object({ data: z.unknown() }),
  },
  'GET /admin/content/choices': {
    access: 'admin',
    summary: 'Products or categories to choose from, by name or by their ids',
    query: z.object({
      kind: z.enum(['products', 'categories']),
      search: singleLine(0, 100).default(''),
      /** Separated by commas. Empty: by name. */
      ids: z
        .string()
        .regex(/^(\d{1,9}(,\d{1,9}){0,29})?$/)
        .default(''),
    }),
    data: z.array(z.object({ id, name: z.string() })).max(MAX_SECTIONS),
  },
  'PUT /admin/content/home/draft': {
    access: 'admin',
    summary: 'Saves the composition as a draft',
    body: homeRevision.extend({
      sections: z
        .array(homeSection)
        .max(MAX_SECTIONS)
        .refine(
          (sections) => new Set(sections.map(({ id }) => id)).size === sections.length,
          'Two sections have the same id.',
        ),
    }),
    data: adminHome,
    refusals: [refusals.changed, refusals.picture_unknown],
  },
  'POST /admin/content/home/publish': {
    access: 'admin',
    summary: 'Publishes the draft of the home page',
    body: homeRevision,
    data: adminHome,
    refusals: [refusals.changed, refusals.picture_unknown],
  },
  'POST /admin/content/home/discard': {
    access: 'admin',
    summary: 'Discards the draft of the home page',
    body: homeRevision,
    data: adminHome,
    refusals: [refusals.changed, refusals.picture_unknown],
  },
  'POST /admin/content/home/withdraw': {
    access: 'admin',
    summary: 'Shows the shop’s own home page again and keeps the composition as a draft',
    body: homeRevision,
    data: adminHome,
    refusals: [refusals.changed, refusals.draft_waiting, refusals.picture_unknown],
  },
});
