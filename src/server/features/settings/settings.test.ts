import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import type { CallKey, ShopContract } from '#contract/index.ts';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
let ada: string;
let bert: string;
beforeAll(async () => {
  shop = await openTestShop();
  ada = await signIn(shop, await createAdmin(shop.services.db, { name: 'Ada' }));
  bert = await signIn(shop, await createAdmin(shop.services.db, { name: 'Bert' }));
});
afterAll(() => shop.close());

type SectionKey = Extract<CallKey, `PUT /admin/settings/${string}`>;
type Body<K extends SectionKey> = InputOf<ShopContract[K]>['body'];

const readAll = async () => (await shop.call('GET /admin/settings', {}, { token: ada })).data;

/** Saves on top of what is there now. */
async function save<K extends SectionKey>(key: K, fields: Omit<Body<K>, 'revision'>, token = ada) {
  const section = key.split('/').at(-1) as keyof Awaited<ReturnType<typeof readAll>>;
  const { revision } = (await readAll())[section];
  return shop.call(key, { body: { ...fields, revision } } as unknown as InputOf<ShopContract[K]>, { token });
}

const audits = () =>
  shop.services.db
    .selectFrom('audit_entry')
    .select(['actor_name', 'action', 'entity', 'entity_id', 'before', 'after'])
    .orderBy('id')
    .execute();

test('a new shop has the specified defaults', async () => {
  expect(await readAll()).toMatchObject({
    site: { currency: 'USD', timezone: 'America/New_York', language: 'en', revision: 0, updatedBy: null },
    payment: { stripeEnabled: true, paypalEnabled: false, offlineEnabled: false, stripeSecretKey: false },
    shipping: {
      freeShippingThreshold: 50,
      standardShippingCost: 5.99,
      expressShippingCost: 12.99,
      overnightShippingCost: 24.99,
      internationalShipping: true,
    },
    email: { smtpPort: 587, smtpEncryption: 'tls', smtpPassword: false },
    security: {
      passwordMinLength: 8,
      requireUppercase: true,
      requireNumbers: true,
      requireSpecialChars: false,
      sessionTimeout: 120,
      maxLoginAttempts: 5,
      requireTwoFactorForAdmins: false,
    },
  });
});

test('saving the defaults counts as choosing them; saving again changes nothing', async () => {
  const first = await save('PUT /admin/settings/shipping', { taxPercent: 8, flatShippingCost: 10 });
  expect(first.data).toMatchObject({ taxPercent: 8, revision: 1, updatedBy: 'Ada' });
  expect((await save('PUT /admin/settings/shipping', { taxPercent: 8 }, bert)).data).toMatchObject({
    revision: 1,
    updatedBy: 'Ada',
  });
});

test('each section is saved separately, with its message, and records who saved it', async () => {
  const saved = await save('PUT /admin/settings/site', { siteName: 'Agora', supportPhone: '' });
  expect(saved.message).toBe('System settings saved successfully!');
  expect(saved.data).toMatchObject({ siteName: 'Agora', supportPhone: '', revision: 1, updatedBy: 'Ada' });
  expect(saved.data.updatedAt).not.toBeNull();
  expect((await save('PUT /admin/settings/payment', { offlineEnabled: true })).message).toBe(
    'Payment settings saved successfully!',
  );
  expect((await save('PUT /admin/settings/shipping', { taxPercent: 8.875 })).message).toBe(
    'Shipping settings saved successfully!',
  );
  expect((await save('PUT /admin/settings/email', { smtpHost: 'smtp.example.test' })).message).toBe(
    'Email settings saved successfully!',
  );
  expect((await save('PUT /admin/settings/security', { sessionTimeout: 60 }, bert)).message).toBe(
    'Security settings saved successfully!',
  );
  expect(await readAll()).toMatchObject({
    site: { siteName: 'Agora', contactEmail: 'hello@stoa.test' },
    payment: { offlineEnabled: true, stripeEnabled: true },
    shipping: { taxPercent: 8.875, flatShippingCost: 10 },
    email: { smtpHost: 'smtp.example.test' },
    security: { sessionTimeout: 60, updatedBy: 'Bert' },
  });
});

