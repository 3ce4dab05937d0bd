import type { ServerCart } from '#web/shared/cart/cart-item.ts';
import { lineProblems } from '#web/shared/cart/line-problem.ts';
import { formatPrice } from '#web/shared/money.ts';
import type { Quote } from './quote.ts';

interface Line {
  readonly name: string;
  readonly price: string;
  readonly quantity: number;
}

/** What is different between the cart that the shopper has in front of them and the fresh one, a sentence each. */
export function cartChanges(seen: Quote, fresh: ServerCart): string[] {
  const before = new Map(
    seen.items.map((item) => [nameOf(item), { ...item, name: nameOf(item), price: item.unit_price }]),
  );
  const after = new Map(
    fresh.items.map((item) => {
      const name = nameOf({ name: item.product.name, variant_name: item.variant?.name ?? null });
      return [name, { name, price: item.unit_price, quantity: item.quantity }];
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
  }
  return changes;
}
