import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '#plugin/testing';
import { openReviewsShop, pictureForm, type ReviewsTestShop } from '../testing.ts';

let shop: ReviewsTestShop;
beforeAll(async () => {
  shop = await openReviewsShop({ needsApproval: false });
});
afterAll(() => shop.close());

async function deliver(orderId: number, status: 'delivered' | 'cancelled' = 'delivered') {
  const input = { params: { id: orderId }, body: { status } };
  expect((await shop.call('PUT /admin/orders/{id}/status', input, shop.admin)).status).toBe(200);
  await shop.events.deliverDue();
}

/** Runs the job, twice, and delivers what it queued. */
async function sendDue() {
  await Promise.all([shop.jobs.run('reviews.send-requests'), shop.jobs.run('reviews.send-requests')]);
  await shop.jobs.run('reviews.send-requests');
  await shop.jobs.runRequested();
}

const mailsTo = (email: string) =>
  shop.mailbox.mails.filter(({ to, subject }) => to.email === email && subject.startsWith('How do you like'));

async function tokenFor(email: string) {
  const [mail] = mailsTo(email);
  return decodeURIComponent(/\/reviews\/write\?token=([\w%-]+)/.exec(mail?.text ?? '')?.[1] ?? '');
}

async function deliveredBuyer() {
  const product = await shop.createProduct();
  const buyer = await shop.createBuyer(product);
  await deliver(buyer.orderId);
  return { product, buyer };
}

test('one mail goes out a week after delivery, and never a second one', async () => {
  const { buyer } = await deliveredBuyer();
  await shop.advance({ days: 6 });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(0);
  await shop.advance({ days: 2 });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(1);
  await deliver(buyer.orderId);
  await shop.advance({ days: 8 });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(1);
});

test('no mail about a cancelled order, or products that are reviewed already', async () => {
  const cancelled = await deliveredBuyer();
  await deliver(cancelled.buyer.orderId, 'cancelled');
  const reviewed = await deliveredBuyer();
  await shop.writeReview(reviewed.product, reviewed.buyer);
  await shop.advance({ days: 8 });
  await sendDue();
  expect(mailsTo(cancelled.buyer.user.email)).toHaveLength(0);
  expect(mailsTo(reviewed.buyer.user.email)).toHaveLength(0);
});

test('the link of the mail lets its reader write without signing in, for that customer only', async () => {
  const { product, buyer } = await deliveredBuyer();
  await shop.advance({ days: 8 });
  await sendDue();
  const token = await tokenFor(buyer.user.email);
  const { data } = await shop.call('POST /reviews/requests', { body: { token } });
  expect(data).toMatchObject({ products: [{ id: product, review: null }], has_opted_out: false });
  const params = { productId: product };
  const body = { token, stars: 4, title: 'By email', text: 'Without a password.' };
  const written = await shop.call('PUT /reviews/requests/products/{productId}', { params, body });
  expect(written.data).toEqual({ status: 'published' });
  expect((await shop.publishedReviews(product)).data[0]).toMatchObject({ title: 'By email', stars: 4 });

  const elsewhere = { productId: await shop.createProduct() };
  const other = await shop.call('PUT /reviews/requests/products/{productId}', { params: elsewhere, body });
  expect(other.failure.code).toBe('reviews.not_bought');
  const guess = await shop.call('POST /reviews/requests', { body: { token: 'guess' } });
  expect(guess.failure.code).toBe('reviews.link_invalid');
  await shop.advance({ days: 91 });
  expect((await shop.call('POST /reviews/requests', { body: { token } })).failure.code).toBe('reviews.link_invalid');
});

test('the link of the mail is for the products of its order only', async () => {
  const { product, buyer } = await deliveredBuyer();
  const other = await shop.createProduct();
  await shop.buyAgain(buyer, other);
  await shop.advance({ days: 8 });
  await sendDue();
  const token = await tokenFor(buyer.user.email);
  const write = (productId: number) => {
    const body = { token, stars: 1, title: 'By email', text: 'Without a password.' };
    return shop.call('PUT /reviews/requests/products/{productId}', { params: { productId }, body });
  };
  await shop.writeReview(other, { token: await signIn(shop, buyer.user) }, { stars: 5 });
  expect((await write(other)).failure.code).toBe('reviews.not_bought');
  expect((await shop.publishedReviews(other)).data).toMatchObject([{ stars: 5, title: 'Lovely' }]);
  expect((await write(product)).data).toEqual({ status: 'published' });
});

