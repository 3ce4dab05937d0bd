import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveSetting } from '#test/factories/order.ts';
import { violatedInvariants, violatedInvariantsAtRest } from '#test/invariants.ts';
import { openBusyShop } from '#test/mixed-operations/busy-shop.ts';
import { accountCalls, orderCalls, outsideCalls, settingCalls } from '#test/mixed-operations/merchant-calls.ts';
import { bulkCalls, productCalls } from '#test/mixed-operations/product-calls.ts';
import { buyingCalls, otherShopperCalls } from '#test/mixed-operations/shopper-calls.ts';
import { openPayingShop, type PayingShop } from '#test/paying-shop.ts';

let shop: PayingShop;
beforeAll(async () => {
  shop = await openPayingShop();
  await saveSetting(shop, 'payment', { offlineEnabled: true });
  shop.connectWebhooks(true);
});
afterAll(() => shop.close());

const ORDERS = 4;
const MERCHANT_CALLS = 4;
/** The remaining calls are other actions of shoppers. */
const BUYING_SHARE = 0.75;

async function ordersSoFar(): Promise<number> {
  const { orders } = await shop.services.db
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow();
  return orders;
}

/** Shoppers who buy while the merchant turns the shop inside out, and accounts come and go. */
async function playUnlikeCalls(seed: number, rounds: number): Promise<void> {
  const busy = await openBusyShop(shop, seed);
  const { random, pick, visitors } = busy;
  const buying = buyingCalls(busy);
  const shopping = [...buying, ...otherShopperCalls(busy)];
  const managing = [orderCalls, productCalls, bulkCalls, settingCalls, accountCalls, outsideCalls].flatMap((calls) =>
    calls(busy),
  );
  const playRound = () => {
    const byShoppers = visitors.map((who) => pick(random() < BUYING_SHARE ? buying : shopping)?.(who));
    const byMerchants = Array.from({ length: MERCHANT_CALLS }, () => pick(managing)?.());
    const checked = violatedInvariants(shop.services.db).then((found) => expect(found).toEqual([]));
    return Promise.all([...byShoppers, ...byMerchants, checked]);
  };

  // Which calls meet is chance, and with it how many are turned away: it goes on until enough was bought.
  for (let round = 0; round < rounds || (round < 5 * rounds && (await ordersSoFar()) < ORDERS); round += 1) {
    await playRound();
  }
  shop.sandbox.faults.clear();
  shop.clock.advance({ minutes: 20 });
  await shop.jobs.run('reconcile-payments');
  await shop.jobs.run('expire-checkouts');
  // What the shop could not write down yet, the provider tells again within a minute.
  shop.clock.advance({ minutes: 2 });
}

test.each([1])(
  'purchases during merchant changes keep stock, money and records consistent (seed %i)',
  async (seed) => {
    await playUnlikeCalls(seed, 30);
    await expect.poll(() => violatedInvariantsAtRest(shop.services.db), { timeout: 30_000, interval: 500 }).toEqual([]);
    expect(await ordersSoFar(), 'a storm in which nobody buys proves nothing').toBeGreaterThanOrEqual(ORDERS);
    expect(shop.log.text()).not.toContain('An unexpected error occurred');
  },
  120_000,
);
