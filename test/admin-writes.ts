import { Secret, TOTP } from 'otpauth';
import sharp from 'sharp';
import { expect } from 'vitest';
import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import { type CallKey, contract, type ShopContract } from '#contract/index.ts';
import { type CreatedUser, createAdmin, createCustomer, PASSWORD, signIn } from './factories/customer.ts';
import { ADDRESS, createPaidOrder, createShopper, fillCart, openPayment, saveSetting } from './factories/order.ts';
import { createCategory, createProduct } from './factories/product.ts';
import { saveCard } from './factories/saved-card.ts';
import type { PayingShop } from './paying-shop.ts';

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
export interface Desk {
  readonly shop: PayingShop;
  readonly admin: CreatedUser;
  readonly token: string;
  /** Calls the API as the admin. */
  call<K extends CallKey>(key: K, input: InputOf<ShopContract[K]>): Promise<unknown>;
  /** Sends a file, as a form. */
  upload(key: CallKey, file: Buffer | string): Promise<unknown>;
}

/** Prepares what a call needs. @returns the call. */
export type AdminWrite = (desk: Desk) => Promise<() => Promise<unknown>>;

const read = async <K extends CallKey>({ shop, token }: Desk, key: K, input: InputOf<ShopContract[K]>) =>
  (await shop.call(key, input, { token })).data;
