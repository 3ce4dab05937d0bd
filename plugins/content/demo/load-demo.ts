import { sql } from 'kysely';
import type { DemoShop } from '#plugin';
import {
  beginningOf,
  type Inline,
  type ListItem,
  type Paragraph,
  plainText,
  type RichText,
} from '../model/rich-text.ts';
import { DESCRIPTION_LENGTH } from '../server/page.view.ts';
import type { Tables } from '../tables.ts';
import { type DemoBlock, POSTS } from './posts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Pixels of a product's first picture. */
const EDGE = 1024;

/** A few posts for the demo shop's blog, with the products that they are about. */
export async function loadDemo({ tx, today }: DemoShop<Record<never, never>, Tables>): Promise<void> {
  const products = await tx
    .selectFrom('product')
    .select(['slug', sql<string | null>`images -> 0 ->> 'url'`.as('picture')])
    .where(
      'slug',
      'in',
      POSTS.map(({ pictured }) => pictured),
    )
    .execute();
  const pictures = new Map(products.map(({ slug, picture }) => [slug, picture]));
  const rows = POSTS.map(({ slug, title, summary, tags, daysAgo, pictured, cover, body }) => {
    const at = new Date(today.getTime() - daysAgo * DAY_MS);
    const src = pictures.get(pictured);
    const text = richTextOf(body);
    return {
      slug,
      title,
      summary,
      beginning: beginningOf(plainText(text), DESCRIPTION_LENGTH),
      cover: src ? JSON.stringify({ src, alt: cover, width: EDGE, height: EDGE }) : null,
      author: '',
      tags: [...tags],
      body: JSON.stringify(text),
      seo_title: '',
      seo_description: '',
      is_published: true,
      publish_from: at,
      created_at: at,
      updated_at: at,
    };
  });
  await tx.insertInto('plugin_content.post').values(rows).execute();
}

const richTextOf = (blocks: readonly DemoBlock[]): RichText => ({
  type: 'doc',
  content: blocks.map((block) => {
    if (typeof block === 'string') return paragraphOf(block);
    if ('heading' in block) {
      return { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: block.heading }] };
    }
    const content = block.steps.map((step): ListItem => ({ type: 'listItem', content: [paragraphOf(step)] }));
    return { type: 'orderedList', content };
  }),
});

const LINK = /\[([^\]]+)\]\(([^)]+)\)/;

/** `[words](path)` becomes a link. */
function paragraphOf(text: string): Paragraph {
  // Text, words, path, text, and so on.
  const parts = text.split(LINK);
  const content = parts.flatMap((part, index): Inline[] => {
    if (part === '' || index % 3 === 2) return [];
    const href = index % 3 === 1 ? parts[index + 1] : undefined;
    return [{ type: 'text', text: part, ...(href && { marks: [{ type: 'link', attrs: { href } }] }) }];
  });
  return { type: 'paragraph', content };
}
