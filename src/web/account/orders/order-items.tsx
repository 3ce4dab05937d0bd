import LineSlot from 'virtual:slot/order.line';
import type { ReactNode } from 'react';
import { Amount } from '#web/shared/amount.tsx';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { AdjustmentList } from '#web/shared/orders/adjustment-list.tsx';
import { Link } from '#web/ui/link.tsx';
import type { Order } from '../shared/orders-data.ts';

type Item = Order['items'][number];

/** The purchased items, as they were at the time. */
export function OrderItems({ items, currency }: { items: readonly Item[]; currency: string }) {
  return (
    <section aria-labelledby="items">
      <h2 id="items" className="mb-2 font-sans text-lg font-semibold">
        Items
      </h2>
      <ul className="border-t border-line">
        {items.map((item) => (
          <li key={item.id} className="grid grid-cols-[64px_1fr_auto] items-center gap-4 border-b border-line py-4">
            <Picture src={item.image} alt="" sizes="64px" className="rounded-field" />
            <div className="min-w-0">
              <p className="own-words font-semibold wrap-anywhere">
                <ProductLink item={item}>{item.name}</ProductLink>
              </p>
              <p className="text-muted text-small nums">
                {item.variant_name && (
                  <>
                    <bdi>{item.variant_name}</bdi> ·{' '}
                  </>
                )}
                {item.quantity} × <Amount value={item.price} currency={currency} />
              </p>
              <AdjustmentList adjustments={item.adjustments} currency={currency} />
              {LineSlot && <LineSlot order={{ currency }} line={item} />}
            </div>
            <p className="font-semibold nums">
              <Amount value={item.line_total} currency={currency} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A deleted product has no page. */
function ProductLink({ item: { product_id, product_slug }, children }: { item: Item; children: ReactNode }) {
  const address = product_slug ?? product_id;
  if (address === null) return children;
  return (
    <Link to={`/products/${address}`} className="hover:underline">
      {children}
    </Link>
  );
}
