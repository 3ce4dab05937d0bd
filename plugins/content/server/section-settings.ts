import { z } from 'zod';
import { id, multiLine, singleLine } from '#plugin';
import { SECTION_LIMITS } from '../limits.ts';
import { linkAddress, picture, richText } from '../model/rich-text-schema.ts';

/** An empty address: no button. */
const target = z.union([z.literal(''), linkAddress]);
const button = { button_label: singleLine(0, SECTION_LIMITS.button).default(''), button_to: target.default('') };
const hasBoth = ({ button_label, button_to }: { button_label: string; button_to: string }) =>
  (button_label === '') === (button_to === '');
const BOTH = { path: ['button_to'], message: 'A button needs a label and an address.' };

export const hero = z
  .object({
    kicker: singleLine(0, SECTION_LIMITS.kicker).default(''),
    title: singleLine(1, SECTION_LIMITS.title),
    text: multiLine(0, SECTION_LIMITS.text).default(''),
    picture: picture.nullable(),
    ...button,
  })
  .refine(hasBoth, BOTH);

export const products = z.object({
  title: singleLine(0, SECTION_LIMITS.rowTitle).default(''),
  source: z.enum(['newest', 'popular', 'rated', 'sale', 'chosen']),
  /** Null: of all categories. */
  category: id.nullable().default(null),
  /** For `chosen`: in this order. */
  chosen: z.array(id).max(SECTION_LIMITS.products.max).default([]),
  count: z.int().min(SECTION_LIMITS.products.min).max(SECTION_LIMITS.products.max),
});

export const categories = z.object({
  title: singleLine(0, SECTION_LIMITS.rowTitle).default(''),
  /** Empty: the first ones of the shop. */
  chosen: z.array(id).max(SECTION_LIMITS.categories).default([]),
});

export const pictureAndText = z
  .object({
    title: singleLine(0, SECTION_LIMITS.title).default(''),
    text: richText,
    picture,
    side: z.enum(['left', 'right']),
    ...button,
  })
  .refine(hasBoth, BOTH);

export const quote = z.object({
  text: multiLine(1, SECTION_LIMITS.text),
  author: singleLine(0, SECTION_LIMITS.author).default(''),
});

export const product = z.object({ product: id, text: multiLine(0, SECTION_LIMITS.text).default('') });

export const newsletter = z.object({
  title: singleLine(1, SECTION_LIMITS.rowTitle),
  text: singleLine(0, SECTION_LIMITS.newsletterText).default(''),
});

export const plainText = z.object({ text: richText });

export const posts = z.object({
  title: singleLine(0, SECTION_LIMITS.rowTitle).default(''),
  count: z.int().min(SECTION_LIMITS.posts.min).max(SECTION_LIMITS.posts.max),
});

export type HeroSettings = z.output<typeof hero>;
export type ProductsSettings = z.output<typeof products>;
export type CategoriesSettings = z.output<typeof categories>;
export type PictureAndTextSettings = z.output<typeof pictureAndText>;
export type QuoteSettings = z.output<typeof quote>;
export type ProductSettings = z.output<typeof product>;
export type NewsletterSettings = z.output<typeof newsletter>;
export type PostsSettings = z.output<typeof posts>;
export type PlainTextSettings = z.output<typeof plainText>;
