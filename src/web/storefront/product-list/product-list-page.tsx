import { Suspense } from 'react';
import { data, redirect } from 'react-router';
import { canonicalListAddress, type ListQuery, readListQuery } from '#domain/catalogue/list-address.ts';
import { jsonReader, toJson } from '#web/shared/json-data.ts';
import { pageMeta } from '#web/shared/page-meta.ts';
import { ProductResults, preloadResults } from '#web/shared/product-list/product-results.tsx';
import { pageTitle } from '#web/shared/shop/shop.ts';
import { apiContext, blurredPicturesContext } from '#web/ssr/load-context.ts';
import { hydrateOnInteraction } from '#web/ui/hydrate-on-interaction.ts';
import type { Route } from './+types/product-list-page.ts';
import { readList } from './list-data.ts';

const CategoryOpening = hydrateOnInteraction(() => import('./category-opening.tsx'));

/**
 * The URL and its query.
 * @throws a redirect to the canonical URL. It is temporary, because browsers cache permanent ones forever, and defaults
 * may change.
 */
function readAddress({ request, params }: Pick<Route.LoaderArgs, 'request' | 'params'>): [url: URL, query: ListQuery] {
  const url = new URL(request.url);
  const canonical = canonicalListAddress(url.searchParams, params.categoryId);
  if (canonical !== null) throw redirect(canonical);
  return [url, readListQuery(url.searchParams, params.categoryId)];
}

export async function loader({ context, ...args }: Route.LoaderArgs) {
  const [url, query] = readAddress(args);
  const list = await readList(context.get(apiContext), url, query);
  if (list.redirectTo !== null) throw redirect(list.redirectTo);
  await context.get(blurredPicturesContext).load(list.category?.image);
  const isUnknown = list.products.length === 0 && !list.category;
  const status = args.params.categoryId !== undefined && isUnknown && list.status < 500 ? 404 : list.status;
  return data(toJson({ ...list, query }), { status });
}

export async function clientLoader(args: Route.ClientLoaderArgs) {
  const [url, query] = readAddress(args);
  const [{ fetchList }] = await Promise.all([
    import('./list-data.ts'),
    preloadResults(),
    CategoryOpening.preload().catch(() => null),
  ]);
  const list = await fetchList(url, query);
  if (list.redirectTo !== null) throw redirect(list.redirectTo);
  return { ...list, query };
}

/** https://schema.org/BreadcrumbList. */
const breadcrumbs = (origin: string, path: readonly { id: number; name: string }[] = []) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    ['Home', '/'] as const,
    ['Products', '/products'] as const,
    ...path.map(({ id, name }) => [name, `/products/category/${id}`] as const),
  ].map(([name, path], index) => ({ '@type': 'ListItem', position: index + 1, name, item: origin + path })),
});

const readData = jsonReader<Awaited<ReturnType<typeof clientLoader>>>();

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const list = loaderData && readData(loaderData);
  return pageMeta(matches, {
    ...(list?.head ?? { title: pageTitle('Products') }),
    // For search engines, which read the server's HTML.
    ...(import.meta.env.SSR && { data: (origin: string) => [breadcrumbs(origin, list?.category?.path)] }),
  });
};

export default function ProductListPage({ loaderData }: Route.ComponentProps) {
  const list = readData(loaderData);
  const { category, categories, query } = list;
  const { search } = query.filters;
  return (
    <div className="page page-wide pt-8 lg:pt-12">
      {category && !search ? (
        <Suspense>
          <CategoryOpening category={category} />
        </Suspense>
      ) : (
        <h1 className="list-title line-clamp-3 wrap-anywhere">
          {search ? `Results for “${search}”` : (categoryName(list) ?? 'Products')}
        </h1>
      )}
      <ProductResults list={list} query={query} categories={categories} />
    </div>
  );
}

function categoryName(list: Pick<ReturnType<typeof readData>, 'categories' | 'query'>) {
  return list.categories.find(({ id }) => String(id) === list.query.filters.category)?.name;
}
