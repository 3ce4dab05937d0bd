import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { createCustomer, signIn } from '#test/factories/customer.ts';
import { ADDRESS, createShopper, fillCart } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { recordLog } from '#test/log.ts';
import { openPayingShop } from '#test/paying-shop.ts';
import { type OtlpReceiver, openOtlpReceiver } from '#test/servers/otlp-receiver.ts';
import { openTestShop } from '#test/shop.ts';
import { inTransaction } from '../platform/database/database.ts';
import { createEventDelivery } from '../platform/events/event-delivery.ts';
import { insertEvents } from '../platform/events/events.store.ts';
import { createJobs } from '../platform/jobs.ts';
import { startTelemetry } from '../platform/telemetry/open-telemetry.ts';
import { logSlowStatements } from '../platform/telemetry/slow-statements.ts';
import { traced } from '../platform/telemetry/tracing.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE}-b7ad6b7169203331-01`;

async function openCollector() {
  const receiver = await openOtlpReceiver();
  undo.push(receiver.close);
  const log = recordLog();
  const telemetry = startTelemetry({ endpoint: receiver.url, sampled: 1, version: '1.0.0', log: pino(log.stream) });
  undo.push(telemetry.stop);
  return { receiver, log, flush: telemetry.stop };
}

test('a checkout is one trace: request, statements and calls of the payment provider, without personal data', async () => {
  const { receiver, flush } = await openCollector();
  const shop = await openPayingShop();
  undo.push(() => shop.close());
  const shopper = await createShopper(shop);
  await fillCart(shop, shopper, (await createProduct(shop.services.db)).id);
  const cart = await shop.call('GET /cart', {}, shopper);
  const body = { amount: cart.data.total, shipping_address: ADDRESS };
  const headers = { traceparent: TRACEPARENT };
  const opened = await shop.call('POST /payments/create-intent', { body }, { ...shopper, headers });
  expect(opened.status).toBe(200);
  await flush();

  const spans = receiver.spans().filter(({ traceId }) => traceId === TRACE);
  const request = spans.find(({ name }) => name === 'POST /api/payments/create-intent');
  expect(request).toMatchObject({
    parentSpanId: 'b7ad6b7169203331',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/payments/create-intent',
      'http.response.status_code': 200,
    },
  });
  const call = spans.find(({ name }) => name.endsWith('createIntent'));
  expect(call).toMatchObject({ parentSpanId: request?.spanId, attributes: { 'stoa.operation': 'createIntent' } });
  const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
  expect(statements.map(({ name }) => name)).toContain('SELECT session');
  expect(statements.every(({ attributes }) => String(attributes['db.query.text']).length >= 5)).toBe(true);

  const { email, name } = await shop.services.db
    .selectFrom('users')
    .select(['email', 'name'])
    .executeTakeFirstOrThrow();
  expect(receiver.text()).not.toContain(email);
  expect(receiver.text()).not.toContain(name);
  expect(receiver.text()).not.toContain(shopper.token);
  expect(receiver.metrics().map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'http.server.request.duration',
      'db.client.operation.duration',
      'stoa.provider.call.duration',
      'stoa_jobs',
    ]),
  );
});

test('counters are exported as sums that only grow, other figures as gauges', async () => {
  const { receiver, flush } = await openCollector();
  const shop = await openTestShop({
    CDN: 'varnish',
    CDN_URL: 'http://127.0.0.1:1',
    CDN_TOKEN: 'a token that the CDN knows',
  });
  undo.push(() => shop.close());
  await flush();
  const exported = receiver.metrics();
  const counters = ['stoa_cdn_purges_total', 'stoa_in_line_responses_total', 'stoa_slow_statements_total'];
  for (const name of counters)
    expect(exported).toContainEqual(
      expect.objectContaining({ name, sum: expect.objectContaining({ isMonotonic: true }) }),
    );
  expect(exported).toContainEqual(
    expect.objectContaining({ name: 'stoa_order_queue_waiting', gauge: expect.anything() }),
  );
});

test('outgoing requests continue the trace, and health checks are not traced', async () => {
  const { receiver, flush } = await openCollector();
  const heard: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers.traceparent as string | undefined);
    response.end('ok');
  }).listen(0, '127.0.0.1');
  undo.push(() => server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const span = { kind: 'job', name: 'job call', attributes: {} } as const;
  await traced(
    () => span,
    async () => {
      await (await fetch(url)).text();
      const sent = httpRequest(url, (response) => response.resume()).end();
      await once(sent, 'close');
    },
  );
  await (await fetch(url)).text();
  const shop = await openTestShop();
  undo.push(() => shop.close());
  await shop.app.inject('/readyz');
  await flush();
  const job = receiver.spans().find(({ name }) => name === 'job call');
  expect(heard).toEqual([`00-${job?.traceId}-${job?.spanId}-01`, `00-${job?.traceId}-${job?.spanId}-01`, undefined]);
  expect(receiver.spans().map(({ name }) => name)).not.toContain('GET /readyz');
});

