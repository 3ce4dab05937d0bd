import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/platform/database/database.ts';
import { createSealer } from '#server/platform/security/sealing.ts';
import { breakNextWrite } from '#test/database.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { deliverMail } from './deliver-mail.ts';
import { type MailToQueue, queueMail } from './queue-mail.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.services.db.deleteFrom('mail').execute();
  shop.mailbox.mails.length = 0;
  shop.mailbox.refuse(undefined);
  shop.mailbox.disconnect(false);
});

const mail = (more: Partial<MailToQueue> = {}): MailToQueue => ({
  kind: 'greeting',
  to: { name: 'Ada', email: 'ada@example.test' },
  subject: 'Hello',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  sealer: shop.services.sealer,
  ...more,
});
const queue = (more: Partial<MailToQueue> = {}) => queueMail(shop.services.db, mail(more), shop.services.now());
const deliver = () => shop.jobs.run('deliver-mail');
const outbox = () => shop.services.db.selectFrom('mail').selectAll().orderBy('id').execute();

test('a queued mail is sent once, and kept for the back office', async () => {
  await queue();
  await deliver();
  await deliver();
  expect(shop.mailbox.mails).toEqual([
    {
      key: expect.stringMatching(/^mail-\d+-\d+$/),
      to: { name: 'Ada', email: 'ada@example.test' },
      subject: 'Hello',
      text: 'Hello Ada',
      html: '<p>Hello Ada</p>',
    },
  ]);
  expect(await outbox()).toMatchObject([{ status: 'sent', attempts: 1, text_body: 'Hello Ada', last_error: null }]);
});

test('a mail is sent once, even if the connection to the database breaks when this is recorded', async () => {
  await queue();
  let sent = 0;
  let broken: Promise<void> | undefined;
  const send = async () => {
    sent += 1;
    if (sent === 1) ({ broken } = await breakNextWrite(shop.databaseUrl, 'SELECT FROM mail FOR UPDATE'));
  };
  const run = () => deliverMail({ ...shop.services, mailTransport: { isReady: async () => true, send } });
  await run().catch(() => undefined);
  await broken;
  shop.clock.advance({ minutes: 6 });
  await run();
  expect(sent).toBe(1);
  expect(await outbox()).toMatchObject([{ status: 'sent', attempts: 1 }]);
});

test('a mail whose cause was rolled back is never sent', async () => {
  const cause = inTransaction(shop.services.db, async (tx) => {
    await queueMail(tx, mail(), shop.services.now());
    throw new Error('The order could not be made');
  });
  await expect(cause).rejects.toThrow('The order could not be made');
  await deliver();
  expect(shop.mailbox.mails).toEqual([]);
});

test('without a mail server mails wait', async () => {
  shop.mailbox.disconnect(true);
  await queue();
  for (let day = 0; day < 10; day += 1) {
    shop.clock.advance({ days: 1 });
    await deliver();
  }
  expect(await outbox()).toMatchObject([{ status: 'queued', attempts: 0 }]);
  shop.mailbox.disconnect(false);
  await deliver();
  expect(shop.mailbox.mails).toHaveLength(1);
});

test('a rejected mail is retried after a pause, with the same key', async () => {
  shop.mailbox.refuse('450 Try again later');
  await queue();
  await deliver();
  expect(await outbox()).toMatchObject([{ status: 'queued', attempts: 1, last_error: '450 Try again later' }]);
  shop.mailbox.refuse(undefined);
  await deliver();
  expect(shop.mailbox.mails).toEqual([]);
  shop.clock.advance({ seconds: 11 });
  await deliver();
  expect(shop.mailbox.mails).toHaveLength(1);
  expect(await outbox()).toMatchObject([{ status: 'sent', attempts: 2, last_error: null }]);
});

test('a mail rejected eight times over a day fails, and delays no other', async () => {
  shop.mailbox.refuse('550 No such mailbox');
  await queue();
  for (let hour = 0; hour < 30; hour += 1) {
    await deliver();
    shop.clock.advance({ minutes: 60 });
  }
  shop.mailbox.refuse(undefined);
  await queue({ subject: 'The next' });
  await deliver();
  expect(shop.mailbox.mails.map(({ subject }) => subject)).toEqual(['The next']);
  expect(await outbox()).toMatchObject([{ status: 'failed', attempts: 8 }, { status: 'sent' }]);
  expect(shop.log.text()).not.toContain('ada@example.test');
});

