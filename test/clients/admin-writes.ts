import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { type CallKey, contract, type ShopContract } from '#contract/index.ts';
import { API_KEY as BANK_KEY } from '../../examples/bank-link/fake-bank.ts';
import { type CreatedUser, createAdmin, createCustomer, PASSWORD, signIn } from '../factories/customer.ts';
import { ADDRESS, createPaidOrder, createShopper, fillCart, openPayment, saveSetting } from '../factories/order.ts';
import { createCategory, createProduct } from '../factories/product.ts';
import { saveCard } from '../factories/saved-card.ts';
import type { PayingShop } from '../paying-shop.ts';

type OwnAccount = `${string} /auth/${string}` | `${string} /account/${string}`;

/** Writes of the back office and of an admin's own account, and exports. */
export type AuditedCall = {
  [K in CallKey]: K extends `GET ${string}`
    ? ShopContract[K] extends { readonly access: 'admin'; readonly sends: 'text/csv; charset=utf-8' }
      ? K
      : never
    : ShopContract[K] extends { readonly access: 'admin' }
      ? K
      : K extends OwnAccount
        ? K
        : never;
}[CallKey];

/** The same, found at run time. */
export const AUDITED_CALLS = Object.entries(contract as Record<string, Endpoint>)
  .filter(([key, { access, sends }]) => {
    if (key.startsWith('GET ')) return access === 'admin' && sends === 'text/csv; charset=utf-8';
    return access === 'admin' || /^\w+ \/(auth|account)\//.test(key);
  })
  .map(([key]) => key);

/** Endpoints without an audit row, and why. */
export const NOT_AUDITED = {
  'POST /auth/register': 'makes customers, never admins',
  'POST /auth/forgot-password': 'anybody can ask for anybody; only the security log has it',
  'POST /account/orders/{id}/again': 'fills a cart',
  'GET /admin/imports/{id}/errors': 'gives back rows of a file that the admin uploaded',
} as const satisfies Partial<Record<AuditedCall, string>>;

/** An admin using a test shop. */
export interface AdminClient {
  readonly shop: PayingShop;
  readonly admin: CreatedUser;
  readonly token: string;
  /** Calls the API as the admin. */
  call<K extends CallKey>(key: K, input: InputOf<ShopContract[K]>): Promise<unknown>;
  /** Sends a file, as a form. */
  upload(key: CallKey, file: Buffer | string): Promise<unknown>;
}

/** Prepares what a call needs. @returns the call. */
export type AdminWrite = (client: AdminClient) => Promise<() => Promise<unknown>>;

const read = async <K extends CallKey>({ shop, token }: AdminClient, key: K, input: InputOf<ShopContract[K]>) =>
  (await shop.call(key, input, { token })).data;
const product = ({ shop }: AdminClient) => createProduct(shop.services.db, { stock: 100, price_cents: 2000 });
const paidOrder = async (client: AdminClient) =>
  (await createPaidOrder(client.shop, (await product(client)).id)).orderId;
const someone = ({ shop }: AdminClient) => createCustomer(shop.services.db, { email_verified_at: new Date() });
const settingsOf = (client: AdminClient) => read(client, 'GET /admin/settings', {});
const codeFor = ({ shop }: AdminClient, secret: string) => {
  shop.clock.advance({ seconds: 30 });
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.services.now().getTime() });
};
const sure = { current_password: PASSWORD };
const passwords = { password: 'Battery-staple-2', password_confirmation: 'Battery-staple-2' };
const png = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: { r: 9, g: 9, b: 9 } } })
    .png()
    .toBuffer();
const CSV = 'sku,name,description,price,stock,category\nNEW-1,Lamp,Bright,9.00,3,';

