import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReviewsShop, type ReviewsDesk } from '../testing.ts';

let desk: ReviewsDesk;
beforeAll(async () => {
  desk = await openReviewsShop({ needsApproval: false });
});
afterAll(() => desk.shop.close());

async function deliver(orderId: number, status: 'delivered' | 'cancelled' = 'delivered') {
  const input = { params: { id: orderId }, body: { status } };
  expect((await desk.shop.call('PUT /admin/orders/{id}/status', input, desk.admin)).status).toBe(200);
  await desk.shop.events.deliverDue();
}

/** Runs the job, twice, and delivers what it queued. */
async function sendDue() {
  await Promise.all([desk.shop.jobs.run('reviews.send-requests'), desk.shop.jobs.run('reviews.send-requests')]);
  await desk.shop.jobs.run('reviews.send-requests');
  await desk.shop.jobs.runRequested();
}

const mailsTo = (email: string) =>
  desk.shop.mailbox.mails.filter(({ to, subject }) => to.email === email && subject.startsWith('How do you like'));

async function tokenFor(email: string) {
  const [mail] = mailsTo(email);
  return decodeURIComponent(/\/reviews\/write\?token=([\w%-]+)/.exec(mail?.text ?? '')?.[1] ?? '');
}

async function deliveredBuyer() {
  const product = await desk.createProduct();
  const buyer = await desk.createBuyer(product);
  await deliver(buyer.orderId);
  return { product, buyer };
}

test('one mail goes out a week after delivery, and never a second one', async () => {
  const { buyer } = await deliveredBuyer();
  await desk.advance({ days: 6 });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(0);
  await desk.advance({ days: 2 });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(1);
  await deliver(buyer.orderId);
  await desk.advance({ days: 8 });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(1);
});

test('no mail about a cancelled order, or products that are reviewed already', async () => {
  const cancelled = await deliveredBuyer();
  await deliver(cancelled.buyer.orderId, 'cancelled');
  const reviewed = await deliveredBuyer();
  await desk.write(reviewed.product, reviewed.buyer);
  await desk.advance({ days: 8 });
  await sendDue();
  expect(mailsTo(cancelled.buyer.user.email)).toHaveLength(0);
  expect(mailsTo(reviewed.buyer.user.email)).toHaveLength(0);
});

test('the link of the mail lets its reader write without signing in, for that customer only', async () => {
  const { product, buyer } = await deliveredBuyer();
  await desk.advance({ days: 8 });
  await sendDue();
  const token = await tokenFor(buyer.user.email);
  const { data } = await desk.shop.call('POST /reviews/requests', { body: { token } });
  expect(data).toMatchObject({ products: [{ id: product, review: null }], has_opted_out: false });
  const params = { productId: product };
  const body = { token, stars: 4, title: 'By mail', text: 'Without a password.' };
  const written = await desk.shop.call('PUT /reviews/requests/products/{productId}', { params, body });
  expect(written.data).toEqual({ status: 'published' });
  expect((await desk.published(product)).data[0]).toMatchObject({ title: 'By mail', stars: 4 });

  const elsewhere = { productId: await desk.createProduct() };
  const other = await desk.shop.call('PUT /reviews/requests/products/{productId}', { params: elsewhere, body });
  expect(other.failure.code).toBe('reviews.not_bought');
  const guess = await desk.shop.call('POST /reviews/requests', { body: { token: 'guess' } });
  expect(guess.failure.code).toBe('reviews.link_invalid');
  await desk.advance({ days: 91 });
  expect((await desk.shop.call('POST /reviews/requests', { body: { token } })).failure.code).toBe(
    'reviews.link_invalid',
  );
});

test('the text of a sent mail, with its link, is not kept', async () => {
  const { buyer } = await deliveredBuyer();
  await desk.advance({ days: 8 });
  await sendDue();
  const token = await tokenFor(buyer.user.email);
  expect(token).not.toBe('');
  const rows = await desk.shop.services.db.selectFrom('mail').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a customer who does not want these mails gets no more', async () => {
  const { buyer, product } = await deliveredBuyer();
  await desk.advance({ days: 8 });
  await sendDue();
  const token = await tokenFor(buyer.user.email);
  await desk.shop.call('POST /reviews/requests/opt-out', { body: { token } });
  await desk.shop.call('POST /reviews/requests/opt-out', { body: { token } });
  const { data } = await desk.shop.call('POST /reviews/requests', { body: { token } });
  expect(data.has_opted_out).toBe(true);

  const again = await desk.buyAgain(buyer, product);
  await deliver(again);
  await desk.advance({ days: 8 });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(1);
});

test('nothing is planned or sent while the merchant does not want mails', async () => {
  await desk.save({ sendsRequests: false });
  const { buyer } = await deliveredBuyer();
  await desk.advance({ days: 8 });
  await desk.save({ sendsRequests: true });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(0);
});