test('jobs and deliveries of events are traces of their own, with their statements', async () => {
  const { receiver, flush } = await openCollector();
  const database = await openTestDatabase();
  undo.push(() => database.close());
  const { db } = database;
  const log = pino(recordLog().stream);
  const jobs = createJobs(database.url, log);
  let runs = 0;
  jobs.define('count-users', async () => {
    await db.selectFrom('users').select('id').execute();
    runs += 1;
  });
  await jobs.start();
  await jobs.request('count-users');
  await expect.poll(() => runs, { timeout: 20_000 }).toBe(1);
  await jobs.stop();
  await jobs.close();

  const subscriber = { name: 'tracker', on: ['parcel.moved'], handle: async () => undefined };
  const nodeLock = () => undefined;
  const events = createEventDelivery({ db, now: () => new Date(), log, nodeLock, subscribers: [subscriber] });
  await events.register();
  const event = {
    type: 'parcel.moved',
    version: 1,
    subject: { kind: 'parcel', id: 1 },
    payload: { street: 'Elm Street' },
  };
  await inTransaction(db, (tx) => insertEvents(tx, [event], new Date()));
  await events.deliverDue();
  await flush();

  const job = receiver.spans().find(({ name }) => name === 'job count-users');
  const statement = receiver.spans().find(({ name }) => name === 'SELECT users');
  expect(job?.parentSpanId ?? '').toBe('');
  expect(statement).toMatchObject({ traceId: job?.traceId, parentSpanId: job?.spanId });
  expect(receiver.spans().find(({ name }) => name === 'event parcel.moved')).toMatchObject({
    attributes: { 'stoa.event': 'parcel.moved', 'stoa.subscriber': 'tracker' },
  });
  expect(receiver.text()).not.toContain('Elm Street');
});

/** Spans that the SDK sends at once. */
const BATCH = 512;

async function recordBatch(receiver: OtlpReceiver): Promise<void> {
  const before = receiver.spans().length;
  const span = { kind: 'job', name: 'job nothing', attributes: {} } as const;
  for (let each = 0; each < BATCH; each += 1)
    await traced(
      () => span,
      async () => undefined,
    );
  await expect.poll(() => receiver.spans().length, { timeout: 10_000 }).toBe(before + BATCH);
}

test('the beginning and the end of an outage of the collector are logged once', async () => {
  const { receiver, log } = await openCollector();
  receiver.respondWith(500);
  await recordBatch(receiver);
  await recordBatch(receiver);
  const outage = { reason: 'Internal Server Error', msg: 'The OpenTelemetry collector does not accept traces' };
  await expect.poll(log.warnings).toMatchObject([outage]);
  receiver.respondWith(200);
  await recordBatch(receiver);
  await expect.poll(log.text).toContain('The OpenTelemetry collector accepts traces again');
  expect(log.warnings()).toHaveLength(1);
});

test('a collector that does not respond does not delay stopping', async () => {
  const { receiver, flush } = await openCollector();
  receiver.respondWith(undefined);
  await recordBatch(receiver);
  const began = performance.now();
  await flush();
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('OpenTelemetry is loaded only by the start of the shop, and only if a collector is set', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  expect(files.filter((file) => read(file).includes("from '@opentelemetry/"))).toEqual([
    'server/platform/telemetry/open-telemetry.ts',
  ]);
  expect(files.filter((file) => /^import .*open-telemetry\.ts'/m.test(read(file)))).toEqual([]);
  expect(read('main.ts')).toContain('if (config.telemetry) {');
  expect(read('main.ts')).toContain("await import('#server/platform/telemetry/open-telemetry.ts')");
});

test('a slow statement is logged with its text and request, without its values, and counted', async () => {
  const shop = await openTestShop({ SLOW_STATEMENT_MS: '200', METRICS_TOKEN: 'the-operators-own-token' });
  undo.push(() => shop.close());
  const { db } = shop.services;
  await sql`SELECT pg_sleep(0.25), ${'Grace Hopper'}::text`.execute(db);
  await db.selectFrom('users').select('id').execute();
  // On a busy machine, others can be slow, too.
  const isSlow = ({ msg }: { readonly msg: string }) => msg === 'Slow statement';
  const slow = shop.log.warnings().filter(isSlow);
  expect(slow).toContainEqual(expect.objectContaining({ statement: 'SELECT pg_sleep(0.25), $1::text' }));
  expect(shop.log.text()).not.toContain('Grace Hopper');
  const headers = { authorization: 'Bearer the-operators-own-token' };
  const { body } = await shop.app.inject({ url: '/metrics', headers });
  const counted = Number(/^stoa_slow_statements_total (\d+)$/m.exec(body)?.[1]);
  expect(counted).toBeGreaterThanOrEqual(slow.length);
});

test('a slow statement names its request, and the log limits a flood of them', async () => {
  const shop = await openTestShop({ SLOW_STATEMENT_MS: '300' });
  undo.push(() => shop.close());
  const { db } = shop.services;
  const token = await signIn(shop, await createCustomer(db));
  const isLocked = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE wishlist_entry IN ACCESS EXCLUSIVE MODE`.execute(tx);
    isLocked.resolve();
    await release.promise;
  });
  await isLocked.promise;
  const reading = shop.call('GET /wishlist', { query: {} }, { token });
  setTimeout(release.resolve, 500);
  await Promise.all([reading, holder]);
  expect(shop.log.warnings()).toEqual(
    expect.arrayContaining([expect.objectContaining({ msg: 'Slow statement', reqId: expect.stringMatching(/^req-/) })]),
  );

  const log = recordLog();
  let at = 0;
  const slow = logSlowStatements(pino(log.stream), 10, () => at);
  for (let statement = 0; statement < 500; statement += 1) slow.observe('SELECT 1', 20);
  slow.observe('SELECT 1', 9);
  expect(log.warnings()).toHaveLength(60);
  expect(slow.count()).toBe(500);
  at = 60_001;
  slow.observe('SELECT 1', 20);
  expect(log.warnings()).toHaveLength(61);
});