/** An event that a subscriber failed to handle. */
async function failedDelivery({ shop: { services } }: AdminClient): Promise<number> {
  const subject = { subject_kind: 'order', subject_id: 1 };
  const { id: event_id } = await services.db
    .insertInto('domain_event')
    .values({ ...subject, type: 'order.placed', version: 1, payload: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await services.db
    .insertInto('event_delivery')
    .values({ ...subject, event_id, subscriber: 'x', attempts: 8, last_error: 'x', failed_at: services.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function failedMail({ shop }: AdminClient): Promise<number> {
  const row = { kind: 'x', to_email: 'bea@example.test', subject: 'x', text_body: 'x', html_body: 'x' };
  const { id } = await shop.services.db
    .insertInto('mail')
    .values({ ...row, status: 'failed' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** As after following the mailed link. */
async function proveAddress({ shop, admin }: AdminClient): Promise<void> {
  const email_verified_at = shop.services.now();
  await shop.services.db.updateTable('users').set({ email_verified_at }).where('id', '=', admin.id).execute();
}

async function switchOnTwoFactor(client: AdminClient): Promise<string> {
  await proveAddress(client);
  const { secret } = await read(client, 'POST /auth/two-factor/setup', { body: sure });
  await read(client, 'POST /auth/two-factor/confirm', { body: { code: codeFor(client, secret) } });
  return secret;
}

/** The token of the newest mail to the admin. */
async function mailedToken({ shop, admin }: AdminClient): Promise<string> {
  await shop.jobs.runRequested();
  await shop.jobs.runRequested();
  return /token=([\w-]+)/.exec(shop.mailbox.newestTo(admin.email).text)?.[1] ?? '';
}

async function uploadCsv(client: AdminClient): Promise<number> {
  const category = await createCategory(client.shop.services.db);
  const reply = (await client.upload('POST /admin/imports', `${CSV}${category.name}\n`)) as { data: { id: number } };
  return reply.data.id;
}

async function checkCsv(client: AdminClient): Promise<number> {
  const id = await uploadCsv(client);
  const { mapping } = await read(client, 'GET /admin/imports/{id}', { params: { id } });
  await read(client, 'PUT /admin/imports/{id}/mapping', { params: { id }, body: mapping });
  await client.shop.jobs.runRequested();
  return id;
}

async function message(client: AdminClient): Promise<number> {
  const body = { name: 'Bea', email: 'bea@example.test', subject: 'general', message: 'Hello?' } as const;
  await client.shop.call('POST /contact', { body });
  return (await read(client, 'GET /admin/messages', { query: {} })).data[0]?.id ?? 0;
}

async function coupon(client: AdminClient): Promise<number> {
  const body = { code: `C-${crypto.randomUUID().slice(0, 8)}`, kind: 'fixed', value: 5 } as const;
  return (await read(client, 'POST /admin/coupons', { body })).coupon.id;
}

async function customField(client: AdminClient): Promise<number> {
  const body = { key: `f_${crypto.randomUUID().slice(0, 8)}`, label: 'Material', kind: 'text' } as const;
  return (await read(client, 'POST /admin/custom-fields', { body })).field.id ?? 0;
}

async function synonym(client: AdminClient): Promise<number> {
  return (await read(client, 'POST /admin/search/synonyms', { body: { terms: ['sofa', 'squab'] } })).synonym.id;
}

async function searchRule(client: AdminClient): Promise<number> {
  const body = { query: `q${crypto.randomUUID().slice(0, 8)}`, redirect_to: '/contact' };
  return (await read(client, 'POST /admin/search/rules', { body })).rule.id;
}

async function address(client: AdminClient): Promise<number> {
  return (await read(client, 'POST /account/addresses', { body: ADDRESS })).id;
}

async function unpaidOrder(client: AdminClient): Promise<number> {
  await saveSetting(client.shop, 'payment', { offlineEnabled: true });
  client.shop.services.settings.forget();
  const shopper = await createShopper(client.shop);
  await fillCart(client.shop, shopper, (await product(client)).id);
  const body = { shipping_address: ADDRESS, payment_method: 'offline' } as const;
  return (await client.shop.call('POST /orders', { body }, { token: shopper.token })).data.id;
}

/** Settings of the fixture plug-in (test/fixtures/notes). */
async function pluginSettings(client: AdminClient) {
  const body = { revision: 0, values: { greeting: 'Hello' } };
  return () => client.call('PUT /admin/plugins/{plugin}/settings', { params: { plugin: 'notes' }, body });
}

/** A call that places a product of a category. */
async function placedProduct(client: AdminClient) {
  const { id: productId, category_id } = await product(client);
  const id = category_id ?? 0;
  const isListed = async () =>
    (await read(client, 'GET /admin/categories/{id}/products', { params: { id }, query: {} })).total;
  await expect.poll(isListed).toBeGreaterThan(0);
  return async () => {
    const body = { position: 1, revision: 0 };
    await client.call('PUT /admin/categories/{id}/products/{productId}/position', { params: { id, productId }, body });
    return { id };
  };
}

/** A valid call of each endpoint. A new admin endpoint does not compile without an entry. */
export const ADMIN_WRITES: Readonly<Record<Exclude<AuditedCall, keyof typeof NOT_AUDITED>, AdminWrite>> = {
  'PUT /admin/categories/{id}/products/{productId}/position': placedProduct,
  'DELETE /admin/categories/{id}/products/order': async (client) => {
    const placed = await placedProduct(client);
    const { id } = (await placed()) as { id: number };
    return () =>
      client.call('DELETE /admin/categories/{id}/products/order', { params: { id }, query: { revision: 1 } });
  },
  'PUT /admin/plugins/{plugin}/settings': pluginSettings,
  'POST /admin/plugins/{plugin}/test': async (client) => {
    const params = { plugin: 'bank-link' };
    const body = { revision: 0, values: { apiKey: BANK_KEY } };
    await client.call('PUT /admin/plugins/{plugin}/settings', { params, body });
    return () => client.call('POST /admin/plugins/{plugin}/test', { params });
  },
  'POST /auth/login': async (client) => () =>
    client.call('POST /auth/login', { body: { email: client.admin.email, password: PASSWORD } }),
  'POST /auth/login/code': async (client) => {
    const secret = await switchOnTwoFactor(client);
    const body = { email: client.admin.email, password: PASSWORD };
    const { failure } = await client.shop.call('POST /auth/login', { body });
    const { challenge } = failure.data as { challenge: string };
    return () => client.call('POST /auth/login/code', { body: { challenge, code: codeFor(client, secret) } });
  },
  'POST /admin/backups': async (client) => () => client.call('POST /admin/backups', {}),
  'POST /admin/system/jobs/{name}/retry': async (client) => () =>
    client.call('POST /admin/system/jobs/{name}/retry', { params: { name: 'clean-up' } }),
  'POST /auth/logout': async (client) => () => client.call('POST /auth/logout', {}),
  'PUT /auth/profile': async (client) => () => client.call('PUT /auth/profile', { body: { name: 'Another Name' } }),
  'PUT /auth/password': async (client) => () => client.call('PUT /auth/password', { body: { ...sure, ...passwords } }),
  'POST /auth/reset-password': async (client) => {
    await client.shop.call('POST /auth/forgot-password', { body: { email: client.admin.email } });
    const token = await mailedToken(client);
    return () => client.call('POST /auth/reset-password', { body: { token, ...passwords } });
  },
  'POST /auth/verify-email': async (client) => {
    await read(client, 'POST /auth/resend-verification', {});
    const token = await mailedToken(client);
    return () => client.call('POST /auth/verify-email', { body: { token } });
  },
  'POST /auth/resend-verification': async (client) => () => client.call('POST /auth/resend-verification', {}),
  'DELETE /auth/email-change': async (client) => () => client.call('DELETE /auth/email-change', {}),
  'POST /auth/email-change/resend': async (client) => {
    await read(client, 'PUT /auth/profile', { body: { email: 'another@example.test', ...sure } });
    return () => client.call('POST /auth/email-change/resend', {});
  },
  'POST /auth/email-change/undo': async (client) => {
    await proveAddress(client);
    await read(client, 'PUT /auth/profile', { body: { email: 'another@example.test', ...sure } });
    const token = await mailedToken(client);
    return () => client.call('POST /auth/email-change/undo', { body: { token } });
  },
  'POST /auth/two-factor/setup': async (client) => {
    await proveAddress(client);
    return () => client.call('POST /auth/two-factor/setup', { body: sure });
  },
  'POST /auth/two-factor/confirm': async (client) => {
    await proveAddress(client);
    const { secret } = await read(client, 'POST /auth/two-factor/setup', { body: sure });
    return () => client.call('POST /auth/two-factor/confirm', { body: { code: codeFor(client, secret) } });
  },
  'POST /auth/two-factor/recovery-codes': async (client) => {
    await switchOnTwoFactor(client);
    return () => client.call('POST /auth/two-factor/recovery-codes', { body: sure });
  },
  'POST /auth/two-factor/disable': async (client) => {
    await switchOnTwoFactor(client);
    return () => client.call('POST /auth/two-factor/disable', { body: sure });
  },

  'POST /account/addresses': async (client) => () => client.call('POST /account/addresses', { body: ADDRESS }),
  'PUT /account/addresses/{id}': async (client) => {
    const id = await address(client);
    return () => client.call('PUT /account/addresses/{id}', { params: { id }, body: ADDRESS });
  },
  'DELETE /account/addresses/{id}': async (client) => {
    const id = await address(client);
    return () => client.call('DELETE /account/addresses/{id}', { params: { id } });
  },
  'DELETE /account/cards/{id}': async (client) => {
    const id = await saveCard(client.shop, client);
    return () => client.call('DELETE /account/cards/{id}', { params: { id } });
  },
  'PUT /account/notifications': async (client) => () =>
    client.call('PUT /account/notifications', { body: { orderNotifications: false } }),
  'PUT /account/avatar': async (client) => {
    const image = `data:image/png;base64,${(await png()).toString('base64')}`;
    return () => client.call('PUT /account/avatar', { body: { image } });
  },
  'DELETE /account/avatar': async (client) => () => client.call('DELETE /account/avatar', {}),
  'DELETE /account/sessions/{id}': async (client) => {
    await signIn(client.shop, client.admin);
    const sessions = await read(client, 'GET /account/sessions', {});
    const id = sessions.find(({ is_this_one }) => !is_this_one)?.id ?? 0;
    return () => client.call('DELETE /account/sessions/{id}', { params: { id } });
  },
  'DELETE /account/sessions': async (client) => () => client.call('DELETE /account/sessions', {}),
  'POST /account/deletion': async (client) => () => client.call('POST /account/deletion', {}),
  'POST /account/deletion/confirm': async (client) => {
    await createAdmin(client.shop.services.db);
    await read(client, 'POST /account/deletion', {});
    const token = await mailedToken(client);
    return () => client.call('POST /account/deletion/confirm', { body: { token } });
  },

  'PUT /admin/orders/{id}/status': async (client) => {
    const params = { id: await paidOrder(client) };
    return () => client.call('PUT /admin/orders/{id}/status', { params, body: { status: 'confirmed' } });
  },
  'PUT /admin/orders/{id}/address': async (client) => {
    const params = { id: await paidOrder(client) };
    const body = { shipping_address: { ...ADDRESS, city: 'Salem' } };
    return () => client.call('PUT /admin/orders/{id}/address', { params, body });
  },
  'POST /admin/orders/{id}/refunds': async (client) => {
    const params = { id: await paidOrder(client) };
    return () => client.call('POST /admin/orders/{id}/refunds', { params, body: { amount: 1, reason: 'Damaged' } });
  },
  'POST /admin/orders/{id}/payment': async (client) => {
    const params = { id: await unpaidOrder(client) };
    return () => client.call('POST /admin/orders/{id}/payment', { params });
  },
  'POST /admin/orders/{id}/mails': async (client) => {
    const params = { id: await paidOrder(client) };
    return () => client.call('POST /admin/orders/{id}/mails', { params, body: { kind: 'order-placed' } });
  },
  'GET /admin/orders/export': async (client) => () => client.call('GET /admin/orders/export', { query: {} }),
  'POST /admin/holds/{id}/release': async (client) => {
    const shopper = await createShopper(client.shop);
    await fillCart(client.shop, shopper, (await product(client)).id);
    await openPayment(client.shop, shopper);
    const { data } = await read(client, 'GET /admin/holds', { query: {} });
    return () => client.call('POST /admin/holds/{id}/release', { params: { id: data[0]?.checkout_id ?? 0 } });
  },
  'POST /admin/coupons': async (client) => () =>
    client.call('POST /admin/coupons', { body: { code: 'SPRING-20', kind: 'fixed', value: 5 } }),
  'PUT /admin/coupons/{id}': async (client) => {
    const params = { id: await coupon(client) };
    return () => client.call('PUT /admin/coupons/{id}', { params, body: { kind: 'fixed', value: 6 } });
  },
  'DELETE /admin/coupons/{id}': async (client) => {
    const params = { id: await coupon(client) };
    return () => client.call('DELETE /admin/coupons/{id}', { params });
  },

  'POST /admin/custom-fields': async (client) => () =>
    client.call('POST /admin/custom-fields', { body: { key: 'width', label: 'Width', kind: 'number' } }),
  'PUT /admin/custom-fields/{id}': async (client) => {
    const params = { id: await customField(client) };
    return () => client.call('PUT /admin/custom-fields/{id}', { params, body: { label: 'Wood', kind: 'text' } });
  },
  'DELETE /admin/custom-fields/{id}': async (client) => {
    const params = { id: await customField(client) };
    return () => client.call('DELETE /admin/custom-fields/{id}', { params });
  },

  'POST /admin/search/synonyms': async (client) => () =>
    client.call('POST /admin/search/synonyms', { body: { terms: ['lamp', 'luminaire'] } }),
  'PUT /admin/search/synonyms/{id}': async (client) => {
    const params = { id: await synonym(client) };
    return () =>
      client.call('PUT /admin/search/synonyms/{id}', { params, body: { terms: ['sofa'], finds: ['chair'] } });
  },
  'DELETE /admin/search/synonyms/{id}': async (client) => {
    const params = { id: await synonym(client) };
    return () => client.call('DELETE /admin/search/synonyms/{id}', { params });
  },
  'POST /admin/search/rules': async (client) => () =>
    client.call('POST /admin/search/rules', { body: { query: 'returns', redirect_to: '/faq' } }),
  'PUT /admin/search/rules/{id}': async (client) => {
    const params = { id: await searchRule(client) };
    return () =>
      client.call('PUT /admin/search/rules/{id}', { params, body: { query: 'help', redirect_to: '/contact' } });
  },
  'DELETE /admin/search/rules/{id}': async (client) => {
    const params = { id: await searchRule(client) };
    return () => client.call('DELETE /admin/search/rules/{id}', { params });
  },

  'PUT /admin/settings/site': async (client) => {
    const { revision } = (await settingsOf(client)).site;
    return () => client.call('PUT /admin/settings/site', { body: { siteName: 'Agora', revision } });
  },
  'PUT /admin/settings/payment': async (client) => {
    const { revision } = (await settingsOf(client)).payment;
    return () => client.call('PUT /admin/settings/payment', { body: { paypalEnabled: true, revision } });
  },
  'PUT /admin/settings/shipping': async (client) => {
    const { revision } = (await settingsOf(client)).shipping;
    return () => client.call('PUT /admin/settings/shipping', { body: { taxPercent: 9, revision } });
  },
  'PUT /admin/settings/email': async (client) => {
    const { revision } = (await settingsOf(client)).email;
    return () => client.call('PUT /admin/settings/email', { body: { fromName: 'Agora', revision } });
  },
  'PUT /admin/settings/data': async (client) => {
    const { revision } = (await settingsOf(client)).data;
    return () => client.call('PUT /admin/settings/data', { body: { keepMails: 365, revision } });
  },
  'PUT /admin/settings/security': async (client) => {
    const { revision } = (await settingsOf(client)).security;
    return () => client.call('PUT /admin/settings/security', { body: { sessionTimeout: 60, revision } });
  },
  'POST /admin/settings/payment/test': async (client) => () =>
    client.call('POST /admin/settings/payment/test', { body: { service: 'stripe' } }),
  'POST /admin/settings/email/test': async (client) => () =>
    client.call('POST /admin/settings/email/test', { body: {} }),

  'POST /admin/messages/{id}/reply': async (client) => {
    const params = { id: await message(client) };
    return () => client.call('POST /admin/messages/{id}/reply', { params, body: { message: 'Hello!' } });
  },
  'PUT /admin/messages/{id}/status': async (client) => {
    const params = { id: await message(client) };
    return () => client.call('PUT /admin/messages/{id}/status', { params, body: { status: 'done' } });
  },
  'DELETE /admin/messages/{id}': async (client) => {
    const params = { id: await message(client) };
    return () => client.call('DELETE /admin/messages/{id}', { params });
  },

  'POST /admin/products': async (client) => {
    const { id: category_id } = await createCategory(client.shop.services.db);
    const body = { name: 'Mug', sku: 'MUG-9', description: 'Holds tea.', price: 12.5, stock: 8, category_id };
    return () => client.call('POST /admin/products', { body });
  },
  'PUT /admin/products/{id}': async (client) => {
    const { id, category_id } = await product(client);
    const body = { name: 'Mug', sku: 'MUG-10', description: 'Holds tea.', price: 9, stock: 8 };
    const wanted = { ...body, category_id: category_id ?? 0 };
    return () => client.call('PUT /admin/products/{id}', { params: { id }, body: wanted });
  },
  'DELETE /admin/products/{id}': async (client) => {
    const params = { id: (await product(client)).id };
    return () => client.call('DELETE /admin/products/{id}', { params });
  },
  'POST /admin/products/bulk': async (client) => {
    const body = { action: 'deactivate' as const, ids: [(await product(client)).id] };
    return () => client.call('POST /admin/products/bulk', { body });
  },
  'GET /admin/products/export': async (client) => () => client.call('GET /admin/products/export', { query: {} }),
  'POST /admin/uploads': async (client) => {
    const file = await png();
    return () => client.upload('POST /admin/uploads', file);
  },
  'POST /admin/imports': async (client) => () => client.upload('POST /admin/imports', `${CSV}Lamps\n`),
  'PUT /admin/imports/{id}/mapping': async (client) => {
    const params = { id: await uploadCsv(client) };
    const { mapping } = await read(client, 'GET /admin/imports/{id}', { params });
    return () => client.call('PUT /admin/imports/{id}/mapping', { params, body: mapping });
  },
  'POST /admin/imports/{id}/run': async (client) => {
    const params = { id: await checkCsv(client) };
    return () => client.call('POST /admin/imports/{id}/run', { params, body: { mode: 'all_or_nothing' } });
  },
  'POST /admin/imports/{id}/cancel': async (client) => {
    const params = { id: await uploadCsv(client) };
    return () => client.call('POST /admin/imports/{id}/cancel', { params });
  },
  'POST /admin/categories': async (client) => () =>
    client.call('POST /admin/categories', { body: { name: 'Lamps', slug: 'lamps-9' } }),
  'PUT /admin/categories/{id}': async (client) => {
    const { id } = await createCategory(client.shop.services.db);
    const body = { name: 'Other lamps', slug: `other-${id}` };
    return () => client.call('PUT /admin/categories/{id}', { params: { id }, body });
  },
  'PUT /admin/categories/{id}/place': async (client) => {
    const { id } = await createCategory(client.shop.services.db);
    const parent_id = (await createCategory(client.shop.services.db)).id;
    return () => client.call('PUT /admin/categories/{id}/place', { params: { id }, body: { parent_id, position: 1 } });
  },
  'DELETE /admin/categories/{id}': async (client) => {
    const { id } = await createCategory(client.shop.services.db);
    return () => client.call('DELETE /admin/categories/{id}', { params: { id } });
  },

  'GET /admin/analytics/export': async (client) => () => client.call('GET /admin/analytics/export', { query: {} }),
  'PUT /admin/analytics/goals': async (client) => {
    const { month, revision } = await read(client, 'GET /admin/analytics/goals', { query: {} });
    const body = { month, revision, revenue: 100, orders: null, customers: null };
    return () => client.call('PUT /admin/analytics/goals', { body });
  },
  'GET /admin/users/export': async (client) => () => client.call('GET /admin/users/export', { query: {} }),
  'POST /admin/users': async (client) => () =>
    client.call('POST /admin/users', { body: { name: 'New', email: 'invited@example.test' } }),
  'PUT /admin/users/{id}/status': async (client) => {
    const params = { id: (await someone(client)).id };
    return () => client.call('PUT /admin/users/{id}/status', { params, body: { status: 'inactive' } });
  },
  'PUT /admin/users/{id}/role': async (client) => {
    const params = { id: (await someone(client)).id };
    return () => client.call('PUT /admin/users/{id}/role', { params, body: { role: 'admin' } });
  },
  'POST /admin/users/{id}/invitation': async (client) => {
    const body = { name: 'Invited', email: `${crypto.randomUUID()}@example.test` };
    const params = { id: (await read(client, 'POST /admin/users', { body })).id };
    return () => client.call('POST /admin/users/{id}/invitation', { params });
  },
  'POST /admin/users/{id}/mail': async (client) => {
    const params = { id: (await someone(client)).id };
    return () => client.call('POST /admin/users/{id}/mail', { params, body: { subject: 'Hello', message: 'Hello!' } });
  },
  'DELETE /admin/users/{id}': async (client) => {
    const params = { id: (await someone(client)).id };
    return () => client.call('DELETE /admin/users/{id}', { params });
  },
  'POST /admin/mails/{id}/retry': async (client) => {
    const id = await failedMail(client);
    return () => client.call('POST /admin/mails/{id}/retry', { params: { id } });
  },
  'POST /admin/mails/retry': async (client) => {
    const ids = [await failedMail(client)];
    return () => client.call('POST /admin/mails/retry', { body: { ids } });
  },
  'POST /admin/event-deliveries/{id}/retry': async (client) => {
    const params = { id: await failedDelivery(client) };
    return () => client.call('POST /admin/event-deliveries/{id}/retry', { params });
  },
  'POST /admin/event-deliveries/retry': async (client) => {
    const ids = [await failedDelivery(client)];
    return () => client.call('POST /admin/event-deliveries/retry', { body: { ids } });
  },
  'POST /admin/event-deliveries/{id}/dismiss': async (client) => {
    const params = { id: await failedDelivery(client) };
    return () => client.call('POST /admin/event-deliveries/{id}/dismiss', { params });
  },
};
