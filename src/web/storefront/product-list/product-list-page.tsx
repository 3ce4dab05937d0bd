import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { data, redirect, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import {
  canonicalListAddress,
  type Filters,
  type ListQuery,
  listAddress,
  readListQuery,
  withSort,
} from '#domain/list-address.ts';
import { ProductCard } from '#web/shared/catalogue/product-card.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import type { PaginationProps } from '#web/shared/pagination.tsx';
import { titled } from '#web/shared/shop/shop.ts';
import { apiContext } from '#web/ssr/load-context.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { hydrateOnInteraction } from '#web/ui/hydrate-on-interaction.ts';
import { Icon } from '#web/ui/icon.tsx';
import { lazyDialog, useOpening } from '#web/ui/lazy-part.tsx';
import { Link } from '#web/ui/link.tsx';
import { onPageRestored } from '#web/ui/touched-fields.ts';
import type { Route } from './+types/product-list-page.ts';
import { readList } from './list-data.ts';
import { FILTER_FORM } from './list-filters.ts';
import { useScrollToListTop } from './scroll-to-list-top.ts';
import { SortSelect } from './sort-select.tsx';

const FilterPanel = hydrateOnInteraction(() => import('./filter-panel.tsx'));
const FilterChips = hydrateOnInteraction(() => import('./filter-chips.tsx'));
const CategoryOpening = hydrateOnInteraction(() => import('./category-opening.tsx'));
const DensitySwitch = hydrateOnInteraction(() => import('./density-switch.tsx'));
const Pagination = hydrateOnInteraction<PaginationProps>(async () => {
  const { Pagination: pages } = await import('#web/shared/pagination.tsx');
  return { default: pages };
});
const EmptyList = lazy(() => import('./empty-list.tsx'));
const FilterDrawer = lazyDialog(() => import('./filter-drawer.tsx'));

/**
 * The query of the URL.
 * @throws a redirect to the canonical URL. It is temporary, because browsers cache permanent ones forever, and defaults
 * may change.
 */
function queryOf({ request, params }: Pick<Route.LoaderArgs, 'request' | 'params'>): ListQuery {
  const { searchParams } = new URL(request.url);
  const canonical = canonicalListAddress(searchParams, params.categoryId);
  if (canonical !== null) throw redirect(canonical);
  return readListQuery(searchParams, params.categoryId);
}

export async function loader({ context, ...asked }: Route.LoaderArgs) {
  const query = queryOf(asked);
  const list = await readList(context.get(apiContext), query);
  if (list.redirectTo !== null) throw redirect(list.redirectTo);
  const isUnknown = list.products.length === 0 && !list.category;
  const status = asked.params.categoryId !== undefined && isUnknown && list.status < 500 ? 404 : list.status;
  return data({ ...list, query }, { status });
}

export async function clientLoader(asked: Route.ClientLoaderArgs) {
  const query = queryOf(asked);
  // The list works without these.
  const parts = [FilterPanel, FilterChips, CategoryOpening, DensitySwitch, Pagination].map(({ preload }) =>
    preload().catch(() => null),
  );
  const [{ fetchList }] = await Promise.all([import('./list-data.ts'), ...parts]);
  const list = await fetchList(query);
  if (list.redirectTo !== null) throw redirect(list.redirectTo);
  return { ...list, query };
}

/** https://schema.org/BreadcrumbList, for search engines, which read the server's HTML. */
const breadcrumbs = import.meta.env.SSR
  ? (origin: string, path: readonly { id: number; name: string }[] = []) => ({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        ['Home', '/'] as const,
        ['Products', '/products'] as const,
        ...path.map(({ id, name }) => [name, `/products/category/${id}`] as const),
      ].map(([name, path], index) => ({ '@type': 'ListItem', position: index + 1, name, item: origin + path })),
    })
  : () => ({});

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    ...(loaderData?.head ?? { title: titled('Products') }),
    data: (origin) => [breadcrumbs(origin, loaderData?.category?.path)],
  });

