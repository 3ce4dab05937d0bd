import type { Product, Variant } from '#web/shared/variants/product.ts';
import { Link } from '#web/ui/link.tsx';

/** SKU, category, brand, weight and tags. */
export function ProductFacts({ product, variant }: { product: Product; variant: Variant | null }) {
  const { brand, weight, tags } = product;
  const category = product.category.path.at(-1) ?? product.category;
  return (
    <dl className="facts">
      <dt>SKU</dt>
      <dd className="wrap-anywhere">{variant?.sku ?? product.sku}</dd>
      <dt>Category</dt>
      <dd>
        <Link to={`/products?category=${category.id}`} className="fact-link">
          {category.name}
        </Link>
      </dd>
      {brand && (
        <>
          <dt>Brand</dt>
          <dd>{brand}</dd>
        </>
      )}
      {weight && (
        <>
          <dt>Weight</dt>
          <dd>{`${weight} kg`}</dd>
        </>
      )}
      {tags.length > 0 && (
        <>
          <dt>Tags</dt>
          <dd className="flex flex-wrap gap-x-3 gap-y-2">
            {tags.map((tag) => (
              <Link key={tag} to={`/products?search=${encodeURIComponent(tag)}`} className="fact-link">
                {tag}
              </Link>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}