const product = ({ shop }: Desk) => createProduct(shop.services.db, { stock: 100, price_cents: 2000 });
const paidOrder = async (desk: Desk) => (await createPaidOrder(desk.shop, (await product(desk)).id)).orderId;
const someone = ({ shop }: Desk) => createCustomer(shop.services.db, { email_verified_at: new Date() });
const settingsOf = (desk: Desk) => read(desk, 'GET /admin/settings', {});
const codeFor = ({ shop }: Desk, secret: string) => {
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
async function failedDelivery({ shop: { services } }: Desk): Promise<number> {
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

/** As after following the mailed link. */
async function proveAddress({ shop, admin }: Desk): Promise<void> {
  const email_verified_at = shop.services.now();
  await shop.services.db.updateTable('users').set({ email_verified_at }).where('id', '=', admin.id).execute();
}

async function switchOnTwoFactor(desk: Desk): Promise<string> {
  await proveAddress(desk);
  const { secret } = await read(desk, 'POST /auth/two-factor/setup', { body: sure });
  await read(desk, 'POST /auth/two-factor/confirm', { body: { code: codeFor(desk, secret) } });
  return secret;
}

/** The token of the newest mail to the admin. */
async function mailedToken({ shop, admin }: Desk): Promise<string> {
  await shop.jobs.runRequested();
  await shop.jobs.runRequested();
  return /token=([\w-]+)/.exec(shop.mailbox.newestTo(admin.email).text)?.[1] ?? '';
}

async function uploadCsv(desk: Desk): Promise<number> {
  const category = await createCategory(desk.shop.services.db);
  const reply = (await desk.upload('POST /admin/imports', `${CSV}${category.name}\n`)) as { data: { id: number } };
  return reply.data.id;
}

async function checkCsv(desk: Desk): Promise<number> {
  const id = await uploadCsv(desk);
  const { mapping } = await read(desk, 'GET /admin/imports/{id}', { params: { id } });
  await read(desk, 'PUT /admin/imports/{id}/mapping', { params: { id }, body: mapping });
  await desk.shop.jobs.runRequested();
  return id;
}

async function message(desk: Desk): Promise<number> {
  const body = { name: 'Bea', email: 'bea@example.test', subject: 'general', message: 'Hello?' } as const;
  await desk.shop.call('POST /contact', { body });
  return (await read(desk, 'GET /admin/messages', { query: {} })).data[0]?.id ?? 0;
}

async function coupon(desk: Desk): Promise<number> {
  const body = { code: `C-${crypto.randomUUID().slice(0, 8)}`, kind: 'fixed', value: 5 } as const;
  return (await read(desk, 'POST /admin/coupons', { body })).coupon.id;
}

async function customField(desk: Desk): Promise<number> {
  const body = { key: `f_${crypto.randomUUID().slice(0, 8)}`, label: 'Material', kind: 'text' } as const;
  return (await read(desk, 'POST /admin/custom-fields', { body })).field.id ?? 0;
}

async function synonym(desk: Desk): Promise<number> {
  return (await read(desk, 'POST /admin/search/synonyms', { body: { terms: ['sofa', 'squab'] } })).synonym.id;
}

async function searchRule(desk: Desk): Promise<number> {
  const body = { query: `q${crypto.randomUUID().slice(0, 8)}`, redirect_to: '/contact' };
  return (await read(desk, 'POST /admin/search/rules', { body })).rule.id;
}

async function address(desk: Desk): Promise<number> {
  return (await read(desk, 'POST /account/addresses', { body: ADDRESS })).id;
}

async function unpaidOrder(desk: Desk): Promise<number> {
  await saveSetting(desk.shop, 'payment', { offlineEnabled: true });
  desk.shop.services.settings.forget();
  const shopper = await createShopper(desk.shop);
  await fillCart(desk.shop, shopper, (await product(desk)).id);
  const body = { shipping_address: ADDRESS, payment_method: 'offline' } as const;
  return (await desk.shop.call('POST /orders', { body }, { token: shopper.token })).data.id;
}

/** Settings of the fixture plug-in (test/fixtures/notes). */
async function pluginSettings(desk: Desk) {
  const body = { revision: 0, values: { greeting: 'Hello' } };
  return () => desk.call('PUT /admin/plugins/{plugin}/settings', { params: { plugin: 'notes' }, body });
}

/** A call that places a product of a category. */
async function placedProduct(desk: Desk) {
  const { id: productId, category_id } = await product(desk);
  const id = category_id ?? 0;
  const isListed = async () =>
    (await read(desk, 'GET /admin/categories/{id}/products', { params: { id }, query: {} })).total;
  await expect.poll(isListed).toBeGreaterThan(0);
  return async () => {
    const body = { position: 1, revision: 0 };
    await desk.call('PUT /admin/categories/{id}/products/{productId}/position', { params: { id, productId }, body });
    return { id };
  };
}

/** A valid call of each endpoint. A new admin endpoint does not compile without an entry. */
export const ADMIN_WRITES: Readonly<Record<Exclude<AuditedCall, keyof typeof NOT_AUDITED>, AdminWrite>> = {
  'PUT /admin/categories/{id}/products/{productId}/position': placedProduct,
  'DELETE /admin/categories/{id}/products/order': async (desk) => {
    const placed = await placedProduct(desk);
    const { id } = (await placed()) as { id: number };
    return () => desk.call('DELETE /admin/categories/{id}/products/order', { params: { id }, query: { revision: 1 } });
  },
  'PUT /admin/plugins/{plugin}/settings': pluginSettings,
  'POST /auth/login': async (desk) => () =>
    desk.call('POST /auth/login', { body: { email: desk.admin.email, password: PASSWORD } }),
  'POST /auth/login/code': async (desk) => {
    const secret = await switchOnTwoFactor(desk);
    const body = { email: desk.admin.email, password: PASSWORD };
    const { failure } = await desk.shop.call('POST /auth/login', { body });
    const { challenge } = failure.data as { challenge: string };
    return () => desk.call('POST /auth/login/code', { body: { challenge, code: codeFor(desk, secret) } });
  },
  'POST /admin/backups': async (desk) => () => desk.call('POST /admin/backups', {}),
  'POST /admin/system/jobs/{name}/retry': async (desk) => () =>
    desk.call('POST /admin/system/jobs/{name}/retry', { params: { name: 'clean-up' } }),
  'POST /auth/logout': async (desk) => () => desk.call('POST /auth/logout', {}),
  'PUT /auth/profile': async (desk) => () => desk.call('PUT /auth/profile', { body: { name: 'Another Name' } }),
  'PUT /auth/password': async (desk) => () => desk.call('PUT /auth/password', { body: { ...sure, ...passwords } }),
  'POST /auth/reset-password': async (desk) => {
    await desk.shop.call('POST /auth/forgot-password', { body: { email: desk.admin.email } });
    const token = await mailedToken(desk);
    return () => desk.call('POST /auth/reset-password', { body: { token, ...passwords } });
  },
  'POST /auth/verify-email': async (desk) => {
    await read(desk, 'POST /auth/resend-verification', {});
    const token = await mailedToken(desk);
    return () => desk.call('POST /auth/verify-email', { body: { token } });
  },
  'POST /auth/resend-verification': async (desk) => () => desk.call('POST /auth/resend-verification', {}),
  'DELETE /auth/email-change': async (desk) => () => desk.call('DELETE /auth/email-change', {}),
  'POST /auth/email-change/resend': async (desk) => {
    await read(desk, 'PUT /auth/profile', { body: { email: 'another@example.test', ...sure } });
    return () => desk.call('POST /auth/email-change/resend', {});
  },
  'POST /auth/email-change/undo': async (desk) => {
    await proveAddress(desk);
    await read(desk, 'PUT /auth/profile', { body: { email: 'another@example.test', ...sure } });
    const token = await mailedToken(desk);
    return () => desk.call('POST /auth/email-change/undo', { body: { token } });
  },
  'POST /auth/two-factor/setup': async (desk) => {
    await proveAddress(desk);
    return () => desk.call('POST /auth/two-factor/setup', { body: sure });
  },
  'POST /auth/two-factor/confirm': async (desk) => {
    await proveAddress(desk);
    const { secret } = await read(desk, 'POST /auth/two-factor/setup', { body: sure });
    return () => desk.call('POST /auth/two-factor/confirm', { body: { code: codeFor(desk, secret) } });
  },
  'POST /auth/two-factor/recovery-codes': async (desk) => {
    await switchOnTwoFactor(desk);
    return () => desk.call('POST /auth/two-factor/recovery-codes', { body: sure });
  },
  'POST /auth/two-factor/disable': async (desk) => {
    await switchOnTwoFactor(desk);
    return () => desk.call('POST /auth/two-factor/disable', { body: sure });
  },

  'POST /account/addresses': async (desk) => () => desk.call('POST /account/addresses', { body: ADDRESS }),
  'PUT /account/addresses/{id}': async (desk) => {
    const id = await address(desk);
    return () => desk.call('PUT /account/addresses/{id}', { params: { id }, body: ADDRESS });
  },
  'DELETE /account/addresses/{id}': async (desk) => {
    const id = await address(desk);
    return () => desk.call('DELETE /account/addresses/{id}', { params: { id } });
  },
  'DELETE /account/cards/{id}': async (desk) => {
    const id = await saveCard(desk.shop, desk);
    return () => desk.call('DELETE /account/cards/{id}', { params: { id } });
  },
  'PUT /account/notifications': async (desk) => () =>
    desk.call('PUT /account/notifications', { body: { orderNotifications: false } }),
  'PUT /account/avatar': async (desk) => {
    const image = `data:image/png;base64,${(await png()).toString('base64')}`;
    return () => desk.call('PUT /account/avatar', { body: { image } });
  },
  'DELETE /account/avatar': async (desk) => () => desk.call('DELETE /account/avatar', {}),
  'DELETE /account/sessions/{id}': async (desk) => {
    await signIn(desk.shop, desk.admin);
    const sessions = await read(desk, 'GET /account/sessions', {});
    const id = sessions.find(({ is_this_one }) => !is_this_one)?.id ?? 0;
    return () => desk.call('DELETE /account/sessions/{id}', { params: { id } });
  },
  'DELETE /account/sessions': async (desk) => () => desk.call('DELETE /account/sessions', {}),
  'POST /account/deletion': async (desk) => () => desk.call('POST /account/deletion', {}),
  'POST /account/deletion/confirm': async (desk) => {
    await createAdmin(desk.shop.services.db);
    await read(desk, 'POST /account/deletion', {});
    const token = await mailedToken(desk);
    return () => desk.call('POST /account/deletion/confirm', { body: { token } });
  },

  'PUT /admin/orders/{id}/status': async (desk) => {
    const params = { id: await paidOrder(desk) };
    return () => desk.call('PUT /admin/orders/{id}/status', { params, body: { status: 'confirmed' } });
  },
  'POST /admin/orders/{id}/refunds': async (desk) => {
    const params = { id: await paidOrder(desk) };
    return () => desk.call('POST /admin/orders/{id}/refunds', { params, body: { amount: 1, reason: 'Damaged' } });
  },
  'POST /admin/orders/{id}/payment': async (desk) => {
    const params = { id: await unpaidOrder(desk) };
    return () => desk.call('POST /admin/orders/{id}/payment', { params });
  },
  'POST /admin/orders/{id}/mails': async (desk) => {
    const params = { id: await paidOrder(desk) };
    return () => desk.call('POST /admin/orders/{id}/mails', { params, body: { kind: 'order-placed' } });
  },
  'GET /admin/orders/export': async (desk) => () => desk.call('GET /admin/orders/export', { query: {} }),
  'POST /admin/holds/{id}/release': async (desk) => {
    const shopper = await createShopper(desk.shop);
    await fillCart(desk.shop, shopper, (await product(desk)).id);
    await openPayment(desk.shop, shopper);
    const { data } = await read(desk, 'GET /admin/holds', { query: {} });
    return () => desk.call('POST /admin/holds/{id}/release', { params: { id: data[0]?.checkout_id ?? 0 } });
  },
  'POST /admin/coupons': async (desk) => () =>
    desk.call('POST /admin/coupons', { body: { code: 'SPRING-20', kind: 'fixed', value: 5 } }),
  'PUT /admin/coupons/{id}': async (desk) => {
    const params = { id: await coupon(desk) };
    return () => desk.call('PUT /admin/coupons/{id}', { params, body: { kind: 'fixed', value: 6 } });
  },
  'DELETE /admin/coupons/{id}': async (desk) => {
    const params = { id: await coupon(desk) };
    return () => desk.call('DELETE /admin/coupons/{id}', { params });
  },

  'POST /admin/custom-fields': async (desk) => () =>
    desk.call('POST /admin/custom-fields', { body: { key: 'width', label: 'Width', kind: 'number' } }),
  'PUT /admin/custom-fields/{id}': async (desk) => {
    const params = { id: await customField(desk) };
    return () => desk.call('PUT /admin/custom-fields/{id}', { params, body: { label: 'Wood', kind: 'text' } });
  },
  'DELETE /admin/custom-fields/{id}': async (desk) => {
    const params = { id: await customField(desk) };
    return () => desk.call('DELETE /admin/custom-fields/{id}', { params });
  },

  'POST /admin/search/synonyms': async (desk) => () =>
    desk.call('POST /admin/search/synonyms', { body: { terms: ['lamp', 'luminaire'] } }),
  'PUT /admin/search/synonyms/{id}': async (desk) => {
    const params = { id: await synonym(desk) };
    return () => desk.call('PUT /admin/search/synonyms/{id}', { params, body: { terms: ['sofa'], finds: ['chair'] } });
  },
  'DELETE /admin/search/synonyms/{id}': async (desk) => {
    const params = { id: await synonym(desk) };
    return () => desk.call('DELETE /admin/search/synonyms/{id}', { params });
  },
  'POST /admin/search/rules': async (desk) => () =>
    desk.call('POST /admin/search/rules', { body: { query: 'returns', redirect_to: '/faq' } }),
  'PUT /admin/search/rules/{id}': async (desk) => {
    const params = { id: await searchRule(desk) };
    return () =>
      desk.call('PUT /admin/search/rules/{id}', { params, body: { query: 'help', redirect_to: '/contact' } });
  },
  'DELETE /admin/search/rules/{id}': async (desk) => {
    const params = { id: await searchRule(desk) };
    return () => desk.call('DELETE /admin/search/rules/{id}', { params });
  },

  'PUT /admin/settings/site': async (desk) => {
    const { revision } = (await settingsOf(desk)).site;
    return () => desk.call('PUT /admin/settings/site', { body: { siteName: 'Agora', revision } });
  },
  'PUT /admin/settings/payment': async (desk) => {
    const { revision } = (await settingsOf(desk)).payment;
    return () => desk.call('PUT /admin/settings/payment', { body: { paypalEnabled: true, revision } });
  },
  'PUT /admin/settings/shipping': async (desk) => {
    const { revision } = (await settingsOf(desk)).shipping;
    return () => desk.call('PUT /admin/settings/shipping', { body: { taxPercent: 9, revision } });
  },
  'PUT /admin/settings/email': async (desk) => {
    const { revision } = (await settingsOf(desk)).email;
    return () => desk.call('PUT /admin/settings/email', { body: { fromName: 'Agora', revision } });
  },
  'PUT /admin/settings/data': async (desk) => {
    const { revision } = (await settingsOf(desk)).data;
    return () => desk.call('PUT /admin/settings/data', { body: { keepMails: 365, revision } });
  },
  'PUT /admin/settings/security': async (desk) => {
    const { revision } = (await settingsOf(desk)).security;
    return () => desk.call('PUT /admin/settings/security', { body: { sessionTimeout: 60, revision } });
  },
  'POST /admin/settings/payment/test': async (desk) => () =>
    desk.call('POST /admin/settings/payment/test', { body: { service: 'stripe' } }),
  'POST /admin/settings/email/test': async (desk) => () => desk.call('POST /admin/settings/email/test', { body: {} }),

  'POST /admin/messages/{id}/reply': async (desk) => {
    const params = { id: await message(desk) };
    return () => desk.call('POST /admin/messages/{id}/reply', { params, body: { message: 'Hello!' } });
  },
  'PUT /admin/messages/{id}/status': async (desk) => {
    const params = { id: await message(desk) };
    return () => desk.call('PUT /admin/messages/{id}/status', { params, body: { status: 'done' } });
  },
  'DELETE /admin/messages/{id}': async (desk) => {
    const params = { id: await message(desk) };
    return () => desk.call('DELETE /admin/messages/{id}', { params });
  },

  'POST /admin/products': async (desk) => {
    const { id: category_id } = await createCategory(desk.shop.services.db);
    const body = { name: 'Mug', sku: 'MUG-9', description: 'Holds tea.', price: 12.5, stock: 8, category_id };
    return () => desk.call('POST /admin/products', { body });
  },
  'PUT /admin/products/{id}': async (desk) => {
    const { id, category_id } = await product(desk);
    const body = { name: 'Mug', sku: 'MUG-10', description: 'Holds tea.', price: 9, stock: 8 };
    const wanted = { ...body, category_id: category_id ?? 0 };
    return () => desk.call('PUT /admin/products/{id}', { params: { id }, body: wanted });
  },
  'DELETE /admin/products/{id}': async (desk) => {
    const params = { id: (await product(desk)).id };
    return () => desk.call('DELETE /admin/products/{id}', { params });
  },
  'POST /admin/products/bulk': async (desk) => {
    const body = { action: 'deactivate' as const, ids: [(await product(desk)).id] };
    return () => desk.call('POST /admin/products/bulk', { body });
  },
  'GET /admin/products/export': async (desk) => () => desk.call('GET /admin/products/export', { query: {} }),
  'POST /admin/uploads': async (desk) => {
    const file = await png();
    return () => desk.upload('POST /admin/uploads', file);
  },
  'POST /admin/imports': async (desk) => () => desk.upload('POST /admin/imports', `${CSV}Lamps\n`),
  'PUT /admin/imports/{id}/mapping': async (desk) => {
    const params = { id: await uploadCsv(desk) };
    const { mapping } = await read(desk, 'GET /admin/imports/{id}', { params });
    return () => desk.call('PUT /admin/imports/{id}/mapping', { params, body: mapping });
  },
  'POST /admin/imports/{id}/run': async (desk) => {
    const params = { id: await checkCsv(desk) };
    return () => desk.call('POST /admin/imports/{id}/run', { params, body: { mode: 'all_or_nothing' } });
  },
  'POST /admin/imports/{id}/cancel': async (desk) => {
    const params = { id: await uploadCsv(desk) };
    return () => desk.call('POST /admin/imports/{id}/cancel', { params });
  },
  'POST /admin/categories': async (desk) => () =>
    desk.call('POST /admin/categories', { body: { name: 'Lamps', slug: 'lamps-9' } }),
  'PUT /admin/categories/{id}': async (desk) => {
    const { id } = await createCategory(desk.shop.services.db);
    const body = { name: 'Other lamps', slug: `other-${id}` };
    return () => desk.call('PUT /admin/categories/{id}', { params: { id }, body });
  },
  'PUT /admin/categories/{id}/place': async (desk) => {
    const { id } = await createCategory(desk.shop.services.db);
    const parent_id = (await createCategory(desk.shop.services.db)).id;
    return () => desk.call('PUT /admin/categories/{id}/place', { params: { id }, body: { parent_id, position: 1 } });
  },
  'DELETE /admin/categories/{id}': async (desk) => {
    const { id } = await createCategory(desk.shop.services.db);
    return () => desk.call('DELETE /admin/categories/{id}', { params: { id } });
  },

  'GET /admin/analytics/export': async (desk) => () => desk.call('GET /admin/analytics/export', { query: {} }),
  'PUT /admin/analytics/goals': async (desk) => {
    const { month, revision } = await read(desk, 'GET /admin/analytics/goals', { query: {} });
    const body = { month, revision, revenue: 100, orders: null, customers: null };
    return () => desk.call('PUT /admin/analytics/goals', { body });
  },
  'GET /admin/users/export': async (desk) => () => desk.call('GET /admin/users/export', { query: {} }),
  'POST /admin/users': async (desk) => () =>
    desk.call('POST /admin/users', { body: { name: 'New', email: 'invited@example.test' } }),
  'PUT /admin/users/{id}/status': async (desk) => {
    const params = { id: (await someone(desk)).id };
    return () => desk.call('PUT /admin/users/{id}/status', { params, body: { status: 'inactive' } });
  },
  'PUT /admin/users/{id}/role': async (desk) => {
    const params = { id: (await someone(desk)).id };
    return () => desk.call('PUT /admin/users/{id}/role', { params, body: { role: 'admin' } });
  },
  'POST /admin/users/{id}/invitation': async (desk) => {
    const body = { name: 'Invited', email: `${crypto.randomUUID()}@example.test` };
    const params = { id: (await read(desk, 'POST /admin/users', { body })).id };
    return () => desk.call('POST /admin/users/{id}/invitation', { params });
  },
  'POST /admin/users/{id}/mail': async (desk) => {
    const params = { id: (await someone(desk)).id };
    return () => desk.call('POST /admin/users/{id}/mail', { params, body: { subject: 'Hello', message: 'Hello!' } });
  },
  'DELETE /admin/users/{id}': async (desk) => {
    const params = { id: (await someone(desk)).id };
    return () => desk.call('DELETE /admin/users/{id}', { params });
  },
  'POST /admin/mails/{id}/retry': async (desk) => {
    const { db } = desk.shop.services;
    const row = { kind: 'x', to_email: 'bea@example.test', subject: 'x', text_body: 'x', html_body: 'x' };
    const { id } = await db
      .insertInto('mail')
      .values({ ...row, status: 'failed' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return () => desk.call('POST /admin/mails/{id}/retry', { params: { id } });
  },
  'POST /admin/event-deliveries/{id}/retry': async (desk) => {
    const params = { id: await failedDelivery(desk) };
    return () => desk.call('POST /admin/event-deliveries/{id}/retry', { params });
  },
  'POST /admin/event-deliveries/{id}/dismiss': async (desk) => {
    const params = { id: await failedDelivery(desk) };
    return () => desk.call('POST /admin/event-deliveries/{id}/dismiss', { params });
  },
};
