import { useId } from 'react';
import { Link, ProductGrid, type SectionProps } from '#plugin/web';
import type { RowData } from '../contract.ts';
import type { RowSettings } from '../server/row-section.ts';

/** A row of products with a link to the whole collection. */
export default function RowSection({ settings: { title }, data }: SectionProps<RowSettings, RowData>) {
  const { slug, name, total, products } = data;
  // A page can have two rows of one collection.
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="wrap-anywhere">
          {title || name}
        </h2>
        {total > products.length && (
          <Link to={`/collections/${slug}`} className="link inline-flex min-h-11 items-center">
            View all<span className="sr-only"> of {name}</span>
          </Link>
        )}
      </div>
      <ProductGrid products={products} isWide />
    </section>
  );
}
