import { formatCount } from '#web/shared/numbers.ts';
import type { Analytics } from './analytics-data.ts';

const STEPS = [
  ['carts', 'Had a cart'],
  ['checkouts', 'Opened the checkout'],
  ['orders', 'Ordered'],
] as const;

/** Share of shoppers with a cart who ordered. */
export function ConversionPanel({ conversion }: { conversion: Analytics['conversion'] }) {
  const { carts, orders } = conversion;
  const share = (count: number) => (carts === 0 ? 0 : (count / carts) * 100);
  return (
    <section className="panel px-4 py-4 sm:px-6 sm:py-5" aria-labelledby="conversion-title">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="conversion-title" className="panel-title">
          From cart to order
        </h2>
        <p className="text-xl font-semibold nums">{carts === 0 ? '–' : `${Math.round(share(orders))}%`}</p>
      </div>
      <ul className="grid gap-3">
        {STEPS.map(([step, name]) => (
          <li key={step}>
            <div className="flex justify-between gap-4">
              <span>{name}</span>
              <span className="font-semibold nums">{formatCount(conversion[step])}</span>
            </div>
            <div className="bar" aria-hidden="true">
              <span style={{ width: `${share(conversion[step])}%` }} />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-muted text-small">
        Signed-in shoppers of the period, each counted once. A cart counts if its items were added or changed in the
        period and are still there, or went to the checkout. Emptied carts and guest carts, which stay on their devices,
        are not counted.
      </p>
    </section>
  );
}
