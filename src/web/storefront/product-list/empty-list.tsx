import type { ReactNode } from 'react';
import type { CardProduct } from '#web/shared/catalogue/card-product.ts';
import { ProductCard } from '#web/shared/catalogue/product-card.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Link } from '#web/ui/link.tsx';

interface EmptyListProps {
  clearFilters: ReactNode;
  popular: readonly CardProduct[];
  /** Categories that may hold what was searched for. */
  categories: readonly { id: number; name: string }[];
  /** The URL of the list without filters; null for a plain search. */
  withoutFilters: string | null;
  search: string | undefined;
  /** The URL of the first page; null unless the page is beyond the end. */
  firstPage: string | null;
}

/** Nothing found: suggestions how to continue, and popular products. */
export default function EmptyList({
  clearFilters,
  popular,
  categories,
  withoutFilters,
  search,
  firstPage,
}: EmptyListProps) {
  return (
    <>
      <EmptyState
        icon="search-x"
        title="No products found"
        action={
          <>
            {withoutFilters && search && (
              <Link to={withoutFilters} className={buttonClass('primary', 'max-w-full')}>
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
            {categories.length > 0 && (
              <p className="flex w-full flex-wrap items-center justify-center gap-x-5 text-small">
                <span className="text-muted">Or browse</span>
                {categories.map(({ id, name }) => (
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
