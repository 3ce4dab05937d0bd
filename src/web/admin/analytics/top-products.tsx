import { Amount } from '#web/shared/amount.tsx';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { formatCount } from '#web/shared/numbers.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Analytics } from './analytics-data.ts';

/** Best-selling products of the period. */
export function TopProducts({ products }: { products: Analytics['topProducts'] }) {
  return (
    <section className="panel px-4 py-4 sm:px-6 sm:py-5" aria-labelledby="top-title">
      <h2 id="top-title" className="panel-title mb-2">
        Top selling products
      </h2>
      {products.length === 0 ? (
        <p className="py-6 text-muted">Nothing was sold in this period.</p>
      ) : (
        <ol>
          {products.map((product) => (
            <li key={product.productId ?? product.name} className="flex items-center gap-3 border-b border-line py-2">
              {product.image ? (
                <span className="size-11 shrink-0 overflow-hidden rounded-md">
                  <Picture src={product.image} alt="" sizes="44px" />
                </span>
              ) : (
                <span className="grid size-11 place-items-center rounded-md bg-sunken text-muted">
                  <Icon name="package" />
                </span>
              )}
              <span className="min-w-0 flex-1">
                {product.slug ? (
                  <Link
                    to={`/products/${product.slug}`}
                    className="crumb-link block w-fit max-w-full truncate"
                    dir="auto"
                  >
                    {product.name}
                  </Link>
                ) : (
                  <span className="block truncate" dir="auto">
                    {product.name}
                  </span>
                )}
                {product.productId === null && (
                  <span className="block text-muted text-small">No longer in the shop</span>
                )}
              </span>
              <span className="text-right nums">
                <span className="block font-semibold">{formatCount(product.pieces)} sold</span>
                <span className="block text-muted text-small">
                  <Amount value={product.sales} />
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="mt-3 text-muted text-small">
        Units in orders that were not cancelled; amounts before discounts, tax and shipping.
      </p>
    </section>
  );
}
