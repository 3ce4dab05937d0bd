import { z } from 'zod';
import { defineEndpoints, id, idParam, multiLine, noData, page, paged, perPage, singleLine, timestamp } from '#plugin';
import { blogEndpoints } from './blog-contract.ts';
import { entryFields, entryStatus, refusals } from './contract-fields.ts';
import { ANNOUNCEMENT_LIMITS, FOOTER_LIMITS, HEADER_LIMITS } from './limits.ts';
import { linkAddress, richText } from './model/rich-text-schema.ts';

const MAX_PICTURE_BYTES = 10 * 1024 * 1024;

export { refusals };

const isForward = ({
  publish_from: from,
  publish_until: until,
}: {
  publish_from: string | null;
  publish_until: string | null;
}) => from === null || until === null || from < until;
const BACKWARD = { path: ['publish_until'], message: 'The end must be after the start.' };

const pageFields = z.object({ ...entryFields, publish_until: timestamp.nullable().default(null) });

const adminPage = z.object({
  id,
  revision: z.int(),
  title: z.string(),
  slug: z.string(),
  body: richText,
  seo_title: z.string(),
  seo_description: z.string(),
  is_published: z.boolean(),
  publish_from: timestamp.nullable(),
  publish_until: timestamp.nullable(),
  status: entryStatus,
  updated_at: timestamp,
});
export type AdminPage = z.output<typeof adminPage>;

const listedPage = adminPage.pick({ id: true, title: true, slug: true, status: true, updated_at: true });
export type ListedPage = z.output<typeof listedPage>;

const publicPage = z.object({
  slug: z.string(),
  title: z.string(),
  body: richText,
  /** For search engines; never empty. */
  seo_title: z.string(),
  seo_description: z.string(),
  updated_at: timestamp,
});
export type PublicPage = z.output<typeof publicPage>;

/** `%00`: PostgreSQL cannot store the decoded character. */
const path = singleLine(1, 500).regex(/^\/(?![/\\])(?!.*%00)[^\s\\?#]*$/, 'Please enter a path such as /sale.');
const target = singleLine(1, 500).regex(/^\/(?![/\\])(?!.*%00)[^\s\\]*$/, 'Please enter a path such as /products.');
export const redirectFields = z.object({
  from_path: path,
  to_path: target,
  status: z.union([z.literal(301), z.literal(302)]).default(301),
});

const adminRedirect = z.object({
  id,
  revision: z.int(),
  from_path: z.string(),
  to_path: z.string(),
  status: z.int(),
  is_automatic: z.boolean(),
  updated_at: timestamp,
});
export type AdminRedirect = z.output<typeof adminRedirect>;

const MAX_REDIRECTS_BYTES = 2 * 1024 * 1024;

const importedRedirects = z.object({
  created: z.int(),
  /** Redirects from the same address, which now lead elsewhere. */
  updated: z.int(),
  unchanged: z.int(),
  /** Rows that cannot be imported. */
  failed: z.int(),
  /** The first 100 of them. */
  problems: z.array(z.object({ line: z.int(), from: z.string(), reason: z.string() })),
});
export type ImportedRedirects = z.output<typeof importedRedirects>;

/** Keeps the page quick to load and to read. */
const MAX_SECTIONS = 30;
const MAX_PREVIEWED = 6_000;

const schedule = z
  .object({ from: timestamp.nullable(), until: timestamp.nullable() })
  .refine(({ from, until }) => from === null || until === null || from < until, 'The end must be after the start.');

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

const homeRevision = z.object({ revision: z.int().min(0) });

/** JSON in a query; what is no JSON fails the section's own check. */
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

const revision = z.int().min(1);
const byId = z.object({ id: idParam });
const search = singleLine(0, 200).optional();

export const contentContract = defineEndpoints({
  ...blogEndpoints,
  'GET /content/pages/{slug}': {
    access: 'public',
    shared: true,
    summary: 'A published page',
    params: z.object({ slug: z.string().max(100) }),
    data: publicPage,
    refusals: [refusals.page_not_found],
  },
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
          'Two sections have one id.',
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
    refusals: [refusals.changed, refusals.picture_unknown],
  },
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
  'GET /admin/content/pages': {
    access: 'admin',
    summary: 'Pages in the back office, most recently changed first',
    query: z.object({ page, per_page: perPage, search, status: entryStatus.optional() }),
    data: paged(listedPage),
  },
  'GET /admin/content/pages/{id}': {
    access: 'admin',
    summary: 'One page with its text',
    params: byId,
    data: adminPage,
    refusals: [refusals.page_not_found],
  },
  'POST /admin/content/pages': {
    access: 'admin',
    summary: 'Creates a page',
    body: pageFields.refine(isForward, BACKWARD),
    data: adminPage,
    status: 201,
    refusals: [refusals.slug_taken, refusals.picture_unknown],
  },
  'PUT /admin/content/pages/{id}': {
    access: 'admin',
    summary: 'Changes a page; a new address redirects from the former one',
    params: byId,
    body: pageFields.extend({ revision }).refine(isForward, BACKWARD),
    data: adminPage,
    refusals: [refusals.page_not_found, refusals.changed, refusals.slug_taken, refusals.picture_unknown],
  },
  'DELETE /admin/content/pages/{id}': {
    access: 'admin',
    summary: 'Deletes a page',
    params: byId,
    data: noData,
    refusals: [refusals.page_not_found],
  },
  'POST /admin/content/pictures': {
    access: 'admin',
    summary: 'Uploads a picture; it keeps its proportions',
    file: { maxBytes: MAX_PICTURE_BYTES },
    data: z.object({ src: z.string(), width: z.int(), height: z.int() }),
    status: 201,
    refusals: [
      'upload.not_multipart',
      'upload.too_large',
      'upload.not_a_picture',
      'upload.unreadable',
      'picture.too_many_pixels',
    ],
  },
  'GET /admin/content/redirects': {
    access: 'admin',
    summary: 'Redirects, most recently changed first',
    query: z.object({ page, per_page: perPage, search }),
    data: paged(adminRedirect),
  },
  'POST /admin/content/redirects': {
    access: 'admin',
    summary: 'Creates a redirect from an address without a page',
    body: redirectFields,
    data: adminRedirect,
    status: 201,
    refusals: [refusals.redirect_taken, refusals.redirect_unneeded, refusals.redirect_loop],
  },
  'POST /admin/content/redirects/import': {
    access: 'admin',
    summary: 'Creates redirects from a CSV file with the former and the new address in its first two columns',
    file: { maxBytes: MAX_REDIRECTS_BYTES },
    data: importedRedirects,
    refusals: ['upload.not_multipart', 'upload.too_large', refusals.redirects_unreadable],
  },
  'PUT /admin/content/redirects/{id}': {
    access: 'admin',
    summary: 'Changes a redirect',
    params: byId,
    body: redirectFields.extend({ revision }),
    data: adminRedirect,
    refusals: [
      refusals.redirect_not_found,
      refusals.changed,
      refusals.redirect_taken,
      refusals.redirect_unneeded,
      refusals.redirect_loop,
    ],
  },
  'DELETE /admin/content/redirects/{id}': {
    access: 'admin',
    summary: 'Deletes a redirect',
    params: byId,
    data: noData,
    refusals: [refusals.redirect_not_found],
  },
});

export type PageFields = z.output<typeof pageFields>;
export type RedirectFields = z.output<typeof redirectFields>;
