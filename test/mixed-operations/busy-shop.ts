import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { createCoupon, type Shopper } from '#test/factories/order.ts';
import { createCategory, createProduct } from '#test/factories/product.ts';
import type { PayingShop } from '#test/paying-shop.ts';
import { randomBy } from '#test/random.ts';

/** A call that runs concurrently with others and may be refused. */
export type Call = () => Promise<unknown>;

export interface Visitor extends Shopper {
  token: string;
  paying: { payment_intent_id: string; client_secret: string } | undefined;
  orders: number[];
}

const PRODUCTS = 5;
const VISITORS = 10;

/** A shop with products and shoppers, whose choices follow a seed. Deleted products and shoppers are replaced. */
export async function openBusyShop(shop: PayingShop, seed: number) {
  const random = randomBy(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const pick = <T>(things: readonly T[]): T | undefined => things[below(things.length)];
  const { db } = shop.services;
  const admin = { token: await signIn(shop, await createAdmin(db)) };
  const secondAdmin = await createAdmin(db);
  const category = await createCategory(db, { name: `Storm ${seed}` });
  const otherCategory = await createCategory(db, { name: `Calm ${seed}` });
  const products: number[] = [];

  async function addProduct(): Promise<void> {
    const variants = below(2) === 0 ? [] : [{ stock: 9 }, { stock: 20, price_modifier_cents: 250 }];
    const stock = 5 + below(40);
    products.push((await createProduct(db, { stock, category_id: category.id, price_cents: 900, variants })).id);
  }

  async function newVisitor(): Promise<Visitor> {
    const user = await createCustomer(db);
    return { user, token: await signIn(shop, user), paying: undefined, orders: [] };
  }

  for (let n = 0; n < PRODUCTS; n += 1) await addProduct();
  const coupon = await createCoupon(shop, { code: `UNLIKE-${seed}`, usage_limit: 12, usage_limit_per_customer: 2 });
  const visitors = await Promise.all(Array.from({ length: VISITORS }, newVisitor));

  return {
    shop,
    seed,
    random,
    below,
    pick,
    admin,
    secondAdmin,
    category,
    otherCategory,
    coupon,
    products,
    addProduct,
    forgetProduct: (id: number) => void products.splice(products.indexOf(id), 1),
    visitors,
    newVisitor,
    anyOrder: () => ({ params: { id: pick(visitors.flatMap(({ orders }) => orders)) ?? 0 } }),
    anyProduct: () => ({ params: { id: pick(products) ?? 0 } }),
    anyVisitor: () => ({ params: { id: pick(visitors)?.user.id ?? 0 } }),
  };
}

export type BusyShop = Awaited<ReturnType<typeof openBusyShop>>;
