import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test('mails, audit log and checkouts are kept for as long as the merchant says', async () => {
  const { db, now } = shop.services;
  const admin = await createAdmin(db);
  const at = now();
  const mail = { kind: 'test', to_email: 'a@example.test', subject: 'x', text_body: '', html_body: '', created_at: at };
  await db
    .insertInto('mail')
    .values([
      { ...mail, status: 'sent', sent_at: at },
      { ...mail, status: 'queued' },
    ])
    .execute();
  const entry = { actor_name: 'Ada', action: 'test', entity: 'test', entity_id: '1', created_at: at };
  await db.insertInto('audit_entry').values(entry).execute();
  const checkout = { expires_at: at, created_at: at };
  await db
    .insertInto('checkout')
    .values([
      { ...checkout, status: 'expired' },
      { ...checkout, status: 'review' },
    ])
    .execute();
  const count = async () => ({
    mails: (await db.selectFrom('mail').select('status').execute()).map(({ status }) => status),
    entries: (await db.selectFrom('audit_entry').select('action').where('action', '=', 'test').execute()).length,
    checkouts: (await db.selectFrom('checkout').select('status').execute()).map(({ status }) => status),
  });

  shop.clock.advance({ days: 100 });
  await shop.jobs.run('clean-up');
  expect(await count()).toEqual({ mails: ['sent', 'queued'], entries: 1, checkouts: ['expired', 'review'] });

  const token = await signIn(shop, admin);
  const body = { keepMails: 90, keepAudit: 90, keepCheckouts: 90, revision: 0 };
  expect((await shop.call('PUT /admin/settings/data', { body }, { token })).message).toBe(
    'Data settings saved successfully!',
  );
  await shop.jobs.run('clean-up');
  expect(await count()).toEqual({ mails: ['queued'], entries: 0, checkouts: ['review'] });
});

test('events are kept for a day at least', async () => {
  const token = await signIn(shop, await createAdmin(shop.services.db));
  const { revision } = (await shop.call('GET /admin/settings', {}, { token })).data.data;
  const refused = await shop.call('PUT /admin/settings/data', { body: { keepEvents: 0, revision } }, { token });
  expect(refused.status).toBe(422);
});

test('a checkout with a begun payment is kept for 90 days at least: the payment may arrive late', async () => {
  const { db, now } = shop.services;
  const token = await signIn(shop, await createAdmin(db));
  const { revision } = (await shop.call('GET /admin/settings', {}, { token })).data.data;
  await shop.call('PUT /admin/settings/data', { body: { keepCheckouts: 1, revision } }, { token });
  const checkout = { status: 'expired', expires_at: now(), created_at: now() } as const;
  await db
    .insertInto('checkout')
    .values([checkout, { ...checkout, intent_id: 'pi_late' }])
    .execute();
  const ended = async () =>
    (await db.selectFrom('checkout').select('intent_id').where('status', '=', 'expired').execute()).map(
      ({ intent_id }) => intent_id,
    );
  shop.clock.advance({ days: 89 });
  await shop.jobs.run('clean-up');
  expect(await ended()).toEqual(['pi_late']);
  shop.clock.advance({ days: 2 });
  await shop.jobs.run('clean-up');
  expect(await ended()).toEqual([]);
});
