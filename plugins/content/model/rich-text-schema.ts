import { z } from 'zod';
import { MAX_ALT } from '../limits.ts';
import { type Block, type Inline, isSafeAddress, type List, type ListItem, type RichText } from './rich-text.ts';

const MAX_BLOCKS = 500;
const MAX_INLINE = 1_000;
const MAX_ITEMS = 300;
/** Lists within lists. */
const MAX_DEPTH = 4;
/** Characters of all text together: about 30 printed pages. */
export const MAX_TEXT = 100_000;
const MAX_EDGE = 20_000;

/** Control characters and lone surrogates, which JSON columns cannot store. Pasted text contains them. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;

/** Of an uploaded picture, or of one that came with the shop, which the demo's posts show. */
export const pictureAddress = z
  .string()
  .regex(/^\/media\/(?:uploads\/)?[\w-]{1,80}$/, 'Please upload the picture again.');
const edge = z.int().min(1).max(MAX_EDGE);

/** An uploaded picture with its description for people who do not see it. */
export const picture = z.object({
  src: pictureAddress,
  alt: z.string().trim().max(MAX_ALT).default(''),
  width: edge,
  height: edge,
});
export type ContentPicture = z.output<typeof picture>;

export const linkAddress = z
  .string()
  .trim()
  .min(1, 'This field is required.')
  .max(2_000)
  .refine(isSafeAddress, 'Please enter a path such as /products, or an address that starts with https://.');

const mark = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bold') }),
  z.object({ type: z.literal('italic') }),
  z.object({ type: z.literal('link'), attrs: z.object({ href: linkAddress }) }),
]);

const inline: z.ZodType<Inline> = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    text: z
      .string()
      .max(MAX_TEXT)
      .overwrite((text) => text.replace(UNSTORABLE, '')),
    marks: z.array(mark).max(3).optional(),
  }),
  z.object({ type: z.literal('hardBreak') }),
]);

const inlineContent = z
  .array(inline)
  .max(MAX_INLINE)
  .transform((nodes) => nodes.filter((node) => node.type !== 'text' || node.text !== ''))
  .optional();

const paragraph = z.object({ type: z.literal('paragraph'), content: inlineContent });

/** A finite schema: a deeper list is refused instead of followed. */
function listAt(depth: number): z.ZodType<List> {
  const item: z.ZodType<ListItem> = z.object({
    type: z.literal('listItem'),
    content: z
      .array(depth < MAX_DEPTH ? z.union([paragraph, listAt(depth + 1)]) : paragraph)
      .min(1)
      .max(MAX_ITEMS),
  });
  const content = z.array(item).min(1).max(MAX_ITEMS);
  return z.union([
    z.object({ type: z.literal('bulletList'), content }),
    z.object({
      type: z.literal('orderedList'),
      attrs: z.object({ start: z.int().min(0).max(99_999) }).optional(),
      content,
    }),
  ]);
}
const list = listAt(1);

const block: z.ZodType<Block> = z.union([
  paragraph,
  z.object({
    type: z.literal('heading'),
    attrs: z.object({ level: z.union([z.literal(2), z.literal(3)]) }),
    content: inlineContent,
  }),
  list,
  z.object({
    type: z.literal('blockquote'),
    content: z
      .array(z.union([paragraph, list]))
      .min(1)
      .max(MAX_ITEMS),
  }),
  z.object({ type: z.literal('image'), attrs: picture }),
]);

/** Rich text from outside: unknown nodes are refused, unknown attributes are dropped. */
export const richText: z.ZodType<RichText> = z
  .object({ type: z.literal('doc'), content: z.array(block).min(1).max(MAX_BLOCKS) })
  .refine((text) => JSON.stringify(text).length <= MAX_TEXT * 3, 'This text is too long.')
  .meta({ id: 'RichText' });
