import { sql } from 'kysely';
import { createAdmin, createCategory, createCustomer, openPluginShop, type PluginShop, signIn } from '#plugin/testing';
import type { alertContract } from './contract.ts';
import { stockAndPriceAlerts } from './plugin.ts';
import type { AlertKind } from './tables.ts';

export type AlertsShop = PluginShop<typeof alertContract>;

interface Admin {
  token: string;
}

const TOKEN = /token=([\w%-]+)/;

/** A variant as the product form sends it back. */
const asForm = ({
  price_modifier,
  ...variant
}: {
  readonly id: number;
  readonly price_modifier: string;
  readonly stock_seen: number;
}) => ({ ...variant, price_modifier: Number(price_modifier) });

const subjectOf = (kind: AlertKind, product_id: number, variant_id: number | null = null) => ({
  kind,
  product_id,
  variant_id,
});

/** Handles events, mails what is due and delivers the mails. */
async function settleAlerts({ events, jobs }: AlertsShop): Promise<void> {
  await events.deliverDue();
  while (jobs.requested().length > 0) await jobs.runRequested();
}

/** How the merchant adds and changes products. */
function productActions(shop: AlertsShop, admin: Admin, categoryId: number) {
  let made = 0;

  async function changeProduct(id: number, change: Readonly<Record<string, unknown>>): Promise<void> {
    const read = await shop.call('GET /admin/products/{id}', { params: { id } }, admin);
    const { name, sku, description, revision: seen, variants, stock_seen } = read.data.product;
    const price = Number(read.data.product.price);
    const body = {
      ...{ name, sku, description, price, category_id: categoryId, revision: seen, stock: stock_seen, stock_seen },
      ...(variants.length > 0 && { variants: variants.map(asForm) }),
      ...change,
    };
    await shop
      .call('PUT /admin/products/{id}', { params: { id }, body: body as never }, admin)
      .then(({ data }) => data);
  }

  async function changeVariant(id: number, variantId: number, change: Readonly<Record<string, number>>): Promise<void> {
    const read = await shop.call('GET /admin/products/{id}', { params: { id } }, admin);
    const variants = read.data.product.variants.map((variant) => ({
      ...asForm(variant),
      ...(variant.id === variantId && change),
    }));
    await changeProduct(id, { variants });
  }

  return {
    changeProduct,
    async createProduct(given: Readonly<Record<string, unknown>> = {}): Promise<number> {
      made += 1;
      const body = {
        name: `Lamp ${made}`,
        sku: `LAMP-${made}`,
        description: 'Bright.',
        price: 20,
        stock: 0,
        category_id: categoryId,
        ...given,
      };
      const { data } = await shop.call('POST /admin/products', { body }, admin);
      return data.product.id;
    },
    changeVariant,
    changeVariantStock: (id: number, variantId: number, stock: number) => changeVariant(id, variantId, { stock }),
    setStock: (id: number, stock: number) => changeProduct(id, { stock }),
    setPrice: (id: number, price: number) => changeProduct(id, { price }),
  };
}

/** Changes the settings of the alerts, and reads the list of requested alerts, as the merchant. */
function merchantActions(shop: AlertsShop, admin: Admin) {
  let revision = 0;
  return {
    async saveSettings(values: Readonly<Record<string, boolean | number>>): Promise<void> {
      const params = { plugin: 'stock-and-price-alerts' };
      const reply = await shop.call(
        'PUT /admin/plugins/{plugin}/settings',
        { params, body: { revision, values } },
        admin,
      );
      revision = reply.data.settings?.revision ?? revision + 1;
    },
    readDemand: (query: { readonly search?: string; readonly kind?: AlertKind } = {}) =>
      shop.call('GET /admin/stock-and-price-alerts/demand', { query }, admin),
  };
}

/** How customers and guests ask for alerts. */
function shopperActions(shop: AlertsShop) {
  const { db } = shop.services;
  return {
    async createCustomer() {
      const user = await createCustomer(db);
      return { user, email: user.email, token: await signIn(shop, user) };
    },
    /** After the session has expired. */
    signInAgain: async ({ user }: { readonly user: { readonly id: number } }) => ({ token: await signIn(shop, user) }),
    async requestAlert({ token }: { readonly token: string }, kind: AlertKind, productId: number, variantId?: number) {
      return shop.call(
        'POST /stock-and-price-alerts',
        { body: subjectOf(kind, productId, variantId ?? null) },
        { token },
      );
    },
    async requestAlertAsGuest(email: string, kind: AlertKind, productId: number, variantId?: number) {
      const body = { ...subjectOf(kind, productId, variantId ?? null), email };
      const reply = await shop.call('POST /stock-and-price-alerts/guests', { body });
      await settleAlerts(shop);
      return reply;
    },
    confirmAlert: (token: string) => shop.call('POST /stock-and-price-alerts/confirm', { body: { token } }),
    async alertsOf({ token }: { readonly token: string }) {
      return (await shop.call('GET /stock-and-price-alerts', { query: {} }, { token })).data.data;
    },
  };
}

/** What was mailed and stored. */
function alertRecords({ mailbox, services: { db } }: AlertsShop) {
  return {
    /** Subjects of the mails to an address, oldest first. */
    mailsTo: (email: string) => mailbox.mails.filter(({ to }) => to.email === email).map(({ subject }) => subject),
    /** The token of the link in the newest mail to an address. */
    tokenTo(email: string): string {
      const [, token = ''] = TOKEN.exec(mailbox.newestTo(email).text) ?? [];
      return decodeURIComponent(token);
    },
    /** Confirmed back-in-stock alerts of this many guests. */
    async insertGuests(productId: number, count: number): Promise<void> {
      await sql`
        INSERT INTO plugin_stock_and_price_alerts.alert (kind, product_id, email, confirmed_at, created_at)
        SELECT 'stock', ${productId}::integer, 'guest-' || n || '@example.test', now(), now()
          FROM generate_series(1, ${count}::integer) AS n`.execute(db);
    },
    /** Alert mails in the outbox, sent or not. */
    async countQueued(): Promise<number> {
      const mails = db.selectFrom('mail').select(({ fn }) => fn.countAll<number>().as('count'));
      const { count } = await mails
        .where('kind', '=', 'stock-and-price-alerts.back-in-stock')
        .executeTakeFirstOrThrow();
      return count;
    },
    /** Alerts that are stored for the address of a guest. */
    async countOfGuest(email: string): Promise<number> {
      const { rows } = await sql`
        SELECT id FROM plugin_stock_and_price_alerts.alert WHERE email = ${email}`.execute(db);
      return rows.length;
    },
  };
}

/** A test shop with alerts, and actions of its merchant and customers. */
export async function openAlertsShop() {
  const shop: AlertsShop = await openPluginShop<typeof alertContract>(stockAndPriceAlerts());
  const { db } = shop.services;
  const adminUser = await createAdmin(db);
  const admin: Admin = { token: await signIn(shop, adminUser) };
  const { id: categoryId } = await createCategory(db, { name: 'Lamps' });

  return {
    ...shop,
    ...productActions(shop, admin, categoryId),
    ...merchantActions(shop, admin),
    ...shopperActions(shop),
    ...alertRecords(shop),
    admin,
    settle: () => settleAlerts(shop),
    subject: subjectOf,
    /** Moves the clock forward; the admin signs in again. */
    async advance(span: { readonly days?: number; readonly minutes?: number }): Promise<void> {
      shop.clock.advance(span);
      admin.token = await signIn(shop, adminUser);
    },
  };
}

export type AlertsTestShop = Awaited<ReturnType<typeof openAlertsShop>>;
