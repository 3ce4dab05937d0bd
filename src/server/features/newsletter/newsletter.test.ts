import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '#test/shop.ts';

const ANSWER = 'Thank you. Please open the link in the email we sent to this address to complete the subscription.';

let shop: TestShop;
let email: string;
let count = 0;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  count += 1;
  email = `reader-${count}@example.test`;
});

const subscribe = (address = email) => shop.call('POST /newsletter', { body: { email: address } });
const confirm = (token: string) => shop.call('POST /newsletter/confirm', { body: { token } });
const unsubscribe = (token: string) => shop.call('POST /newsletter/unsubscribe', { body: { token } });
const mailsTo = (address: string) => shop.mailbox.mails.filter(({ to }) => to.email === address);
const linkIn = (address = email): string => {
  const [, token] =
    /http:\/\/shop\.test\/newsletter\?token=([\w-]{43,})/.exec(shop.mailbox.newestTo(address).text) ?? [];
  if (!token) throw new Error('The email holds no link');
  return token;
};
const askForLink = async (): Promise<string> => {
  await subscribe();
  await shop.jobs.runRequested();
  return linkIn();
};
const rowOf = (address = email) =>
  shop.services.db.selectFrom('newsletter_subscription').selectAll().where('email', '=', address).executeTakeFirst();

describe('subscribing', () => {
  test('is confirmed by the mailed link; following it again changes nothing', async () => {
    const token = await askForLink();
    expect((await rowOf())?.confirmed_at).toBeNull();
    expect((await confirm(token)).message).toBe('You are subscribed to our newsletter.');
    const confirmed = await rowOf();
    expect(confirmed?.confirmed_at).toBeInstanceOf(Date);
    shop.clock.advance({ minutes: 5 });
    expect((await confirm(token)).status).toBe(200);
    expect(await rowOf()).toEqual(confirmed);
  });

  test('new, pending and subscribed addresses get the same answer, in any case', async () => {
    const fresh = await subscribe();
    const waiting = await subscribe(` ${email.toUpperCase()} `);
    await shop.jobs.runRequested();
    await confirm(linkIn());
    const subscribed = await subscribe();
    for (const reply of [fresh, waiting, subscribed]) {
      expect([reply.status, reply.message, reply.data]).toEqual([200, ANSWER, null]);
    }
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('an address gets at most one mail an hour, even with ten concurrent requests', async () => {
    await Promise.all(Array.from({ length: 10 }, () => subscribe()));
    shop.clock.advance({ minutes: 59 });
    await subscribe();
    await shop.jobs.runRequested();
    expect(mailsTo(email)).toHaveLength(1);
    shop.clock.advance({ minutes: 1 });
    await subscribe();
    await shop.jobs.runRequested();
    expect(mailsTo(email)).toHaveLength(2);
  });

  test('only the latest link works, for a week', async () => {
    const first = await askForLink();
    shop.clock.advance({ minutes: 61 });
    const second = await askForLink();
    expect((await confirm(first)).failure.code).toBe('newsletter.token_invalid');
    shop.clock.advance({ days: 7 });
    expect((await confirm(second)).failure.code).toBe('newsletter.token_invalid');
  });

  test('an invalid address is refused by field', async () => {
    const refused = await subscribe('nobody');
    expect(refused.failure.errors).toEqual({ email: ['Please enter a valid email address.'] });
  });

  test('neither the token nor its mail is kept', async () => {
    const token = await askForLink();
    const mails = await shop.services.db.selectFrom('mail').selectAll().where('to_email', '=', email).execute();
    expect(mails.map(({ status, text_body }) => [status, text_body])).toEqual([['sent', '']]);
    expect(JSON.stringify([mails, await rowOf()])).not.toContain(token);
  });
});

describe('unsubscribing', () => {
  test('works with the confirmation link, once', async () => {
    const token = await askForLink();
    await confirm(token);
    shop.clock.advance({ days: 400 });
    expect((await unsubscribe(token)).message).toBe('You are unsubscribed.');
    expect(await rowOf()).toBeUndefined();
    expect((await unsubscribe(token)).failure.code).toBe('newsletter.token_invalid');
    expect((await confirm(token)).failure.code).toBe('newsletter.token_invalid');
  });

  test('can be requested again if the link was lost; the subscription stays until then', async () => {
    await confirm(await askForLink());
    shop.clock.advance({ minutes: 61 });
    const token = await askForLink();
    expect(shop.mailbox.newestTo(email).subject).toContain('You are already subscribed');
    expect((await rowOf())?.confirmed_at).not.toBeNull();
    expect((await unsubscribe(token)).status).toBe(200);
  });

  test('works with every link of a subscription, whoever enters its address again', async () => {
    const first = await askForLink();
    await confirm(first);
    const links = [first];
    for (let n = 0; n < 2; n += 1) {
      shop.clock.advance({ minutes: 61 });
      links.push(await askForLink());
    }
    expect(new Set(links).size).toBe(3);
    for (const link of links) expect((await confirm(link)).status).toBe(200);
    const [, further = '', last = ''] = links;
    expect((await unsubscribe(first)).status).toBe(200);
    expect((await unsubscribe(further)).failure.code).toBe('newsletter.token_invalid');

    await confirm(await askForLink());
    expect((await unsubscribe(last)).failure.code).toBe('newsletter.token_invalid');
    shop.clock.advance({ minutes: 61 });
    expect((await unsubscribe(await askForLink())).status).toBe(200);
    expect(await rowOf()).toBeUndefined();
  });

  test('refuses invalid tokens', async () => {
    for (const token of ['x', "' OR 1=1 --", 'a'.repeat(43), 'a'.repeat(95)]) {
      expect((await unsubscribe(token)).failure.code).toBe('newsletter.token_invalid');
      expect((await confirm(token)).failure.code).toBe('newsletter.token_invalid');
    }
  });
});

test('unconfirmed addresses are deleted after a week, subscribed ones stay', async () => {
  await subscribe('never@example.test');
  await confirm(await askForLink());
  shop.clock.advance({ days: 6 });
  await shop.jobs.run('clean-up');
  expect(await rowOf('never@example.test')).toBeDefined();
  shop.clock.advance({ days: 1, minutes: 1 });
  await shop.jobs.run('clean-up');
  expect(await rowOf('never@example.test')).toBeUndefined();
  expect(await rowOf()).toBeDefined();
});
