import type { ReactNode } from 'react';
import { type ListQuery, listAddress } from '#domain/catalogue/list-address.ts';
import type { CardProduct } from '#web/shared/catalogue/card-product.ts';
import { ProductCard } from '#web/shared/catalogue/product-card.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { type ChipList, filterChips, isWorthRemoving } from './chips.ts';

/** Filters suggested for removal. */
const MAX_SUGGESTED = 3;

interface EmptyListProps {
  clearFilters: ReactNode;
  popular: readonly CardProduct[];
  /** Categories that may hold what was searched for. */
  nearCategories: readonly { id: number; name: string }[];
  chips: Omit<ChipList, 'filters'> & { readonly query: ListQuery };
  /** The URL of the first page; null unless the page is beyond the end. */
  firstPage: string | null;
}

/** Nothing found: suggestions how to continue, and popular products. */
export default function EmptyList({ clearFilters, popular, nearCategories, chips, firstPage }: EmptyListProps) {
  const { query, ...list } = chips;
  const { facets, shown } = list;
  const { search } = shown;
  const all = filterChips({ ...list, filters: query.filters });
  const hasFilters = all.some(({ id }) => id !== 'search');
  const tooNarrow =
    facets && !firstPage ? all.filter((chip) => isWorthRemoving(chip, facets)).slice(0, MAX_SUGGESTED) : [];
  return (
    <>
      <EmptyState
        icon="search-x"
        title="No products found"
        action={
          <>
            {tooNarrow.length > 0 && (
              <p className="flex w-full flex-wrap items-center justify-center gap-2 text-small">
                <span className="text-muted">Try without</span>
                {tooNarrow.map(({ id, text, rest }) => (
                  <Link key={id} to={listAddress({ ...query, filters: rest })} className="chip">
                    <span className="sr-only">Remove filter </span>
                    <span className="truncate">{text}</span>
                    <Icon name="x" className="text-sm" />
                  </Link>
                ))}
              </p>
            )}
            {hasFilters && search && (
              <Link
                to={listAddress({ filters: { search }, pathCategory: null })}
                className={buttonClass('primary', 'max-w-full')}
              >
                <span className="truncate">Search everything for “{search}”</span>
              </Link>
            )}
            {firstPage ? (
              <Link to={firstPage} className={buttonClass('primary')}>
                To the first page
              </Link>
            ) : (
              clearFilters
            )}
            {nearCategories.length > 0 && (
              <p className="flex w-full flex-wrap items-center justify-center gap-x-5 text-small">
                <span className="text-muted">Or browse</span>
                {nearCategories.map(({ id, name }) => (
                  <Link key={id} to={`/products/category/${id}`} className="link inline-flex min-h-11 items-center">
                    {name}
                  </Link>
                ))}
              </p>
            )}
          </>
        }
      >
        Try adjusting your search criteria
      </EmptyState>
      {popular.length > 0 && (
        <section aria-labelledby="popular" className="border-t border-line pt-10">
          <h2 id="popular" className="mb-6">
            Popular right now
          </h2>
          <div className="product-grid product-grid-wide">
            {popular.map((product) => (
              <ProductCard key={product.id} product={product} sizes="(width >= 768px) 23vw, 46vw" />
            ))}
          </div>
        </section>
      )}
    </>
  );
}
