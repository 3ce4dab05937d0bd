import { type MetaArgs, useLoaderData } from 'react-router';
import {
  buttonClass,
  EmptyState,
  Link,
  Pagination,
  pageLoaders,
  pageMeta,
  pageTitle,
  pictureAddress,
  readPage,
  shop,
} from '#plugin/web';
import type { PublicPost } from '../blog-contract.ts';
import type { contentContract } from '../contract.ts';
import { PostCards } from './post-cards.tsx';
import { PostView } from './post-view.tsx';

const MAX_TAG = 40;
/** Other posts below a post, in one row. */
const MAX_MORE = 3;

/** `/blog`, `/blog?page=2&tag=care`. */
const listAddress = (params: URLSearchParams) => ({
  page: readPage(params),
  tag: params.get('tag')?.trim().toLowerCase().slice(0, MAX_TAG) || undefined,
});

const addressOf = (page: number, tag: string | undefined): string => {
  const query = new URLSearchParams({ ...(tag !== undefined && { tag }), ...(page > 1 && { page: String(page) }) });
  return query.size > 0 ? `/blog?${query}` : '/blog';
};

/** One page for the list and for a post: each page costs every shopper a line of the route manifest. */
const page = pageLoaders<typeof contentContract>()(async ({ call, params: { slug }, url }) => {
  if (slug !== undefined) {
    const [post, newest] = await Promise.all([
      call('GET /content/posts/{slug}', { params: { slug } }),
      call('GET /content/posts', { query: { page: 1, per_page: MAX_MORE + 1 } }).catch(() => null),
    ]);
    const others = newest?.data.filter((other) => other.slug !== slug) ?? [];
    return { post, more: others.slice(0, MAX_MORE) };
  }
  const { page: number, tag } = listAddress(url.searchParams);
  const query = { page: number, ...(tag !== undefined && { tag }) };
  return { list: await call('GET /content/posts', { query }), tag };
});
export const loader = page.loader;
export const clientLoader = page.clientLoader;

const FEED = { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', title: 'Blog', href: '/blog/feed.xml' };

export function meta({ matches, loaderData }: MetaArgs<typeof loader>) {
  if (!loaderData) return [{ title: pageTitle('Page Not Found') }];
  if (loaderData.post) {
    const { post } = loaderData;
    const facts = {
      title: pageTitle(post.seo_title),
      description: post.seo_description,
      path: `/blog/${post.slug}`,
      picture: post.cover ? pictureAddress(post.cover.src, 1280) : undefined,
      data: (origin: string) => [described(post, origin)],
    };
    return [...pageMeta(matches, facts), FEED];
  }
  const { list, tag } = loaderData;
  const facts = {
    title: pageTitle(tag === undefined ? 'Blog' : `${tag} | Blog`),
    description: `News and stories from ${shop().siteName}.`,
    path: addressOf(list.current_page, tag),
    // An empty list should not be indexed.
    hidden: list.data.length === 0,
  };
  return [...pageMeta(matches, facts), FEED];
}

/** https://schema.org/BlogPosting */
const described = (post: PublicPost, origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  headline: post.title,
  description: post.seo_description,
  url: `${origin}/blog/${post.slug}`,
  datePublished: post.published_at,
  dateModified: post.updated_at,
  author: post.author ? { '@type': 'Person', name: post.author } : { '@type': 'Organization', name: shop().siteName },
  publisher: { '@type': 'Organization', name: shop().siteName },
  ...(post.cover && { image: origin + pictureAddress(post.cover.src, 1280) }),
  ...(post.tags.length > 0 && { keywords: post.tags.join(', ') }),
});

export default function BlogPage() {
  const { post, more, list, tag } = useLoaderData<typeof loader>();
  if (post) {
    return (
      <>
        <PostView post={post} />
        {more.length > 0 && (
          <section aria-labelledby="more" className="page page-wide pb-16">
            <h2 id="more" className="mb-6 border-line border-t pt-10">
              More posts
            </h2>
            <PostCards posts={more} level="h3" />
          </section>
        )}
      </>
    );
  }
  const { data: posts, total, current_page, last_page } = list;
  return (
    <div className="page page-wide py-12 md:py-16">
      <header className="mb-10 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h1 className="wrap-anywhere">{tag === undefined ? 'Blog' : `Posts about ${tag}`}</h1>
        {/* Not a page of the shop: the browser opens it. */}
        {total > 0 && (
          <a href="/blog/feed.xml" className="link inline-flex min-h-11 items-center">
            RSS feed
          </a>
        )}
      </header>
      {posts.length > 0 ? (
        <PostCards posts={posts} level="h2" isFirst />
      ) : (
        <EmptyState
          icon="inbox"
          level="h2"
          title={total > 0 || tag !== undefined ? 'No posts here' : 'No posts yet'}
          action={
            <Link to={total > 0 || tag !== undefined ? '/blog' : '/products'} className={buttonClass('primary')}>
              {total > 0 || tag !== undefined ? 'All posts' : 'Browse products'}
            </Link>
          }
        >
          {total > 0 || tag !== undefined ? 'There are no posts on this page of the blog.' : 'Please check back later.'}
        </EmptyState>
      )}
      {posts.length > 0 && (
        <Pagination current={current_page} last={last_page} addressOf={(number) => addressOf(number, tag)} />
      )}
    </div>
  );
}
