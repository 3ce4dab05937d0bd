import { escapeMarkup, type PublicFile } from '#plugin';
import type { Services } from '../tables.ts';
import { listedPostView } from './post.view.ts';
import { listPublicPosts } from './posts.store.ts';

/** Feed readers poll a few times a day: more posts than they could have missed. */
const POSTS = 20;

/** `/blog/feed.xml` (https://www.rssboard.org/rss-specification). */
export async function readFeed(services: Services): Promise<PublicFile> {
  const { db, now, appUrl } = services;
  const [rows, { name, language }] = await Promise.all([
    listPublicPosts(db, { now: now(), limit: POSTS, offset: 0 }),
    services.shop(),
  ]);
  const items = rows.map(listedPostView).map(
    ({ slug, title, summary, author, tags, published_at }) => `<item>
<title>${escapeMarkup(title)}</title>
<link>${appUrl}/blog/${slug}</link>
<guid>${appUrl}/blog/${slug}</guid>
<pubDate>${new Date(published_at).toUTCString()}</pubDate>
<description>${escapeMarkup(summary)}</description>
${author ? `<dc:creator>${escapeMarkup(author)}</dc:creator>\n` : ''}${tags.map((tag) => `<category>${escapeMarkup(tag)}</category>\n`).join('')}</item>
`,
  );
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${escapeMarkup(`Blog | ${name}`)}</title>
<link>${appUrl}/blog</link>
<atom:link href="${appUrl}/blog/feed.xml" rel="self" type="application/rss+xml"/>
<description>${escapeMarkup(`News and stories from ${name}`)}</description>
<language>${escapeMarkup(language)}</language>
${items.join('')}</channel>
</rss>
`;
  return { type: 'application/rss+xml; charset=utf-8', content };
}