test('a mail whose sender crashed is sent by a later run', async () => {
  await queue();
  const { db, now, log, sealer } = shop.services;
  let dies: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    dies = resolve;
  });
  // This node never comes back from the mail server.
  void deliverMail({
    db,
    now,
    log,
    sealer,
    mailTransport: { isReady: async () => true, send: () => new Promise(() => dies()) },
  });
  await death;
  await deliver();
  expect(shop.mailbox.mails).toEqual([]);
  shop.clock.advance({ minutes: 6 });
  await deliver();
  expect(shop.mailbox.mails).toHaveLength(1);
});

test('concurrent nodes send each mail once', async () => {
  for (let number = 0; number < 40; number += 1) await queue({ subject: `Number ${number}` });
  await Promise.all(Array.from({ length: 8 }, deliver));
  const subjects = shop.mailbox.mails.map(({ subject }) => subject);
  expect(subjects).toHaveLength(40);
  expect(new Set(subjects).size).toBe(40);
});

test('the content of a confidential mail is dropped once it is sent, and not before', async () => {
  shop.mailbox.refuse('Busy');
  await queue({ isConfidential: true });
  await deliver();
  expect(await outbox()).toMatchObject([{ status: 'queued', sealed_bodies: expect.any(Buffer) }]);
  shop.mailbox.refuse(undefined);
  shop.clock.advance({ minutes: 1 });
  await deliver();
  expect(shop.mailbox.newestTo('ada@example.test').text).toBe('Hello Ada');
  expect(await outbox()).toMatchObject([{ status: 'sent', text_body: '', html_body: '', sealed_bodies: null }]);
});

test('waiting mails are encrypted until sent, confidential or not', async () => {
  shop.mailbox.refuse('Busy');
  await queue({ text: 'NOT-IN-CLEAR', html: 'NOT-IN-CLEAR' });
  await queue({ text: 'NOT-IN-CLEAR', html: 'NOT-IN-CLEAR', isConfidential: true });
  await deliver();
  const rows = await outbox();
  expect(rows).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  for (const { text_body, html_body, sealed_bodies } of rows) {
    expect([text_body, html_body, sealed_bodies?.includes('NOT-IN-CLEAR')]).toEqual(['', '', false]);
  }
});

describe('while nodes of the previous version are running', () => {
  test('a mail queued by one in plain text is encrypted, then sent', async () => {
    const { db, now } = shop.services;
    const row = { kind: 'greeting', to_email: 'ada@example.test', subject: 'Hello', next_attempt_at: now() };
    await db
      .insertInto('mail')
      .values({ ...row, text_body: 'In clear', html_body: '<p>In clear</p>' })
      .execute();
    shop.mailbox.disconnect(true);
    await deliver();
    expect(await outbox()).toMatchObject([{ text_body: '', html_body: '', sealed_bodies: expect.any(Buffer) }]);
    shop.mailbox.disconnect(false);
    await deliver();
    expect(shop.mailbox.mails).toMatchObject([{ text: 'In clear', html: '<p>In clear</p>' }]);
  });

  test('they do not send encrypted mails, which they would send empty', async () => {
    await queue();
    const { db, now } = shop.services;
    const { rows } = await sql`
      UPDATE mail SET attempts = attempts + 1, next_attempt_at = ${now()}, claimed_until = ${now()}
       WHERE status = 'queued' RETURNING id`.execute(db);
    expect(rows).toEqual([]);
    await deliver();
    expect(shop.mailbox.mails).toMatchObject([{ text: 'Hello Ada' }]);
  });
});

test('a mail encrypted with another secret fails, and the others are sent', async () => {
  await queue({ sealer: createSealer('another secret of thirty-two characters') });
  await queue({ subject: 'The next' });
  await deliver();
  expect(await outbox()).toMatchObject([
    { status: 'failed', last_error: 'The email was encrypted with another APP_SECRET' },
    { status: 'sent', subject: 'The next' },
  ]);
});

test('line breaks in subjects and names become spaces', async () => {
  await queue({
    subject: 'Hello\r\nBcc: victim@example.test',
    to: { name: 'Ada\nX-Evil: 1\u2028', email: 'ada@example.test' },
  });
  await deliver();
  expect(shop.mailbox.mails[0]).toMatchObject({
    subject: 'Hello Bcc: victim@example.test',
    to: { name: 'Ada X-Evil: 1' },
  });
});

test.each([
  'ada@example.test\r\nBcc: victim@example.test',
  'ada@example.test,victim@example.test',
  'Ada <ada@example.test>',
  'ada',
])('nothing is queued for %j', async (email) => {
  await expect(queue({ to: { name: 'Ada', email } })).rejects.toThrow('not an email address');
  expect(await outbox()).toEqual([]);
});

test('a subject that is cut within an emoji can be stored', async () => {
  await queue({ subject: `${'x'.repeat(249)}😀` });
  const [row] = await outbox();
  expect(row?.subject.isWellFormed()).toBe(true);
});
