import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RetryMany } from '#contract/admin/retry-many.ts';
import { countWaiting } from '#test/database.ts';
import { type CreatedUser, createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { makeMailsDue } from './outbox.store.ts';
import { type MailToQueue, queueMail } from './queue-mail.ts';

let shop: TestShop;
let token: string;
let admin: CreatedUser;
beforeAll(async () => {
  shop = await openTestShop();
  admin = await createAdmin(shop.services.db);
});
afterAll(() => shop.close());
beforeEach(async () => {
  token = await signIn(shop, admin);
  await shop.services.db.deleteFrom('mail').execute();
  shop.mailbox.refuse(undefined);
  shop.mailbox.disconnect(false);
});

const queue = (more: Partial<MailToQueue> = {}) =>
  queueMail(
    shop.services.db,
    {
      kind: 'greeting',
      to: { name: 'Bea', email: 'bea@example.test' },
      subject: 'Hello',
      text: 'Hello Bea',
      html: '<p>Hello Bea</p>',
      sealer: shop.services.sealer,
      ...more,
    },
    shop.services.now(),
  );
const list = async (query: object = {}) => (await shop.call('GET /admin/mails', { query }, { token })).data;
const newest = async () => {
  const [mail] = (await list()).data;
  if (!mail) throw new Error('The outbox is empty');
  return mail;
};
const retry = (id: number) => shop.call('POST /admin/mails/{id}/retry', { params: { id } }, { token });
const retryMany = (body: RetryMany) => shop.call('POST /admin/mails/retry', { body }, { token });
const read = (id: number) => shop.call('GET /admin/mails/{id}', { params: { id } }, { token });

test('the outbox lists waiting, sent and failed mails, newest first, searchable by subject and recipient', async () => {
  await queue({ subject: 'First' });
  await queue({ subject: 'Second', to: { name: 'Olga', email: 'olga@example.test' } });
  expect((await list()).data.map(({ subject }) => subject)).toEqual(['Second', 'First']);
  expect(await list({ per_page: 1, page: 2 })).toMatchObject({ total: 2, last_page: 2, data: [{ subject: 'First' }] });
  for (const search of ['sec', 'OLGA', 'olga@']) expect((await list({ search })).total, search).toBe(1);
  expect((await list({ search: '_' })).total).toBe(0);
  await shop.jobs.run('deliver-mail');
  expect((await list({ status: 'sent' })).total).toBe(2);
  expect((await list({ status: 'queued' })).total).toBe(0);
  expect((await list({ status: 'all' })).data[0]).toMatchObject({ attempts: 1, next_attempt_at: null });
  expect((await shop.call('GET /admin/mails/stats', {}, { token })).data).toEqual({
    queued: 0,
    sent: 2,
    failed: 0,
    is_ready: true,
  });
});

test('without a mail server the outbox says that mails wait', async () => {
  shop.mailbox.disconnect(true);
  await queue();
  const { data } = await shop.call('GET /admin/mails/stats', {}, { token });
  expect(data).toMatchObject({ queued: 1, is_ready: false });
});

test('mails can be read, except those with an account link, even before they are sent', async () => {
  await queue();
  expect((await read((await newest()).id)).data).toMatchObject({ text: 'Hello Bea', html: '<p>Hello Bea</p>' });
  await queue({ isConfidential: true, text: 'SECRET-LINK', html: 'SECRET-LINK' });
  const { id } = await newest();
  expect((await read(id)).data).toMatchObject({ is_confidential: true, text: null, html: null });
  const raw = await shop.app.inject({ url: `/api/admin/mails/${id}`, headers: { authorization: `Bearer ${token}` } });
  expect(raw.body).not.toContain('SECRET-LINK');
  expect((await read(999_999)).failure.code).toBe('mail.not_found');
});

test("a failed mail is sent again only at the merchant's request", async () => {
  shop.mailbox.refuse('550 No such mailbox');
  await queue();
  for (let hour = 0; hour < 30; hour += 1) {
    await shop.jobs.run('deliver-mail');
    shop.clock.advance({ minutes: 60 });
  }
  token = await signIn(shop, admin);
  const failed = await newest();
  expect(failed).toMatchObject({ status: 'failed', attempts: 8, last_error: '550 No such mailbox' });
  shop.mailbox.refuse(undefined);
  const sentBefore = shop.mailbox.mails.length;
  await shop.jobs.run('deliver-mail');
  expect(shop.mailbox.mails).toHaveLength(sentBefore);
  expect((await retry(failed.id)).data).toMatchObject({ status: 'queued' });
  await shop.jobs.runRequested();
  expect(shop.mailbox.mails).toHaveLength(sentBefore + 1);
  expect(await newest()).toMatchObject({ status: 'sent', last_error: null });
  expect((await retry(failed.id)).failure.code).toBe('mail.sent_already');
  const audit = await shop.services.db
    .selectFrom('audit_entry')
    .select('action')
    .where('entity', '=', 'mail')
    .execute();
  expect(audit).toEqual([{ action: 'mail.retried' }]);
});

test('a mail being sent is not touched; a pause can be cut short', async () => {
  shop.mailbox.refuse('450 Try later');
  await queue();
  await shop.jobs.run('deliver-mail');
  const { id, next_attempt_at } = await newest();
  expect(next_attempt_at).not.toBeNull();
  expect((await retry(id)).status).toBe(200);
  await shop.services.db
    .updateTable('mail')
    .set({ claimed_until: new Date(shop.services.now().getTime() + 60_000) })
    .execute();
  expect((await retry(id)).failure.code).toBe('mail.being_sent');
});

/** As after a mail server refused everything for a day. @returns the ids, oldest first. */
async function failedMails(count: number): Promise<number[]> {
  shop.mailbox.refuse('450 Try later');
  for (let index = 0; index < count; index += 1) await queue({ subject: `Failed ${index}` });
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await shop.jobs.run('deliver-mail');
    shop.clock.advance({ days: 1 });
  }
  token = await signIn(shop, admin);
  shop.mailbox.refuse(undefined);
  return (await list({ status: 'failed' })).data.map(({ id }) => id).toReversed();
}

