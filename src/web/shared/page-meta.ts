import type { MetaDescriptor } from 'react-router';

export interface PageMeta {
  title: string;
  description?: string | undefined;
  /** Canonical path for search engines. */
  path?: string;
  /** Preview picture: a URL of this shop. */
  picture?: string | undefined;
  /** Keeps personal pages and dead ends out of search engines. */
  hidden?: boolean;
  /** Schema.org data of the page. */
  data?: (origin: string) => object[];
}

/** Preview for pages without their own picture; 1200 by 630 pixels. */
const DEFAULT_PICTURE = '/media/og-default-1200.jpg';

/** Title, description, canonical address, previews and structured data of a page. */
export function pageMeta(matches: readonly unknown[], facts: PageMeta): MetaDescriptor[] {
  const origin = originOf(matches);
  const { title, description, path, picture } = facts;
  const tags: MetaDescriptor[] = [{ title }, { property: 'og:title', content: title }];
  if (description) {
    tags.push({ name: 'description', content: description }, { property: 'og:description', content: description });
  }
  if (path !== undefined) {
    tags.push(
      { tagName: 'link', rel: 'canonical', href: origin + path },
      { property: 'og:url', content: origin + path },
    );
  }
  const shown = picture || DEFAULT_PICTURE;
  tags.push(
    { property: 'og:type', content: 'website' },
    { property: 'og:image', content: shown.startsWith('/') ? origin + shown : shown },
    { name: 'twitter:card', content: 'summary_large_image' },
  );
  if (facts.hidden) tags.push({ name: 'robots', content: 'noindex' });
  // Search engines read the server's HTML; in the browser, pages create no script elements.
  if (import.meta.env.SSR) for (const block of facts.data?.(origin) ?? []) tags.push({ 'script:ld+json': block });
  return tags;
}

/** The root's loader provides the origin. */
function originOf([root]: readonly unknown[]): string {
  return (root as { loaderData?: { origin: string } } | undefined)?.loaderData?.origin ?? '';
}
