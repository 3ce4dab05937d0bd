import { describeAdjustment } from '#domain/money/price-adjustments.ts';
import type { ServerCart } from '#web/shared/cart/cart-item.ts';
import { lineProblems } from '#web/shared/cart/line-problem.ts';
import { formatPrice } from '#web/shared/money.ts';
import type { Adjustment } from '#web/shared/orders/adjustment-list.tsx';
import type { Quote } from './quote.ts';

interface Line {
  readonly name: string;
  readonly price: string;
  readonly quantity: number;
  readonly adjustments?: readonly Adjustment[] | undefined;
}

/** Differences between the shown cart and the current one, one message each. */
export function cartChanges(seen: Quote, fresh: ServerCart): string[] {
  const before = new Map(
    seen.items.map((item) => [nameOf(item), { ...item, name: nameOf(item), price: item.unit_price }]),
  );
  const after = new Map(
    fresh.items.map((item) => {
      const name = nameOf({ name: item.product.name, variant_name: item.variant?.name ?? null });
      const { unit_price: price, quantity, adjustments } = item;
      return [name, { name, price, quantity, adjustments }];
    }),
  );
  const changes = [...before.values()].flatMap((line) => lineChanges(line, after.get(line.name)));
  for (const { name } of after.values()) if (!before.has(name)) changes.push(`${name} was added.`);
  changes.push(...lineProblems(fresh.items));
  if (fresh.coupon?.refusal) changes.push(`Coupon ${fresh.coupon.code}: ${fresh.coupon.refusal}`);
  if (seen.cart_total !== fresh.total) {
    changes.push(`The cart comes to ${formatPrice(fresh.total)} instead of ${formatPrice(seen.cart_total)}.`);
  }
  return changes;
}

const nameOf = ({ name, variant_name }: { name: string; variant_name: string | null }) =>
  variant_name ? `${name}, ${variant_name}` : name;

function lineChanges(before: Line, after: Line | undefined): string[] {
  if (!after) return [`${before.name} is no longer in your cart.`];
  const changes: string[] = [];
  if (after.price !== before.price) {
    changes.push(`${before.name} costs ${formatPrice(after.price)} instead of ${formatPrice(before.price)}.`);
  }
  if (after.quantity !== before.quantity) {
    changes.push(`${before.name}: ${after.quantity} instead of ${before.quantity}.`);
  } else {
    changes.push(...adjustmentChanges(before, after));
  }
  return changes;
}

/** Of options and other amounts of plug-ins, which follow the quantity. */
function adjustmentChanges(before: Line, after: Line): string[] {
  const seen = new Map(before.adjustments?.map((adjustment) => [describeAdjustment(adjustment), adjustment.amount]));
  const now = new Map(after.adjustments?.map((adjustment) => [describeAdjustment(adjustment), adjustment.amount]));
  const changes = [...seen].flatMap(([what, amount]) => {
    const fresh = now.get(what);
    if (fresh === undefined) return [`${before.name}: ${what} was removed.`];
    return fresh === amount
      ? []
      : [`${before.name}: ${what} costs ${formatPrice(fresh)} instead of ${formatPrice(amount)}.`];
  });
  for (const what of now.keys()) if (!seen.has(what)) changes.push(`${before.name}: ${what} was added.`);
  return changes;
}
