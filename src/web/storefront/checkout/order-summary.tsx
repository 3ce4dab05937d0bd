import { useState } from 'react';
import { Amount } from '#web/shared/amount.tsx';
import { Picture } from '#web/shared/catalogue/picture.tsx';
import { AdjustmentList } from '#web/shared/orders/adjustment-list.tsx';
import { OrderSums } from '#web/shared/orders/order-sums.tsx';
import { formatDays } from '#web/shared/shop/delivery-days.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Quote, QuoteLine, Totals } from './quote.ts';

/** Lines that fit beside the form; a button shows the others. */
const FEW = 4;

interface OrderSummaryProps {
  quote: Quote | null;
  /** The open payment's totals, once there is one. */
  totals: Totals | undefined;
  isLoading: boolean;
  failure: string | null;
  onRetry: () => void;
}

/** The items and full cost, beside the form from the start. */
export function OrderSummary({ quote, totals = quote?.totals, isLoading, failure, onRetry }: OrderSummaryProps) {
  const [isWhole, setWhole] = useState(false);
  const lines = quote?.items ?? [];
  const hidden = isWhole ? 0 : Math.max(0, lines.length - FEW);
  return (
    <section aria-labelledby="summary" aria-busy={isLoading} className="panel p-6">
      <h2 id="summary" className="font-sans text-lg font-semibold">
        Order Summary
      </h2>
      {failure && (
        <div role="alert" className="mt-4">
          <p className="text-danger">{failure}</p>
          <Button look="secondary" small className="mt-3" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
      {!quote && !failure && <Skeleton className="mt-5 h-72" />}
      {quote && totals && (
        <>
          <ul className="mt-5 grid gap-4">
            {lines.slice(0, lines.length - hidden).map((line) => (
              <SummaryLine key={`${line.product_id} ${line.variant_name}`} line={line} currency={quote.currency} />
            ))}
          </ul>
          {hidden > 0 && (
            <Button look="quiet" small className="mt-2 -ml-3" onClick={() => setWhole(true)}>
              Show {hidden} more {hidden === 1 ? 'item' : 'items'}
            </Button>
          )}
          <OrderSums
            {...totals}
            currency={quote.currency}
            couponCode={quote.coupon_code}
            className="mt-5 border-t border-line pt-5"
          />
          <ExpectedDelivery quote={quote} />
        </>
      )}
    </section>
  );
}

/** For the chosen shipping method. */
function ExpectedDelivery({ quote: { shipping_method: chosen, shipping_options: options } }: { quote: Quote }) {
  const expected = options.find(({ method }) => method === chosen)?.expected_delivery;
  if (!expected) return null;
  return (
    <p className="mt-4 flex items-center gap-2 text-muted text-small">
      <Icon name="truck" /> Expected delivery {formatDays(expected)}
    </p>
  );
}

function SummaryLine({ line, currency }: { line: QuoteLine; currency: string }) {
  const { name, variant_name, image, quantity, unit_price, line_total } = line;
  return (
    <li className="grid grid-cols-[56px_1fr_auto] items-center gap-4 max-[359px]:grid-cols-[1fr_auto]">
      <Picture src={image} alt="" sizes="56px" className="rounded-field max-[359px]:hidden" />
      <div className="min-w-0">
        <p className="own-words font-semibold wrap-anywhere">{name}</p>
        <p className="text-muted text-small nums">
          {variant_name && `${variant_name} · `}
          {quantity} × <Amount value={unit_price} currency={currency} />
        </p>
        <AdjustmentList adjustments={line.adjustments} currency={currency} />
      </div>
      <p className="nums">
        <Amount value={line_total} currency={currency} />
      </p>
    </li>
  );
}