test('pictures are uploaded through the link of the mail while its order can be reviewed', async () => {
  const { product, buyer } = await deliveredBuyer();
  await shop.advance({ days: 8 });
  await sendDue();
  const token = await tokenFor(buyer.user.email);
  const upload = () => shop.call('POST /reviews/requests/pictures', { query: { token }, body: pictureForm() });
  const { url } = (await upload()).data;
  const body = { token, stars: 4, title: 'By email', text: 'With a picture.', pictures: [url] };
  await shop.call('PUT /reviews/requests/products/{productId}', { params: { productId: product }, body });
  expect((await shop.publishedReviews(product)).data[0]?.pictures).toEqual([url]);

  await shop.buyAgain(buyer, product);
  await deliver(buyer.orderId, 'cancelled');
  expect((await upload()).failure).toMatchObject({
    code: 'reviews.order_void',
    message: 'This order was cancelled or refunded, so you cannot add pictures with its link.',
  });
});

test('the link says whether its order was cancelled, or its products are no longer sold', async () => {
  const { product, buyer } = await deliveredBuyer();
  await shop.advance({ days: 8 });
  await sendDue();
  const token = await tokenFor(buyer.user.email);
  const open = async () => (await shop.call('POST /reviews/requests', { body: { token } })).data;
  expect(await open()).toMatchObject({ products: [{ id: product }], is_void: false });
  const hidden = shop.services.db.updateTable('product').set({ is_active: false }).where('id', '=', product);
  await hidden.execute();
  expect(await open()).toMatchObject({ products: [], is_void: false });
  await deliver(buyer.orderId, 'cancelled');
  expect(await open()).toMatchObject({ products: [], is_void: true });
});

test('the text of a sent mail, with its link, is not kept', async () => {
  const { buyer } = await deliveredBuyer();
  await shop.advance({ days: 8 });
  await sendDue();
  const token = await tokenFor(buyer.user.email);
  expect(token).not.toBe('');
  const rows = await shop.services.db.selectFrom('mail').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a customer who does not want these mails gets no more', async () => {
  const { buyer, product } = await deliveredBuyer();
  await shop.advance({ days: 8 });
  await sendDue();
  const token = await tokenFor(buyer.user.email);
  await shop.call('POST /reviews/requests/opt-out', { body: { token } });
  await shop.call('POST /reviews/requests/opt-out', { body: { token } });
  const { data } = await shop.call('POST /reviews/requests', { body: { token } });
  expect(data.has_opted_out).toBe(true);

  const again = await shop.buyAgain(buyer, product);
  await deliver(again);
  await shop.advance({ days: 8 });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(1);
});

test('nothing is planned or sent while the merchant does not want mails', async () => {
  await shop.saveSettings({ sendsRequests: false });
  const { buyer } = await deliveredBuyer();
  await shop.advance({ days: 8 });
  await shop.saveSettings({ sendsRequests: true });
  await sendDue();
  expect(mailsTo(buyer.user.email)).toHaveLength(0);
});

test('mails that were off for long are not sent later, and none says when the order arrived', async () => {
  const old = await deliveredBuyer();
  await shop.saveSettings({ sendsRequests: false });
  await shop.advance({ days: 20 });
  await shop.saveSettings({ sendsRequests: true });
  const recent = await deliveredBuyer();
  await shop.saveSettings({ sendsRequests: false });
  await shop.advance({ days: 36 });
  await shop.saveSettings({ sendsRequests: true });
  await sendDue();
  expect(mailsTo(old.buyer.user.email)).toHaveLength(0);
  const [mail] = mailsTo(recent.buyer.user.email);
  expect(mail?.text).toContain('has arrived: ');
  expect(mail?.text).not.toContain('days ago');
  // It is decided for good.
  await shop.saveSettings({ requestDays: 60 });
  await shop.advance({ days: 10 });
  await sendDue();
  expect(mailsTo(old.buyer.user.email)).toHaveLength(0);
  await shop.saveSettings({ requestDays: 7 });
});
