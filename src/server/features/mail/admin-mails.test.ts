import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CreatedUser, createAdmin, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
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
