import { useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { formatPrice } from '#web/shared/money.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';

type Settings = Data<'GET /admin/settings'>;

interface Step {
  name: string;
  why: string;
  to: string;
  isDone: boolean;
}

/** The steps before the first order, and whether each is done, according to stored data rather than clicks. */
export function setupSteps({ site, payment, shipping, email }: Settings, categories: number, products: number): Step[] {
  return [
    {
      name: 'Name your shop',
      why: 'Name, contact, currency and time zone appear on every page and email.',
      to: '/admin/settings',
      isDone: site.revision > 0,
    },
    {
      name: 'Add a category',
      why: 'Shoppers browse by category; each product belongs to one.',
      to: '/admin/categories',
      isDone: categories > 0,
    },
    {
      name: 'Add products',
      why: 'One by one, or many at once from a CSV file.',
      to: '/admin/products',
      isDone: products > 0,
    },
    {
      name: 'Take payments',
      why: 'Enter the keys of your Stripe account, or allow orders that are paid later.',
      to: '/admin/settings?tab=payment',
      isDone: payment.cardsBy !== 'nobody' || payment.offlineEnabled,
    },
    {
      name: 'Set shipping and tax',
      why: `Until then shipping costs ${formatPrice(shipping.flatShippingCost.toFixed(2))} and the tax is ${shipping.taxPercent}%.`,
      to: '/admin/settings?tab=shipping',
      isDone: shipping.revision > 0,
    },
    {
      name: 'Set up email',
      why: 'Until then its emails wait in the outbox.',
      to: '/admin/settings?tab=email',
      isDone: email.isServerFromEnvironment || email.smtpHost !== '',
    },
  ];
}

const readSteps = async (products: number): Promise<Step[]> => {
  const [settings, categories] = await Promise.all([
    call('GET /admin/settings'),
    call('GET /admin/categories', { query: { per_page: 1 } }),
  ]);
  return setupSteps(settings, categories.count_all, products);
};

/** The remaining setup steps; renders nothing until they are known. */
export function SetupSteps({ products }: { products: number }) {
  const { data: steps } = useQuery({
    queryKey: ['admin', 'setup', products],
    queryFn: () => readSteps(products),
    retry: false,
    // Returning from a step shows it as done at once.
    staleTime: 0,
  });
  if (!steps) return null;
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section aria-labelledby="setup" className="panel px-5 py-4">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="setup" className="font-sans text-base font-semibold tracking-normal">
          Before the first order
        </h2>
        <p className="text-small text-muted nums">
          {done} of {steps.length} done
        </p>
      </div>
      <ol>
        {steps.map(({ name, why, to, isDone }) => (
          <li key={name} className="flex items-start gap-3 border-b border-line py-3 last:border-0">
            <span
              className={
                isDone
                  ? 'grid size-6 shrink-0 place-items-center rounded-full bg-success-soft text-success'
                  : 'size-6 shrink-0 rounded-full border-2 border-edge'
              }
            >
              {isDone && <Icon name="check" />}
            </span>
            <span>
              {isDone ? (
                <span className="text-muted">
                  {name} <span className="sr-only">(done)</span>
                </span>
              ) : (
                <Link to={to} className="link font-semibold">
                  {name}
                </Link>
              )}
              {!isDone && <span className="block text-small text-muted">{why}</span>}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
