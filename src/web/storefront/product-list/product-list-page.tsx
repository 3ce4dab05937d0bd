import { useState } from 'react';
import { data, Link, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { ProductCard } from '#web/shared/catalogue/product-card.tsx';
import { pageMeta } from '#web/shared/page-meta.ts';
import { Pagination } from '#web/shared/pagination.tsx';
import { apiContext } from '#web/ssr/load-context.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Route } from './+types/product-list-page.ts';
import { FilterChips } from './filter-chips.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { readList } from './list-data.ts';
import { type Filters, type ListQuery, listAddress, readListQuery } from './list-filters.ts';

const queryOf = ({ request, params }: Pick<Route.LoaderArgs, 'request' | 'params'>): ListQuery =>
  readListQuery(new URL(request.url).searchParams, params.categoryId);

export async function loader({ context, ...asked }: Route.LoaderArgs) {
  const query = queryOf(asked);
  const list = await readList(context.get(apiContext), query);
  const isUnknown =
    list.products.length === 0 && !list.categories.some(({ id }) => String(id) === asked.params.categoryId);
  const status = asked.params.categoryId !== undefined && isUnknown && list.status < 500 ? 404 : list.status;
  return data({ ...list, query }, { status });
}

export async function clientLoader(asked: Route.ClientLoaderArgs) {
  const query = queryOf(asked);
  const { fetchList } = await import('./list-data.ts');
  return { ...(await fetchList(query)), query };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { filters, page } = loaderData?.query ?? { filters: {}, page: 1 };
  const name = categoryName(loaderData);
  const { category, ...others } = filters;
  const what = filters.search ? `Search: ${filters.search}` : (name ?? 'Products');
  return pageMeta(matches, {
    title: `${what}${page > 1 ? `, page ${page}` : ''} | Stoa`,
    description: name
      ? `${name} at Stoa: fairly priced, free shipping above $50, 30-day returns.`
      : 'All products of Stoa: electronics, clothing, books, home and sports. Free shipping above $50, 30-day returns.',
    path: `/products${category ? `/category/${category}` : ''}${page > 1 ? `?page=${page}` : ''}`,
    hidden: Object.keys(others).length > 0,
  });
};

export default function ProductListPage({ loaderData }: Route.ComponentProps) {
  const { products, total, page, lastPage, correctedSearch, categories, failure, query } = loaderData;
  const { filters } = query;
  const [isPanelOpen, setPanelOpen] = useState(false);
  const navigate = useNavigate();
  const isLoading = useNavigation().state !== 'idle';
  const { revalidate } = useRevalidator();
  const retry = (
    <Button look="secondary" small onClick={() => void revalidate()}>
      Retry
    </Button>
  );

  const change = (changed: Filters, typed: boolean) =>
    navigate(listAddress({ ...query, filters: changed }), { preventScrollReset: true, replace: typed });

  return (
    <div className="page pt-8 lg:pt-12">
      <h1>{filters.search ? `Results for “${filters.search}”` : (categoryName(loaderData) ?? 'Products')}</h1>
      <p className="mt-2 text-muted" role="status">
        {!failure && (total === 1 ? '1 product' : `${total.toLocaleString('en-US')} products`)}
        {correctedSearch && ` for “${correctedSearch}”`}
      </p>
      <div className="mt-6 grid gap-x-12 lg:grid-cols-[248px_minmax(0,1fr)]">
        <aside aria-label="Filters" className="lg:sticky lg:top-26 lg:self-start">
          <Button
            look="secondary"
            className="w-full lg:hidden"
            aria-expanded={isPanelOpen}
            onClick={() => setPanelOpen(!isPanelOpen)}
          >
            <Icon name="sliders-horizontal" /> Filters
          </Button>
          <div className={`filter-panel max-lg:py-6 lg:block ${isPanelOpen ? '' : 'hidden'}`}>
            <FilterPanel filters={filters} categories={categories} onChange={change} />
          </div>
        </aside>
        <section aria-labelledby="results" aria-busy={isLoading} className={`results ${isLoading ? 'opacity-60' : ''}`}>
          <h2 id="results" className="sr-only">
            Results
          </h2>
          <FilterChips query={query} categories={categories} />
          {failure && products.length > 0 && (
            <Banner tone="warning" className="mb-6">
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
              <Pagination current={page} last={lastPage} addressOf={(other) => listAddress(query, other)} />
            </>
          )}
          {products.length === 0 && failure && (
            <EmptyState icon="triangle-exclamation-point" title={failure} action={retry} />
          )}
          {products.length === 0 && !failure && (
            <EmptyState
              icon="search-x"
              title="No products found"
              action={
                <Link to="/products" className={buttonClass('secondary')}>
                  Clear All Filters
                </Link>
              }
            >
              Try adjusting your search criteria
            </EmptyState>
          )}
        </section>
      </div>
    </div>
  );
}

function categoryName(list: Pick<Route.ComponentProps['loaderData'], 'categories' | 'query'> | undefined) {
  return list?.categories.find(({ id }) => String(id) === list.query.filters.category)?.name;
}
