import { ORDER_STATUSES } from '#domain/orders/order-status.ts';
import { ADDRESS } from '#test/factories/order.ts';
import type { BusyShop, Call } from './busy-shop.ts';

/** What a merchant does to orders. */
export function orderCalls({ shop, below, pick, admin, anyOrder }: BusyShop): Call[] {
  return [
    () =>
      shop.call(
        'PUT /admin/orders/{id}/status',
        { ...anyOrder(), body: { status: pick(ORDER_STATUSES) ?? 'pending' } },
        admin,
      ),
    () =>
      shop.call('POST /admin/orders/{id}/refunds', { ...anyOrder(), body: { amount: '1.50', reason: 'Storm' } }, admin),
    () => shop.call('POST /admin/orders/{id}/payment', anyOrder(), admin),
    () => {
      const shipping_address = { ...ADDRESS, line1: `${below(9)} Harbour Street` };
      return shop.call('PUT /admin/orders/{id}/address', { ...anyOrder(), body: { shipping_address } }, admin);
    },
  ];
}

/** Changes of what all products and orders depend on. */
export function settingCalls({ shop, random, below, pick, admin, category, coupon }: BusyShop): Call[] {
  const settings = async () => (await shop.call('GET /admin/settings', {}, admin)).data;
  return [
    async () => {
      const { id, name, slug } = category;
      const body = { name, slug, is_active: random() < 0.8 };
      await shop.call('PUT /admin/categories/{id}', { params: { id }, body }, admin);
    },
    async () => {
      const { revision } = (await settings()).shipping;
      const body = {
        revision,
        taxPercent: below(20),
        flatShippingCost: below(15),
        checkoutShipping: pick(['flat', 'methods'] as const),
      };
      await shop.call('PUT /admin/settings/shipping', { body }, admin);
    },
    async () => {
      const { revision } = (await settings()).site;
      await shop.call(
        'PUT /admin/settings/site',
        { body: { revision, currency: pick(['USD', 'EUR'] as const) } },
        admin,
      );
    },
    async () => {
      const { revision } = (await settings()).payment;
      const body = { revision, stripeEnabled: random() < 0.8, offlineEnabled: random() < 0.8 };
      await shop.call('PUT /admin/settings/payment', { body }, admin);
    },
    () => {
      const body = { kind: 'percentage', value: 5 + below(20), usage_limit: 12, is_active: random() < 0.8 } as const;
      return shop.call('PUT /admin/coupons/{id}', { params: { id: coupon.id }, body }, admin);
    },
  ];
}

/** What an admin does to accounts, also those of other admins. */
export function accountCalls(busy: BusyShop): Call[] {
  const { shop, random, below, pick, admin, secondAdmin, visitors, newVisitor, anyVisitor } = busy;
  return [
    () => {
      const status = random() < 0.3 ? 'inactive' : 'active';
      return shop.call('PUT /admin/users/{id}/status', { ...anyVisitor(), body: { status } }, admin);
    },
    () =>
      shop.call(
        'PUT /admin/users/{id}/role',
        { ...anyVisitor(), body: { role: pick(['admin', 'customer'] as const) ?? 'customer' } },
        admin,
      ),
    () =>
      shop.call(
        'PUT /admin/users/{id}/status',
        { params: { id: secondAdmin.id }, body: { status: 'inactive' } },
        admin,
      ),
    async () => {
      const index = below(visitors.length);
      const who = visitors[index];
      const gone = who && (await shop.call('DELETE /admin/users/{id}', { params: { id: who.user.id } }, admin));
      if (gone?.status === 200) visitors[index] = await newVisitor();
    },
  ];
}

/** What happens without a merchant: time passes, and the payment provider repeats, refunds or fails. */
export function outsideCalls({ shop, random, pick }: BusyShop): Call[] {
  const { db } = shop.services;
  return [
    async () => {
      shop.clock.advance({ minutes: 4 });
      await shop.jobs.run('expire-checkouts');
    },
    () => shop.jobs.run('reconcile-payments'),
    async () => {
      const delivery = pick(shop.deliveries);
      if (delivery) await shop.deliver(delivery);
    },
    async () => {
      const paid = await db.selectFrom('payment').select('intent_id').where('intent_id', 'is not', null).execute();
      const intent = pick(paid)?.intent_id;
      if (intent) await shop.stripe.refunds.create({ payment_intent: intent, amount: 100 }).catch(() => undefined);
    },
    async () => {
      const operation = pick(['create', 'update', 'retrieve', 'cancel', 'refund'] as const) ?? 'create';
      shop.sandbox.faults.set({ operation, kind: random() < 0.5 ? 'timeout_after' : '500', count: 2, ms: 20 });
    },
  ];
}