test('only values that differ from the defaults are stored', async () => {
  await save('PUT /admin/settings/shipping', { taxPercent: 9, flatShippingCost: 10 });
  const row = () =>
    shop.services.db.selectFrom('setting').select('value').where('section', '=', 'shipping').executeTakeFirstOrThrow();
  expect((await row()).value).toEqual({ taxPercent: 9 });
  await save('PUT /admin/settings/shipping', { taxPercent: 8 });
  expect((await row()).value).toEqual({});
});

describe('limits', () => {
  test.each([
    ['site', { siteName: '' }, 'siteName'],
    ['site', { siteName: 'x'.repeat(61) }, 'siteName'],
    ['site', { siteName: 'Two\nlines' }, 'siteName'],
    ['site', { contactEmail: 'nobody' }, 'contactEmail'],
    ['site', { currency: 'JPY' }, 'currency'],
    ['site', { timezone: 'Europe/Berlin' }, 'timezone'],
    ['site', { language: 'tlh' }, 'language'],
    ['payment', { stripeEnabled: 'yes' }, 'stripeEnabled'],
    ['payment', { stripePublishableKey: 'sk_test_swapped' }, 'stripePublishableKey'],
    ['payment', { stripeSecretKey: 'pk_test_swapped' }, 'stripeSecretKey'],
    ['payment', { stripeSecretKey: '' }, 'stripeSecretKey'],
    ['payment', { stripeWebhookSecret: 'secret' }, 'stripeWebhookSecret'],
    ['shipping', { freeShippingThreshold: -0.01 }, 'freeShippingThreshold'],
    ['shipping', { standardShippingCost: 5.999 }, 'standardShippingCost'],
    ['shipping', { standardShippingCost: 0.1 + 0.2 }, 'standardShippingCost'],
    ['shipping', { flatShippingCost: 1e-18 }, 'flatShippingCost'],
    ['shipping', { expressShippingCost: 100_000 }, 'expressShippingCost'],
    ['shipping', { overnightShippingCost: '24.99' }, 'overnightShippingCost'],
    ['shipping', { taxPercent: 100.1 }, 'taxPercent'],
    ['shipping', { checkoutShipping: 'none' }, 'checkoutShipping'],
    ['email', { smtpPort: 0 }, 'smtpPort'],
    ['email', { smtpPort: 65_536 }, 'smtpPort'],
    ['email', { smtpPort: 587.5 }, 'smtpPort'],
    ['email', { smtpEncryption: 'starttls' }, 'smtpEncryption'],
    ['email', { smtpHost: 'smtp example' }, 'smtpHost'],
    ['email', { fromEmail: '' }, 'fromEmail'],
    ['security', { passwordMinLength: 5 }, 'passwordMinLength'],
    ['security', { passwordMinLength: 51 }, 'passwordMinLength'],
    ['security', { sessionTimeout: 14 }, 'sessionTimeout'],
    ['security', { sessionTimeout: 1441 }, 'sessionTimeout'],
    ['security', { maxLoginAttempts: 2 }, 'maxLoginAttempts'],
    ['security', { maxLoginAttempts: 11 }, 'maxLoginAttempts'],
    ['security', { maxLoginAttempts: null }, 'maxLoginAttempts'],
  ])('%s refuses %j', async (section, fields, field) => {
    const before = await readAll();
    const reply = await save(`PUT /admin/settings/${section}` as SectionKey, fields as never);
    expect(reply.status).toBe(422);
    expect(reply.failure.errors?.[field]?.[0]).toEqual(expect.any(String));
    expect(Object.keys(reply.failure.errors ?? {})).toEqual([field]);
    expect(await readAll()).toEqual(before);
  });

  test.each([
    { passwordMinLength: 6, sessionTimeout: 15, maxLoginAttempts: 3 },
    { passwordMinLength: 50, sessionTimeout: 1440, maxLoginAttempts: 10 },
    { passwordMinLength: 8, sessionTimeout: 120, maxLoginAttempts: 5 },
  ])('the limits themselves are accepted: %j', async (fields) => {
    expect((await save('PUT /admin/settings/security', fields)).data).toMatchObject(fields);
  });

  test('a stored value outside new limits is replaced by the default', async () => {
    await sql`INSERT INTO setting (section, value) VALUES ('security', '{"passwordMinLength": 3, "gone": 1}')
              ON CONFLICT (section) DO UPDATE SET value = excluded.value`.execute(shop.services.db);
    const { security } = await readAll();
    expect(security).toMatchObject({ passwordMinLength: 8 });
    expect(security).not.toHaveProperty('gone');
  });

  test('a stored amount of an earlier version is rounded to cents', async () => {
    const amounts = { flatShippingCost: 1.1 * 3, freeShippingThreshold: 0.1 + 0.2, expressShippingCost: 1e-18 };
    await sql`INSERT INTO setting (section, value) VALUES ('shipping', ${JSON.stringify(amounts)}::jsonb)
              ON CONFLICT (section) DO UPDATE SET value = excluded.value`.execute(shop.services.db);
    shop.services.settings.forget();
    const rounded = { flatShippingCost: 3.3, freeShippingThreshold: 0.3, expressShippingCost: 0 };
    expect((await readAll()).shipping).toMatchObject(rounded);
    const { data } = await shop.call('GET /shop', {});
    expect(data.shipping).toMatchObject({ flatShippingCost: '3.30', freeShippingThreshold: '0.30' });
  });

  test('a removed setting is ignored where it is stored, and in requests of clients that still send it', async () => {
    await sql`INSERT INTO setting (section, value) VALUES ('site', '{"siteName": "Agora", "reviewsEnabled": true}')
              ON CONFLICT (section) DO UPDATE SET value = excluded.value`.execute(shop.services.db);
    const { site } = await readAll();
    expect(site).toMatchObject({ siteName: 'Agora' });
    expect(site).not.toHaveProperty('reviewsEnabled');
    const fields = { siteName: 'Stoa of Attalos', reviewsEnabled: true };
    const saved = await save('PUT /admin/settings/site', fields);
    expect(saved).toMatchObject({ status: 200, data: { siteName: 'Stoa of Attalos' } });
    expect(saved.data).not.toHaveProperty('reviewsEnabled');
    expect((await shop.call('GET /shop', {})).data).not.toHaveProperty('reviewsEnabled');
    expect(
      await shop.services.db.selectFrom('setting').select('value').where('section', '=', 'site').executeTakeFirst(),
    ).toEqual({ value: { siteName: 'Stoa of Attalos' } });
  });
});

