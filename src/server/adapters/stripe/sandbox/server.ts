import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import type { Clock } from '#server/platform/clock.ts';
import { surviveBrokenConnections } from '#server/platform/database/database.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { bindApi } from './api.ts';
import { bindChallengeRoutes } from './challenges/challenge-routes.ts';
import { transactorOf } from './database.ts';
import { createWebhookSender } from './events/webhooks.ts';
import { bindFaultRoutes } from './faults/fault-routes.ts';
import { createFaults, type FaultSwitches } from './faults/faults.ts';
import { type Loop, startLoop } from './loop.ts';
import type { ContextOf } from './operation-context.ts';
import { settleDue } from './payment-intents/settlement.ts';
import type { ApiKeys } from './requests/api-keys.ts';
import { createHttp } from './requests/http.ts';
import { deleteAnswers } from './requests/idempotency.store.ts';
import { KEPT_MS } from './requests/idempotency.ts';
import { createSchema } from './schema.store.ts';

export interface SandboxOptions extends ApiKeys {
  /** Storage: a connection string, or a pool that the caller closes. */
  readonly database: string | pg.Pool;
  /** Default: a free port. */
  readonly port?: number;
  /** Default: loopback. */
  readonly host?: string;
  /** The shop's URL for events. */
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  readonly now: Clock;
  readonly log: Logger;
}

export interface Sandbox {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  readonly faults: FaultSwitches;
  close(): Promise<void>;
}

const OWN_POOL_SIZE = 5;
/** How often to check for due deliveries and processing payments. */
const TURN_MS = 1_000;
const FORGETTING_MS = 60 * 60 * 1000;
const NO_REQUEST = { id: null, idempotency_key: null };

function openPool(database: string | pg.Pool, log: Logger): { pool: pg.Pool; close: () => Promise<void> } {
  if (typeof database !== 'string') return { pool: database, close: async () => undefined };
  const pool = new pg.Pool({ connectionString: database, max: OWN_POOL_SIZE, application_name: 'stoa-sandbox' });
  // The error contains the whole connection; log only its message.
  surviveBrokenConnections(pool, (error) => {
    if (!pool.ending) log.warn({ reason: error.message }, 'The sandbox lost a connection to the database');
  });
  return { pool, close: () => pool.end() };
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(`SANDBOX_PORT ${port} is in use by another program.`);
  }
  const { port: actual } = app.server.address() as AddressInfo;
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${actual}`;
}

/**
 * Starts a stand-in for Stripe that accepts test cards and moves no money. It keeps its state in the schema `sandbox`,
 * which it creates, and listens on its own port, so that card numbers never reach the shop.
 * @throws StartError when the keys are not test keys, or the port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { now, log, host = '127.0.0.1', port = 0 } = options;
  if (!options.secretKey.startsWith('sk_test_') || !options.publishableKey.startsWith('pk_test_')) {
    throw new StartError('The payment sandbox takes test keys only: sk_test_… and pk_test_….');
  }
  const { pool, close: closePool } = openPool(options.database, log);
  const transact = transactorOf(pool);
  const faults = createFaults();
  const app = createHttp(log);
  const sender = createWebhookSender({ pool, url: options.webhookUrl, secret: options.webhookSecret, now, log });
  let url = '';
  let loops: readonly Loop[] = [];
  const onChange = (): void => loops[0]?.wake();
  const contextOf: ContextOf = (request, baseUrl = url) => ({ at: now(), baseUrl, request, faults });
  const settle = async (): Promise<void> => {
    if (await settleDue(pool, transact, () => contextOf(NO_REQUEST))) onChange();
  };

  bindApi(app, { keys: options, transact, contextOf, onChange });
  bindChallengeRoutes(app, { transact, contextOf, onChange });
  bindFaultRoutes(app, options, faults);

  let closed: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    await app.close();
    await Promise.all(loops.map((loop) => loop.stop()));
    await sender.close();
    await closePool();
  }
  const close = (): Promise<void> => {
    closed ??= closeAll();
    return closed;
  };

  try {
    await createSchema(transact);
    url = await listen(app, host, port);
  } catch (error) {
    await close();
    throw error;
  }
  loops = [
    startLoop(() => sender.sendDue(onChange), TURN_MS, log),
    startLoop(settle, TURN_MS, log),
    startLoop(() => deleteAnswers(pool, new Date(now().getTime() - KEPT_MS)), FORGETTING_MS, log),
  ];
  return { url, faults, close };
}