const auditOf = (ids: readonly number[]) =>
  shop.services.db
    .selectFrom('audit_entry')
    .select(['entity_id', 'action', 'actor_id', 'before', 'after'])
    .where('entity', '=', 'mail')
    .where('entity_id', 'in', ids.map(String))
    .orderBy('id')
    .execute();

test('selected mails are sent again, once for two clicks at the same time, each with an audit entry', async () => {
  const [first = 0, second = 0, third = 0] = await failedMails(3);
  const sentBefore = shop.mailbox.mails.length;
  const ids = [second, first, second];
  const clicks = await Promise.all([retryMany({ ids }), retryMany({ ids: [first, second] })]);
  expect(clicks.map(({ data }) => data.retried).toSorted()).toEqual([0, 2]);
  expect(clicks.map(({ data }) => data.failed)).toEqual([1, 1]);
  await shop.jobs.runRequested();
  expect((await retryMany({ ids })).data).toEqual({ retried: 0, failed: 1 });
  await shop.jobs.run('deliver-mail');
  const sent = shop.mailbox.mails.slice(sentBefore).map(({ subject }) => subject);
  expect(sent.toSorted()).toEqual(['Failed 0', 'Failed 1']);
  expect((await list({ status: 'failed' })).data.map(({ id }) => id)).toEqual([third]);
  const audit = { action: 'mail.retried', actor_id: admin.id, before: { status: 'failed', attempts: 8 } };
  expect(await auditOf([first, second, third])).toEqual(
    [first, second].map((id) => ({ ...audit, entity_id: String(id), after: { status: 'queued' } })),
  );
});

test('of two retries at the same time, only one counts, even if its node’s clock is ahead', async () => {
  const { db, now } = shop.services;
  const [id = 0] = await failedMails(1);
  let other: ReturnType<typeof retryMany> | undefined;
  await db.transaction().execute(async (tx) => {
    expect(await makeMailsDue(tx, { ids: [id] }, new Date(now().getTime() + 2_000))).toMatchObject([{ id }]);
    other = retryMany({ ids: [id] });
    await expect.poll(() => countWaiting(db)).toBe(1);
  });
  expect((await other)?.data).toEqual({ retried: 0, failed: 0 });
});

test('all failed mails are sent again, with all their attempts if the mail server still refuses them', async () => {
  const failed = await failedMails(2);
  await queue({ subject: 'Not failed' });
  await shop.services.db.updateTable('mail').set({ next_attempt_at: later() }).where('status', '=', 'queued').execute();
  expect((await retryMany({ all: 'failed' })).data).toEqual({ retried: 2, failed: 0 });
  shop.mailbox.refuse('450 Too many messages');
  await shop.jobs.runRequested();
  const { data } = await list({ status: 'queued' });
  expect(data.map(({ subject, attempts }) => [subject, attempts])).toEqual([
    ['Not failed', 0],
    ['Failed 1', 1],
    ['Failed 0', 1],
  ]);
  expect(await auditOf(failed)).toHaveLength(2);
});
const later = () => new Date(shop.services.now().getTime() + 3_600_000);

test('a bulk retry skips mails that are sent, being sent or deleted', async () => {
  await queue({ subject: 'Sent' });
  await shop.jobs.run('deliver-mail');
  await queue({ subject: 'Being sent' });
  await shop.services.db
    .updateTable('mail')
    .set({ claimed_until: later(), next_attempt_at: later() })
    .where('status', '=', 'queued')
    .execute();
  const ids = (await list()).data.map(({ id }) => id);
  expect(ids).toHaveLength(2);
  expect((await retryMany({ ids: [...ids, 999_999] })).data).toEqual({ retried: 0, failed: 0 });
  expect((await list()).data.map(({ status }) => status)).toEqual(['queued', 'sent']);
});

test('a retry of all is bounded: the oldest 10,000, and the response says how many are left', async () => {
  await sql`
    INSERT INTO mail (kind, to_email, subject, text_body, html_body, status, attempts, created_at)
    SELECT 'x', 'bea@example.test', 'Mail ' || n, 'x', 'x', 'failed', 8, ${shop.services.now()}::timestamptz - n * interval '1 minute'
      FROM generate_series(1, 10002) n`.execute(shop.services.db);
  expect((await retryMany({ all: 'failed' })).data).toEqual({ retried: 10_000, failed: 2 });
  expect((await list({ status: 'failed' })).data.map(({ subject }) => subject)).toEqual(['Mail 1', 'Mail 2']);
});

test('a bulk retry is refused to customers, and without ids or `all`', async () => {
  const customer = await signIn(shop, await createCustomer(shop.services.db));
  const refused = await shop.call('POST /admin/mails/retry', { body: { all: 'failed' } }, { token: customer });
  expect(refused.status).toBe(403);
  for (const body of [{ ids: [] }, {}, { all: 'sent' }, { ids: [1], all: 'failed' }])
    expect((await retryMany(body as RetryMany)).failure.code).toBe('request.invalid');
});
