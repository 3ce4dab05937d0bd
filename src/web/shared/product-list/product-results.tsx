import { lazy, Suspense } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { type ListQuery, listAddress, readListQuery } from '#domain/catalogue/list-address.ts';
import { ProductCard } from '#web/shared/catalogue/product-card.tsx';
import type { PaginationProps } from '#web/shared/pagination.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { hydrateOnInteraction } from '#web/ui/hydrate-on-interaction.ts';
import { Icon } from '#web/ui/icon.tsx';
import { lazyDialog, useOpening } from '#web/ui/lazy-part.tsx';
import { Link } from '#web/ui/link.tsx';
import { FILTER_FORM, type SortChoice } from './list-filters.ts';
import type { ListCategory, ListResults } from './results-data.ts';
import { useScrollToListTop } from './scroll-to-list-top.ts';
import { SortSelect } from './sort-select.tsx';
import { useFilterChanges } from './use-filter-changes.ts';

const FilterPanel = hydrateOnInteraction(() => import('./filter-panel.tsx'));
const FilterChips = hydrateOnInteraction(() => import('./filter-chips.tsx'));
const DensitySwitch = hydrateOnInteraction(() => import('./density-switch.tsx'));
const Pagination = hydrateOnInteraction<PaginationProps>(async () => {
  const { Pagination: pages } = await import('#web/shared/pagination.tsx');
  return { default: pages };
});
const EmptyList = lazy(() => import('./empty-list.tsx'));
const FilterDrawer = lazyDialog(() => import('./filter-drawer.tsx'));

/** Loads the parts that hydrate later, for client-side navigation. The list works without them. */
export const preloadResults = () =>
  Promise.all([FilterPanel, FilterChips, DensitySwitch, Pagination].map(({ preload }) => preload().catch(() => null)));

interface ProductResultsProps {
  list: ListResults;
  query: ListQuery;
  categories: readonly ListCategory[];
  /** The sort orders that shoppers can choose; undefined: those of the shop's own lists. */
  sorts?: readonly SortChoice[];
}

/** A list of products with its filters, their chips, its order and its pages. */
export function ProductResults({ list, query, categories, sorts }: ProductResultsProps) {
  const { products, total, facets, shown, searchFilters, failure, isFeatured } = list;
  const { filters } = query;
  const drawer = useOpening();
  const location = useLocation();
  const { state, location: next } = useNavigation();
  const isLoading = state !== 'idle';
  const { revalidate } = useRevalidator();
  const head = useScrollToListTop();
  const { sort, filter, isBehind } = useFilterChanges(query, shown);
  const panel = { query, shown, categories, facets, isFeatured, onChange: filter, isBehind };
  // Choices stay selected while their list is loading.
  const isSameList = next?.pathname === location.pathname;
  const coming = isSameList ? readListQuery(new URLSearchParams(next.search), null, query.path).filters : null;
  const chips = { query, shown, searchFilters, categories, facets };
  // The same filters would be refused again.
  const retry = list.status !== 422 && (
    <Button look="secondary" small onClick={() => void revalidate()}>
      Retry
    </Button>
  );

  return (
    <>
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
              {list.countText}
            </p>
            <Button
              look="secondary"
              className="with-scripts px-5 lg:hidden"
              aria-haspopup="dialog"
              onClick={drawer.open}
            >
              <Icon name="sliders-horizontal" /> Filters{list.chosenCount > 0 && ` (${list.chosenCount})`}
            </Button>
            <SortSelect filters={coming ?? filters} sorts={sorts} isFeatured={isFeatured} onSort={sort} />
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
          {products.length > 0 ? (
            <Products list={list} query={query} />
          ) : failure ? (
            <EmptyState
              icon="triangle-exclamation-point"
              title={failure}
              action={
                <>
                  {retry}
                  {Object.keys(filters).length > 0 && clearFilters(query, 'button-small')}
                </>
              }
            />
          ) : (
            <Suspense>
              <EmptyList
                popular={list.popular}
                nearCategories={list.nearCategories}
                chips={chips}
                clearFilters={clearFilters(query)}
                firstPage={total > 0 ? listAddress(query) : null}
              />
            </Suspense>
          )}
        </section>
      </div>
      {drawer.isOpen && (
        <Suspense>
          <FilterDrawer {...panel} key={drawer.key} total={total} onClose={drawer.close} />
        </Suspense>
      )}
    </>
  );
}

function Products({ list: { products, page, lastPage }, query }: Pick<ProductResultsProps, 'list' | 'query'>) {
  return (
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
  );
}

/** Storefront §2: every filter back to its default. */
const clearFilters = (query: ListQuery, more?: string) => (
  <Link to={listAddress({ ...query, filters: {} })} className={buttonClass('secondary', more)}>
    Clear All Filters
  </Link>
);
