import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdmin, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

const SENT = "Message Sent! Thank you for contacting us. We'll get back to you within 24 hours.";

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop();
  token = await signIn(shop, await createAdmin(shop.services.db));
});
afterAll(() => shop.close());

const message = (changes = {}) => ({
  name: 'Ada Marlowe',
  email: 'ada@example.test',
  subject: 'shipping' as const,
  message: 'Where is my lamp?\nIt is dark.',
  ...changes,
});
const send = (changes = {}, headers = {}) => shop.call('POST /contact', { body: message(changes) }, { headers });
const list = (query = {}) => shop.call('GET /admin/messages', { query }, { token });
const newestId = async (): Promise<number> => (await list()).data.data[0]?.id ?? 0;
const audits = (entityId: number) =>
  shop.services.db
    .selectFrom('audit_entry')
    .select(['action', 'before', 'after'])
    .where('entity', '=', 'message')
    .where('entity_id', '=', String(entityId))
    .orderBy('id')
    .execute();

test('a message is confirmed, listed in the back office, and mailed to the shop with the sender as reply-to', async () => {
  const sent = await send({ email: ' Ada@Example.test ' });
  expect([sent.status, sent.message, sent.data]).toEqual([201, SENT, null]);
  const { data } = await list();
  expect(data.data[0]).toMatchObject({
    name: 'Ada Marlowe',
    email: 'ada@example.test',
    subject: 'shipping',
    message: 'Where is my lamp?\nIt is dark.',
    status: 'open',
  });
  await shop.jobs.runRequested();
  const mail = shop.mailbox.newestTo('hello@stoa.test');
  expect(mail.replyTo).toEqual({ name: 'Ada Marlowe', email: 'ada@example.test' });
  expect(mail.subject).toBe('Shipping: a message from Ada Marlowe');
  expect(mail.text).toContain('It is dark.');
});

test.each([
  [{ name: '  ' }, 'name'],
  [{ email: 'ada' }, 'email'],
  [{ subject: '' }, 'subject'],
  [{ subject: 'weather' }, 'subject'],
  [{ message: '' }, 'message'],
  [{ message: 'x'.repeat(5_001) }, 'message'],
])('%o is refused by field', async (changes, field) => {
  const before = (await list()).data.total;
  const refused = await send(changes);
  expect(refused.status).toBe(422);
  expect(Object.keys(refused.failure.errors ?? {})).toEqual([field]);
  expect((await list()).data.total).toBe(before);
});

test('a message sent twice with one key is stored once', async () => {
  const before = (await list()).data.total;
  const headers = { 'idempotency-key': 'letter-1' };
  expect((await send({}, headers)).status).toBe(201);
  expect((await send({}, headers)).headers['idempotent-replayed']).toBe('true');
  expect((await list()).data.total).toBe(before + 1);
});

test('messages with the honeypot field are answered and discarded', async () => {
  const before = (await list()).data.total;
  const sent = await send({ website: 'https://spam.example' });
  expect([sent.status, sent.message]).toEqual([201, SENT]);
  expect((await list()).data.total).toBe(before);
});

test('markup in a message stays text, line breaks in a name never reach mail headers', async () => {
  await send({ message: '<img src=x onerror=alert(1)>' });
  await shop.jobs.runRequested();
  expect(shop.mailbox.newestTo('hello@stoa.test').html).not.toContain('<img src=x');
  expect((await send({ name: 'Ada\r\nBcc: all@example.test' })).status).toBe(422);
});

test('the list is searched, filtered and paged', async () => {
  await send({ name: 'Zeno Cask', message: '100% wool?' });
  expect((await list({ search: 'zeno' })).data.total).toBe(1);
  expect((await list({ search: '100%' })).data.total).toBe(1);
  expect((await list({ search: '1_0%' })).data.total).toBe(0);
  const { data } = await list({ per_page: 2, page: 2 });
  expect([data.current_page, data.per_page, data.data.length]).toEqual([2, 2, 2]);
  expect((await list({ status: 'done' })).data.total).toBe(0);
  expect((await list({ status: 'open' })).data.total).toBe((await list({ status: 'all' })).data.total);
});

test('a reply is mailed, shown in the thread, and audited', async () => {
  await send({ email: 'reader@example.test' });
  const id = await newestId();
  const { data } = await shop.call(
    'POST /admin/messages/{id}/reply',
    { params: { id }, body: { message: 'It left yesterday.' } },
    { token },
  );
  expect(data.status).toBe('answered');
  expect(data.replies.map((reply) => reply.message)).toEqual(['It left yesterday.']);
  await shop.jobs.runRequested();
  const mail = shop.mailbox.newestTo('reader@example.test');
  expect(mail.replyTo?.email).toBe('hello@stoa.test');
  expect(mail.text).toContain('It left yesterday.');
  expect(mail.text).toContain('Where is my lamp?');
  expect((await audits(id)).map(({ action }) => action)).toEqual(['message.reply']);
});

test("completing, reopening and deleting are audited once, without the sender's text", async () => {
  await send({ name: 'Secret Sender' });
  const id = await newestId();
  const set = (status: 'open' | 'done') =>
    shop.call('PUT /admin/messages/{id}/status', { params: { id }, body: { status } }, { token });
  expect((await set('done')).data.status).toBe('done');
  expect((await set('done')).data.status).toBe('done');
  expect((await set('open')).data.status).toBe('open');
  expect((await shop.call('DELETE /admin/messages/{id}', { params: { id } }, { token })).status).toBe(200);
  const gone = await shop.call('GET /admin/messages/{id}', { params: { id } }, { token });
  expect(gone.failure.code).toBe('message.not_found');
  const again = await shop.call('DELETE /admin/messages/{id}', { params: { id } }, { token });
  expect(again.failure.code).toBe('message.not_found');
  const written = await audits(id);
  expect(written.map(({ action }) => action)).toEqual(['message.status', 'message.status', 'message.delete']);
  expect(JSON.stringify(written)).not.toContain('Secret Sender');
});