export default function ProductListPage({ loaderData }: Route.ComponentProps) {
  const { products, total, page, lastPage, categories, facets, shown, searchFilters, failure, popular, query } =
    loaderData;
  const { isFeatured } = loaderData;
  const { filters } = query;
  const drawer = useOpening();
  const navigate = useNavigate();
  const location = useLocation();
  const { state, location: next } = useNavigation();
  const isLoading = state !== 'idle';
  const { revalidate } = useRevalidator();
  const head = useScrollToListTop();
  const retry = (
    <Button look="secondary" small onClick={() => void revalidate()}>
      Retry
    </Button>
  );

  // While a list is loading, further choices build on the latest ones.
  const latest = useRef(filters);
  /** Choices whose lists have not loaded yet. */
  const asked = useRef<readonly string[]>([]);
  const addressOf = (chosen: Filters) => listAddress({ ...query, filters: chosen });
  const address = addressOf(filters);
  useLayoutEffect(() => {
    const arrived = asked.current.lastIndexOf(address);
    // Navigation from elsewhere, such as Back or a removed chip, discards pending choices.
    asked.current = arrived < 0 ? [] : asked.current.slice(arrived + 1);
    if (asked.current.length === 0) latest.current = filters;
  }, [filters, address]);
  const change = (changed: Filters, typed: boolean) => {
    latest.current = changed;
    asked.current = [...asked.current, addressOf(changed)];
    return navigate(addressOf(changed), { preventScrollReset: true, replace: typed });
  };
  useEffect(
    () =>
      onPageRestored(() => {
        const form = document.getElementById(FILTER_FORM) as HTMLFormElement | null;
        if (form) void import('./show-filters.ts').then(({ showFilters }) => showFilters(form, shown));
      }),
    [shown],
  );
  const sort = (choice: string) => void change(withSort(latest.current, choice), false);
  const filter = (changed: Filters, typed: boolean) => {
    const { sortBy = '', sortOrder = '' } = latest.current;
    void change({ ...changed, sortBy, sortOrder }, typed);
  };
  const panel = {
    filters,
    shown,
    categories,
    facets,
    isFeatured,
    onChange: filter,
    isBehind: () => asked.current.length > 0,
  };
  // Choices stay selected while their list is loading.
  const coming = next?.pathname === location.pathname ? readListQuery(new URLSearchParams(next.search)).filters : null;
  const { search } = filters;
  const { search: _, sortBy: __, sortOrder: ___, ...narrowing } = shown;
  const chosen = Object.keys(narrowing).length;
  const chips = { query, shown, searchFilters, categories, facets };

  return (
    <div className="page page-wide pt-8 lg:pt-12">
      {loaderData.category && !search ? (
        <Suspense>
          <CategoryOpening category={loaderData.category} />
        </Suspense>
      ) : (
        <h1 className="list-title line-clamp-3 wrap-anywhere">
          {search ? `Results for “${search}”` : (categoryName(loaderData) ?? 'Products')}
        </h1>
      )}
      <div className="mt-6 grid gap-x-12 lg:grid-cols-[248px_minmax(0,1fr)]">
        <aside aria-label="Filters" className="filters">
          <Suspense>
            <FilterPanel id={FILTER_FORM} {...panel} />
          </Suspense>
        </aside>
        <section aria-labelledby="results" aria-busy={isLoading} className="results">
          <h2 id="results" className="sr-only">
            Results
          </h2>
          <div ref={head} className="results-head">
            <p className="order-first w-full text-muted sm:w-auto sm:flex-1" role="status">
              {loaderData.countText}
            </p>
            <Button
              look="secondary"
              className="with-scripts px-5 lg:hidden"
              aria-haspopup="dialog"
              onClick={drawer.open}
            >
              <Icon name="sliders-horizontal" /> Filters{chosen > 0 && ` (${chosen})`}
            </Button>
            <SortSelect filters={coming ?? filters} isFeatured={isFeatured} onSort={sort} />
            <Suspense>
              <DensitySwitch />
            </Suspense>
          </div>
          <Suspense>
            <FilterChips {...chips} />
          </Suspense>
          {failure && products.length > 0 && (
            <Banner tone="warning" className="mb-6 items-center">
              {failure} <span className="ml-3">{retry}</span>
            </Banner>
          )}
          {products.length > 0 && (
            <>
              <div className="product-grid">
                {products.map((product, index) => (
                  <ProductCard
                    key={product.id}
                    product={product}
                    sizes="(width >= 1024px) 23vw, (width >= 768px) 32vw, 46vw"
                    first={index === 0}
                    withText
                  />
                ))}
              </div>
              <Suspense>
                <Pagination current={page} last={lastPage} addressOf={(other) => listAddress(query, other)} />
              </Suspense>
            </>
          )}
          {products.length === 0 &&
            (failure ? (
              <EmptyState
                icon="triangle-exclamation-point"
                title={failure}
                action={
                  <>
                    {retry}
                    {Object.keys(filters).length > 0 && clearFilters('button-small')}
                  </>
                }
              />
            ) : (
              <Suspense>
                <EmptyList
                  popular={popular}
                  nearCategories={loaderData.nearCategories}
                  chips={chips}
                  clearFilters={clearFilters()}
                  firstPage={total > 0 ? listAddress(query) : null}
                />
              </Suspense>
            ))}
        </section>
      </div>
      {drawer.isOpen && (
        <Suspense>
          <FilterDrawer {...panel} key={drawer.key} total={total} onClose={drawer.close} />
        </Suspense>
      )}
    </div>
  );
}

/** Storefront §2: every filter back to its default. */
const clearFilters = (more?: string) => (
  <Link to="/products" className={buttonClass('secondary', more)}>
    Clear All Filters
  </Link>
);

function categoryName(list: Pick<Route.ComponentProps['loaderData'], 'categories' | 'query'>) {
  return list.categories.find(({ id }) => String(id) === list.query.filters.category)?.name;
}
