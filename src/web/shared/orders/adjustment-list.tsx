import { describeAdjustment } from '#domain/money/price-adjustments.ts';
import { Amount } from '#web/shared/amount.tsx';

export interface Adjustment {
  readonly label: string;
  readonly value: string | null;
  /** As in the API; negative for a discount. */
  readonly amount: string;
}

/** Chosen options of a line, and what else plug-ins added to its price. */
export function AdjustmentList({
  adjustments,
  currency,
}: {
  adjustments: readonly Adjustment[] | undefined;
  currency?: string | undefined;
}) {
  if (!adjustments?.length) return null;
  return (
    <ul className="text-muted text-small nums">
      {adjustments.map((adjustment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a frozen list, in which two entries can read the same
        <li key={index} className="wrap-anywhere">
          <bdi>{describeAdjustment(adjustment)}</bdi>
          {adjustment.amount !== '0.00' && (
            <>
              &nbsp;·&nbsp;
              <SignedAmount value={adjustment.amount} currency={currency} plus />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** An amount that can be negative. @param plus writes + before an addition */
export function SignedAmount({
  value,
  currency,
  plus = false,
}: {
  value: string;
  currency?: string | undefined;
  plus?: boolean;
}) {
  const isDiscount = value.startsWith('-');
  return (
    <Amount value={isDiscount ? value.slice(1) : value} currency={currency} sign={isDiscount ? '−' : plus ? '+' : ''} />
  );
}
