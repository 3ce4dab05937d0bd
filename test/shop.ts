import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Contract, DataOf, Endpoint, InputOf } from '#contract/endpoint.ts';
import type { Failure } from '#contract/envelope.ts';
import { type CallKey, contract, type ShopContract } from '#contract/index.ts';
import { checkPlugins, migrationsOf } from '#server/features/plugins/index.ts';
import { openServer } from '#server/open-server.ts';
import { readConfig } from '#server/platform/config.ts';
import { directConnection } from '#server/platform/database/connection.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { EventDelivery } from '#server/platform/events/event-delivery.ts';
import type { ServiceOptions } from '#server/services/open-services.ts';
import type { Services } from '#server/services/services.ts';
import { type TestClock, testClock } from './clock.ts';
import { openTestDatabase } from './database.ts';
import { type RecordingJobs, recordingJobs } from './jobs.ts';
import { type LogRecorder, recordLog } from './log.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

/** Result of a call: `data` of a success, or the envelope of a refusal. */
export type Reply<K extends CallKey> = {
  readonly status: number;
  readonly headers: LightMyRequestResponse['headers'];
  readonly message: string;
  /** @throws when the call was refused. */
  readonly data: DataOf<ShopContract[K]>;
  /** @throws when the call succeeded. */
  readonly failure: Failure;
};

export interface CallOptions {
  /** Bearer token. */
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestShop {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: TestClock;
  readonly jobs: RecordingJobs;
  /** Subscribers of plug-ins are registered; `events.deliverDue()` calls them. */
  readonly events: EventDelivery;
  readonly log: LogRecorder;
  /** Receives the shop's mails once their job has run. */
  readonly mailbox: Mailbox;
  /** Connection string of the shop's own database. */
  readonly databaseUrl: string;
  /** Calls the API over HTTP and validates the response against the contract, including unknown fields. */
  call<K extends CallKey>(key: K, input: InputOf<ShopContract[K]>, options?: CallOptions): Promise<Reply<K>>;
  close(): Promise<void>;
}

interface AnyInput {
  readonly params?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: object;
}

function toRequest(key: string, { params = {}, query = {}, body }: AnyInput) {
  const [method = '', path = ''] = key.split(' ');
  const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
  const suffix = search.size > 0 ? `?${search}` : '';
  return { method: method as 'GET', url: `/api${url}${suffix}`, ...(body ? { payload: body } : {}) };
}

function readReply<K extends CallKey>(key: K, endpoint: Endpoint, response: LightMyRequestResponse): Reply<K> {
  const body = response.json() as { success: boolean; message: string; data: unknown };
  if (body.success) {
    expect(response.statusCode, key).toBe(endpoint.status ?? 200);
    expect(body.data, `the answer of ${key} against the contract`).toEqual(endpoint.data.parse(body.data));
  }
  return {
    status: response.statusCode,
    headers: response.headers,
    message: body.message,
    get data() {
      if (!body.success) throw new Error(`${key} was refused: ${response.statusCode} ${response.body}`);
      return body.data as DataOf<ShopContract[K]>;
    },
    get failure() {
      if (body.success) throw new Error(`${key} was not refused`);
      return body as unknown as Failure;
    },
  };
}

/** Prepares what a test shop replaces, given its database, clock and log. */
export type PrepareServices = (
  of: Pick<Services, 'now' | 'log'> & { readonly databaseUrl: string },
) => Promise<ServiceOptions>;

const MIGRATIONS = resolve(import.meta.dirname, '../migrations');
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';
const NO_ENDPOINTS = { stripeApiUrl: NOWHERE, payPal: { worlds: { live: NOWHERE, test: NOWHERE } } };

/**
 * A complete shop in this process: its own database and clock, no pages.
 * @param prepare no online payment by default; `test/paying-shop.ts` provides the sandbox.
 */
export async function openTestShop(
  env: Readonly<Record<string, string>> = {},
  prepare?: PrepareServices,
): Promise<TestShop> {
  const database = await openTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'stoa-data-'));
  const config = readConfig({
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    RATE_LIMIT: '1000000',
    DEMO: '0',
    APP_URL: 'http://shop.test',
    APP_SECRET: 'a secret that only the tests know, thirty-two at least',
    DATABASE_POOL: '10',
    // Tests check that nothing is logged, and a busy machine is slow.
    SLOW_STATEMENT_MS: '0',
    ...env,
  });
  const log = recordLog();
  const logger = pino({ level: 'info' }, log.stream);
  const clock = testClock();
  const jobs = recordingJobs();
  const mailbox = openMailbox();
  const prepared = await prepare?.({ databaseUrl: database.url, now: clock.now, log: logger });
  const plugins = prepared?.plugins ?? [];
  checkPlugins(plugins);
  if (plugins.length > 0) await migrate(database.url, MIGRATIONS, undefined, migrationsOf(plugins));
  const { app, services, events, close } = await openServer(config, directConnection(database.url), logger, {
    openSandbox: async () => undefined,
    ...prepared,
    endpoints: { ...NO_ENDPOINTS, ...prepared?.endpoints },
    now: clock.now,
    jobs,
    mailTransport: mailbox.transport,
  });
  const endpoints: Contract = { ...contract, ...services.plugins.contract };
  await app.ready();
  await events.register();
  // Opening logs a warning without card payments, as in most test shops.
  log.clear();
  return {
    app,
    services,
    clock,
    jobs,
    events,
    log,
    mailbox,
    databaseUrl: database.url,
    async call(key, input, { token, headers = {} } = {}) {
      const response = await app.inject({
        ...toRequest(key, input as AnyInput),
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
      });
      return readReply(key, endpoints[key] as Endpoint, response);
    },
    async close() {
      await close();
      await rm(dataDir, { recursive: true, force: true });
      await database.close();
    },
  };
}
