import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#test/database.ts';
import { createAdmin, PASSWORD, signIn } from '#test/factories/customer.ts';
import { ADDRESS } from '#test/factories/order.ts';
import { createProduct } from '#test/factories/product.ts';
import { recordLog } from '#test/log.ts';
import { GOOD_CARD } from '#test/paying-shop.ts';
import { openPooler } from '#test/servers/pooler.ts';
import { openSmtpServer } from '#test/servers/smtp-server.ts';
import { confirmInBrowser } from '#test/servers/stripe-sandbox.ts';
import { openServer } from '../open-server.ts';
import { readConfig } from '../platform/config.ts';
import { inspectConnection } from '../platform/database/connection.ts';
import { migrate } from '../platform/database/migrate.ts';
import type { Services } from '../services/services.ts';

/** A whole shop, jobs and sandbox included, whose connections go through a pooler in transaction mode. */
const undo: (() => Promise<unknown>)[] = [];
let app: FastifyInstance;
let services: Services;
let smtp: Awaited<ReturnType<typeof openSmtpServer>>;
const log = recordLog();

beforeAll(async () => {
  const database = await openTestDatabase();
  undo.push(() => database.close());
  const pooler = await openPooler(database.url, { backends: 6 });
  undo.push(() => pooler.close());
  smtp = await openSmtpServer();
  undo.push(() => smtp.close());
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-pooled-'));
  undo.push(() => rm(dataDir, { recursive: true }));

  const logger = pino({ level: 'info' }, log.stream);
  const config = readConfig({
    DATA_DIR: dataDir,
    SANDBOX_PORT: '0',
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    RATE_LIMIT: '1000000',
    DEMO: '0',
    SLOW_STATEMENT_MS: '0',
  });
  const connection = await inspectConnection(pooler.url, database.url);
  await migrate(connection.url, resolve('migrations'));
  const server = await openServer(config, connection, logger);
  undo.push(server.close);
  ({ services, app } = server);
  await services.jobs.start();
  undo.push(() => services.jobs.stop());
});

afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

/** Plays a call. @returns its `data`. */
async function call<Data>(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  token?: string,
): Promise<Data> {
  const response = await app.inject({
    method,
    url: `/api${path}`,
    ...(payload ? { payload } : {}),
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  const reply = response.json() as { success: boolean; message: string; data: Data };
  if (!reply.success) throw new Error(`${method} ${path}: ${response.statusCode} ${reply.message}`);
  return reply.data;
}

interface OpenedPayment {
  readonly payment_intent_id: string;
  readonly client_secret: string;
  readonly sandbox_url: string;
  readonly publishable_key: string;
}

interface FoundProducts {
  readonly data: readonly { readonly name: string }[];
}

/** Registers, buys one piece and pays. @returns the order's number. */
async function buy(productId: number, email: string): Promise<string> {
  const account = { name: 'Polly Pooled', email, password: PASSWORD, password_confirmation: PASSWORD };
  await call('POST', '/auth/register', account);
  const { token } = await call<{ token: string }>('POST', '/auth/login', { email, password: PASSWORD });
  await call('POST', '/cart', { product_id: productId, quantity: 1 }, token);
  const { total: amount } = await call<{ total: string }>('GET', '/cart', undefined, token);
  const body = { amount, shipping_address: ADDRESS };
  const opened = await call<OpenedPayment>('POST', '/payments/create-intent', body, token);
  const { payment_intent_id: id, client_secret, sandbox_url, publishable_key: key } = opened;
  await confirmInBrowser(sandbox_url, { id, client_secret }, GOOD_CARD, { key });
  const paid = await call<{ order_number: string }>('POST', '/payments/confirm', { payment_intent_id: id }, token);
  const orders = await call<{ total: number }>('GET', '/orders', undefined, token);
  expect(orders.total).toBe(1);
  return paid.order_number;
}

test('many customers register, buy and get mails at once', async () => {
  const product = await createProduct(services.db, { name: 'Field Lamp', price_cents: 2000, stock: 50 });
  const numbers = await Promise.all(Array.from({ length: 4 }, (_, n) => buy(product.id, `pooled-${n}@example.test`)));
  expect(new Set(numbers).size).toBe(4);
  const mailed = () => numbers.filter((number) => smtp.mails.some(({ raw }) => raw.includes(number)));
  await expect.poll(mailed).toEqual(numbers);
});

test("a merchant's change reaches the lists of this node", async () => {
  const product = await createProduct(services.db, { name: 'Desk Lamp', price_cents: 2000 });
  const token = await signIn({ services }, await createAdmin(services.db));
  const path = `/admin/products/${product.id}`;
  const { product: stored } = await call<{ product: { sku: string; revision: number } }>('GET', path, undefined, token);
  const { sku, revision } = stored;
  const form = { name: 'Reading Lamp', sku, description: 'Gives light.', price: 30, stock: 9, revision };
  await call('PUT', path, { ...form, category_id: product.category_id }, token);
  const find = async () => (await call<FoundProducts>('GET', '/products?search=Reading')).data.map(({ name }) => name);
  await expect.poll(find).toEqual(['Reading Lamp']);
});

test('no errors are logged', () => {
  expect(log.warnings()).toEqual([]);
});
