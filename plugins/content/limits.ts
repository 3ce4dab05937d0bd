/** Limits for the contract and the forms: longest texts in characters, and largest numbers. */

/** Limits of pages and posts. Search engines cut longer titles and descriptions. */
export const ENTRY_LIMITS = {
  title: 200,
  slug: 100,
  seoTitle: 120,
  seoDescription: 320,
  summary: 300,
  author: 80,
  tag: 40,
  tags: 10,
} as const;

export const ANNOUNCEMENT_LIMITS = { announcements: 20, text: 200, link: 40 } as const;

/** The header has as many links as fit beside the search. */
export const HEADER_LIMITS = { links: 4, label: 18 } as const;

export const FOOTER_LIMITS = { menus: 4, title: 40, links: 12, label: 60, text: 300, note: 160 } as const;

/** The description of a picture. */
export const MAX_ALT = 300;

/** Limits of the sections of the home page. */
export const SECTION_LIMITS = {
  button: 40,
  /** Headings of rows, such as products or categories. */
  rowTitle: 80,
  /** Headings of sections with a text. */
  title: 120,
  kicker: 60,
  text: 400,
  author: 80,
  newsletterText: 200,
  products: { min: 2, max: 12 },
  categories: 12,
  posts: { min: 1, max: 6 },
} as const;
