import { Link, ProductGrid, type SectionProps } from '#plugin/web';
import type { ProductsSettings } from '../../server/section-settings.ts';
import type { ProductsData } from '../../server/sections.ts';

/** Products side by side, with a link to all of them. */
export default function Products({
  settings: { title, source, isFirst },
  data: { products, category },
}: SectionProps<ProductsSettings & { isFirst: boolean }, ProductsData>) {
  const heading = title || category?.name || 'Products';
  const all = category ? `/products/category/${category.id}` : '/products';
  return (
    <section aria-label={heading}>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="wrap-anywhere">{heading}</h2>
        {source !== 'chosen' && (
          <Link to={all} className="link inline-flex min-h-11 items-center">
            View all<span className="sr-only"> {category?.name ?? 'products'}</span>
          </Link>
        )}
      </div>
      <ProductGrid products={products} isFirst={isFirst} isWide />
    </section>
  );
}
