import { type Insertable, type Selectable, sql } from 'kysely';
import type { ShippingAddress } from '#contract/storefront/shipping-address.ts';
import type { Coupon } from '#server/platform/database/schema.ts';
import { type CreatedUser, createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import type { PayingShop } from '#test/paying-shop.ts';

export const ADDRESS: ShippingAddress = {
  name: 'Cleo Customer',
  line1: '1 Market Street',
  city: 'Springfield',
  state: 'IL',
  postal_code: '62701',
  country: 'US',
};

export interface Shopper {
  readonly user: CreatedUser;
  readonly token: string;
}

/** A signed-in customer. */
export async function createShopper(shop: PayingShop): Promise<Shopper> {
  const user = await createCustomer(shop.services.db);
  return { user, token: await signIn(shop, user) };
}

/** Adds units to a shopper's cart, with options of the line. */
export async function fillCart(
  shop: PayingShop,
  { token }: Pick<Shopper, 'token'>,
  productId: number,
  quantity = 1,
  options?: Readonly<Record<string, string>>,
): Promise<void> {
  const body = { product_id: productId, quantity, options };
  const reply = await shop.call('POST /cart', { body }, { token });
  if (reply.status !== 200) throw new Error(`The cart was not filled: ${reply.message}`);
}

/** Applies a coupon to a shopper's cart. */
export function applyCoupon(shop: PayingShop, { token }: Pick<Shopper, 'token'>, code: string) {
  return shop.call('POST /cart/coupon', { body: { code } }, { token });
}

/** What the shopper's page sends as `amount`. */
export async function cartTotal(shop: PayingShop, { token }: Pick<Shopper, 'token'>): Promise<string> {
  return (await shop.call('GET /cart', {}, { token })).data.total;
}

/** Creates the payment of the current cart, with the card provider by default. */
export async function openPayment(
  shop: PayingShop,
  shopper: Pick<Shopper, 'token'>,
  address = ADDRESS,
  provider?: string,
) {
  const body = { amount: await cartTotal(shop, shopper), shipping_address: address, provider };
  return shop.call('POST /payments/create-intent', { body }, { token: shopper.token });
}

/** Confirms a payment with the shop. */
export function confirmPayment(shop: PayingShop, { token }: Pick<Shopper, 'token'>, intentId: string) {
  return shop.call('POST /payments/confirm', { body: { payment_intent_id: intentId } }, { token });
}

export interface BoughtOrder {
  readonly shopper: Shopper;
  readonly intentId: string;
  readonly orderId: number;
  readonly orderNumber: string;
}

interface PaidOrderTerms {
  readonly quantity?: number;
  readonly shopper?: Shopper;
  readonly card?: string;
  readonly coupon?: string;
  /** Options of the cart line, by `<plugin>:<key>`. */
  readonly lineOptions?: Readonly<Record<string, string>>;
  /** Options of the checkout, by `<plugin>:<key>`. */
  readonly options?: Readonly<Record<string, string>>;
}

/** A paid order of one product, made through the API by a new customer by default. */
export async function createPaidOrder(
  shop: PayingShop,
  productId: number,
  given: PaidOrderTerms = {},
): Promise<BoughtOrder> {
  const { quantity = 1, shopper, card, coupon, lineOptions, options } = given;
  const buyer = shopper ?? (await createShopper(shop));
  await fillCart(shop, buyer, productId, quantity, lineOptions);
  if (coupon) await applyCoupon(shop, buyer, coupon);
  const body = { amount: await cartTotal(shop, buyer), shipping_address: ADDRESS, options };
  const { data } = await shop.call('POST /payments/create-intent', { body }, { token: buyer.token });
  await shop.pay(data, card);
  const confirmed = await confirmPayment(shop, buyer, data.payment_intent_id);
  const { order_id: orderId, order_number: orderNumber } = confirmed.data;
  return { shopper: buyer, intentId: data.payment_intent_id, orderId, orderNumber };
}

/** A coupon for 10% without limits; all fields can be overridden. */
export async function createCoupon(
  { services }: PayingShop,
  given: Partial<Insertable<Coupon>> & { readonly code: string },
): Promise<Selectable<Coupon>> {
  return services.db
    .insertInto('coupon')
    .values({ kind: 'percentage', value: 1000, ...given })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The counts of one stock row. */
export function readStock({ services }: PayingShop, stockId: number) {
  return services.db
    .selectFrom('stock')
    .select(['received', 'sold', 'held'])
    .where('id', '=', stockId)
    .executeTakeFirstOrThrow();
}

/** State and provider of the checkout of a payment. */
export function readCheckout({ services }: PayingShop, intentId: string) {
  return services.db
    .selectFrom('checkout')
    .select(['status', 'provider'])
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow();
}

/** The time to pay is over. */
export async function makeOverdue({ services, clock }: PayingShop, intentId: string): Promise<void> {
  await services.db
    .updateTable('checkout')
    .set({ expires_at: clock.now() })
    .where('intent_id', '=', intentId)
    .execute();
}

/** An admin refunds an amount such as `5.00`. @returns the order */
export async function refundOrder(shop: PayingShop, orderId: number, amount: string) {
  const token = await signIn(shop, await createAdmin(shop.services.db));
  const input = { params: { id: orderId }, body: { amount, reason: 'A scratch' } };
  return (await shop.call('POST /admin/orders/{id}/refunds', input, { token })).data.order;
}

/** How many intents the provider has, and how many of them are paid. */
export async function readIntents({ services }: PayingShop): Promise<{ made: number; paid: number }> {
  const { rows } = await sql<{ made: number; paid: number }>`
    SELECT count(*) AS made, count(*) FILTER (WHERE status = 'succeeded') AS paid FROM sandbox.payment_intents`.execute(
    services.db,
  );
  return rows[0] ?? { made: 0, paid: 0 };
}

/** Saves some settings, as the back office would. */
export async function saveSetting(
  { services }: PayingShop,
  section: 'payment' | 'shipping' | 'site',
  value: Readonly<Record<string, unknown>>,
): Promise<void> {
  const json = JSON.stringify(value);
  await services.db
    .insertInto('setting')
    .values({ section, value: json })
    .onConflict((conflict) => conflict.column('section').doUpdateSet({ value: json }))
    .execute();
}
