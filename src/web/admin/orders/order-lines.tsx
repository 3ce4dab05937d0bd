import LineSlot from 'virtual:slot/admin.orderLine';
import { Amount } from '#web/shared/amount.tsx';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { AdjustmentList } from '#web/shared/orders/adjustment-list.tsx';
import type { AdminOrder } from './orders-data.ts';

/** The purchased items, as they were at the time. */
export function OrderLines({ items, currency }: Pick<AdminOrder, 'items' | 'currency'>) {
  return (
    <section aria-label="Items">
      <ul className="border-t border-line">
        {items.map((line) => {
          const { id, image, productName, variantName, sku, quantity, price, adjustments, total } = line;
          return (
            <li key={id} className="grid grid-cols-[48px_1fr_auto] items-center gap-4 border-b border-line py-3">
              <Picture src={image} alt="" sizes="48px" className="rounded-field" />
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{productName}</p>
                <p className="text-muted text-small nums">
                  {variantName && `${variantName} · `}
                  {sku} · {quantity} × <Amount value={price} currency={currency} />
                </p>
                <AdjustmentList adjustments={adjustments} currency={currency} />
                {LineSlot && <LineSlot line={line} />}
              </div>
              <p className="nums">
                <Amount value={total} currency={currency} />
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