describe('concurrent admins', () => {
  test('the second is refused and shown what the first saved', async () => {
    const { revision } = (await readAll()).site;
    const body = { siteDescription: 'From Ada', revision };
    const first = await shop.call('PUT /admin/settings/site', { body }, { token: ada });
    expect(first.data.revision).toBe(revision + 1);
    const late = { siteName: 'Bert’s', siteDescription: 'From Bert', revision };
    const second = await shop.call('PUT /admin/settings/site', { body: late }, { token: bert });
    expect(second.status).toBe(409);
    expect(second.failure).toMatchObject({
      code: 'settings.changed',
      message: expect.stringMatching(/^Somebody else has changed these settings/),
      data: { siteDescription: 'From Ada', revision: revision + 1, updatedBy: 'Ada' },
    });
    expect((await readAll()).site).toMatchObject({ siteDescription: 'From Ada', revision: revision + 1 });
  });

  test('of many concurrent saves exactly one succeeds', async () => {
    const { revision } = (await readAll()).shipping;
    const replies = await Promise.all(
      [11, 12, 13, 14, 15].map((flatShippingCost) =>
        shop.call('PUT /admin/settings/shipping', { body: { flatShippingCost, revision } }, { token: ada }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect((await readAll()).shipping.revision).toBe(revision + 1);
  });

  test('saving the same twice is one change, whatever the revision', async () => {
    const { revision } = (await readAll()).email;
    const body = { fromName: 'Agora orders', revision };
    const save = () => shop.call('PUT /admin/settings/email', { body }, { token: ada });
    expect((await save()).data.revision).toBe(revision + 1);
    const rows = (await audits()).length;
    const again = await save();
    expect([again.status, again.data.revision]).toEqual([200, revision + 1]);
    expect(await audits()).toHaveLength(rows);
  });
});

describe('secrets', () => {
  const SECRETS = {
    stripeSecretKey: 'sk_test_never_tell_this',
    stripeWebhookSecret: 'whsec_never_tell_this',
    paypalClientSecret: 'never tell this either',
  };

  test('are stored encrypted and never returned, audited or logged', async () => {
    const saved = await save('PUT /admin/settings/payment', SECRETS);
    const flags = { stripeSecretKey: true, stripeWebhookSecret: true, paypalClientSecret: true };
    expect(saved.data).toMatchObject(flags);
    await save('PUT /admin/settings/email', { smtpPassword: 'never tell this password' });
    const all = await readAll();
    expect(all.payment).toMatchObject(flags);
    expect(all.email.smtpPassword).toBe(true);

    const { rows } = await sql<{ dump: string }>`
      SELECT coalesce(string_agg(t::text, ' '), '') AS dump FROM (
        SELECT row_to_json(s) AS t FROM setting s UNION ALL SELECT row_to_json(e) FROM audit_entry e
        UNION ALL SELECT json_build_object('name', name, 'text', encode(ciphertext, 'escape')) FROM setting_secret
      ) everything`.execute(shop.services.db);
    const everything = JSON.stringify([all, saved.data, rows, shop.log.text()]);
    expect(everything).not.toMatch(/never.tell.this/);
    expect(await shop.services.settings.getSecret('stripeSecretKey')).toBe(SECRETS.stripeSecretKey);
    expect((await audits()).at(-2)).toEqual({
      actor_name: 'Ada',
      action: 'settings.change',
      entity: 'settings',
      entity_id: 'payment',
      before: { stripeSecretKey: 'none', stripeWebhookSecret: 'none', paypalClientSecret: 'none' },
      after: { stripeSecretKey: 'replaced', stripeWebhookSecret: 'replaced', paypalClientSecret: 'replaced' },
    });
  });

  test('stay when omitted, and are deleted when cleared', async () => {
    await save('PUT /admin/settings/payment', { paypalEnabled: true });
    expect((await readAll()).payment).toMatchObject({ paypalEnabled: true, stripeSecretKey: true });
    const cleared = await save('PUT /admin/settings/payment', { stripeSecretKey: null });
    expect(cleared.data).toMatchObject({ stripeSecretKey: false, paypalClientSecret: true });
    expect(await shop.services.settings.getSecret('stripeSecretKey')).toBeUndefined();
    expect((await audits()).at(-1)).toMatchObject({
      before: { stripeSecretKey: 'stored' },
      after: { stripeSecretKey: 'cleared' },
    });
  });
});

test('an audit row has the changed fields, before and after, and no others', async () => {
  await save('PUT /admin/settings/security', { maxLoginAttempts: 4, requireNumbers: true }, bert);
  expect((await audits()).at(-1)).toEqual({
    actor_name: 'Bert',
    action: 'settings.change',
    entity: 'settings',
    entity_id: 'security',
    before: { maxLoginAttempts: 5 },
    after: { maxLoginAttempts: 4 },
  });
});

test('customers and guests neither read nor change settings', async () => {
  const customer = await signIn(shop, await createCustomer(shop.services.db));
  const body = { siteName: 'Mine', revision: 0 };
  expect((await shop.call('GET /admin/settings', {}, { token: customer })).status).toBe(403);
  expect((await shop.call('PUT /admin/settings/site', { body }, { token: customer })).status).toBe(403);
  expect((await shop.call('GET /admin/settings', {})).status).toBe(401);
  expect((await shop.call('PUT /admin/settings/site', { body })).status).toBe(401);
  const unknown = await shop.app.inject({ method: 'PUT', url: '/api/admin/settings/nothing', payload: {} });
  expect(unknown.statusCode).toBe(404);
});
