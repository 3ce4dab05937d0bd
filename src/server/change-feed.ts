import { sql } from 'kysely';
import pg from 'pg';
import { createHeardUntil, type HeardUntil } from './heard-until.ts';
import { createLiveNodes, type LiveNodes } from './live-nodes.ts';
import type { Transaction } from './platform/database/database.ts';
import { holdNodeLock, newNodeLock } from './platform/database/node-lock.ts';
import type { Logger } from './platform/log.ts';
import { withTimeLimit } from './platform/with-time-limit.ts';

/** Sent to every node when a change commits, whichever node made it. */
export type Change =
  | { readonly kind: 'products'; readonly ids: readonly number[] | 'all' }
  | { readonly kind: 'category' }
  /** The order of the products of a category. */
  | { readonly kind: 'category_order' }
  | { readonly kind: 'custom_field' }
  /** The search tables in PostgreSQL, written shortly after the products they are built from. */
  | { readonly kind: 'product_search' }
  | { readonly kind: 'search_rule' }
  | { readonly kind: 'search_synonym' }
  | { readonly kind: 'setting' }
  /** What a plug-in shows has changed. */
  | { readonly kind: 'plugin' }
  /** The connection was lost: anything may have changed meanwhile. */
  | { readonly kind: 'resync' };

export interface ChangeFeed {
  onChange(listener: (change: Change) => void): void;
  /**
   * Whether notifications are reliable at the moment. While false, nothing that depends on them may be older than its
   * own time limit.
   */
  isLive(): boolean;
  /** Milliseconds for which this node may have missed changes. */
  feedLagMs(): number;
  /** The nodes of the shop that are running. */
  readonly nodes: LiveNodes;
  /** The advisory lock that this node's connection holds; undefined without a connection. */
  nodeLock(): number | undefined;
  close(): Promise<void>;
}

/** Announced by their names: tables, and what plug-ins show. */
const NAMES = [
  'category',
  'category_order',
  'custom_field',
  'product_search',
  'search_rule',
  'search_synonym',
  'setting',
  'plugin',
] as const;
const CHANNEL = 'stoa_changes';
/**
 * Stock changes are announced about four times a second, by whichever node calls `announce_due_changes()` (migration 0131)
 * first, and each announcement ends with a beat. The node that made the last announcement usually makes the next one, after
 * this time.
 */
const ANNOUNCE_MS = 250;
/**
 * This long after a beat, the other nodes read the number of the latest announcement. The next beat then proves that they have
 * received everything committed before the read (`heard-until.ts`).
 */
const READ_MS = 150;
/** How long a node waits for the next beat before it announces itself, plus a random time so that nodes do not all try at once. */
const SILENCE_MS = 175;
const SPREAD_MS = 50;
/**
 * A node whose last proof is older than this no longer treats silence as "nothing has changed". This time plus the lifetime of
 * its cached responses (1.2 s, `response-freshness.ts`) stays below the two seconds of decision 5.
 */
const SILENT_AFTER_MS = 700;
/** Close a connection on which nothing arrives. Later than the limit above, because a busy machine may just be slow. */
const DEAD_AFTER_MS = 3_000;
/** Replace a connection that works but has not brought a proof for this long, whatever the reason. */
const UNPROVEN_AFTER_MS = 30_000;
const CHECK_MS = 250;
/** A check that is this late follows a blocked event loop. Skip it: what has arrived meanwhile is read before the next one. */
const LATE_CHECK_MS = 500;
const RECONNECT_MS = 500;
/** Limits opening a connection, and its LISTEN statement. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Stop even if PostgreSQL does not respond. */
const STOP_TIMEOUT_MS = 2_000;

const BEAT = 'beat:';
const NODES = 'nodes:';
/** PostgreSQL's code for a lock timeout: another transaction held a lock. The next call may succeed. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Announcements rely on READ COMMITTED, so set it instead of relying on the default of the database. */
const LISTEN = `SET default_transaction_isolation = 'read committed'; SET lock_timeout = '1s'; LISTEN ${CHANNEL}`;

interface Connection {
  readonly client: pg.Client;
  readonly heardUntil: HeardUntil;
  /** When anything last arrived, by `performance.now()`. */
  heardAt: number;
  isCalling: boolean;
}

function parse(payload: string): Change | undefined {
  const kind = NAMES.find((name) => name === payload);
  if (kind) return { kind };
  if (payload === 'products:all') return { kind: 'products', ids: 'all' };
  if (payload.startsWith('products:')) return { kind: 'products', ids: payload.slice(9).split(',').map(Number) };
  return undefined;
}

/** Announces a change at the commit of the transaction. */
export async function announce(tx: Transaction, kind: (typeof NAMES)[number]): Promise<void> {
  await sql`SELECT pg_notify(${CHANNEL}, ${kind})`.execute(tx);
}

interface CallResult {
  /** The number of the latest announcement that had begun when the call began. */
  readonly seen: number;
  readonly has_announced: boolean;
  /** One call announces a limited number of changes; true: call again. */
  readonly has_more: boolean;
}

async function announceDueChanges(client: pg.Client, atOnce: boolean): Promise<CallResult> {
  const text = 'SELECT seen::double precision, has_announced, has_more FROM announce_due_changes($1)';
  const { rows } = await client.query<CallResult>({ name: 'announce_due_changes', text, values: [atOnce] });
  return rows[0] as CallResult;
}

/** Listens to PostgreSQL's notifications on a separate connection, and reconnects when it breaks. */
export async function openChangeFeed(url: string, log: Logger): Promise<ChangeFeed> {
  const listeners: ((change: Change) => void)[] = [];
  const nodeLock = newNodeLock();
  const nodes = createLiveNodes(String(nodeLock));
  let connection: Connection | undefined;
  let closed = false;
  let reconnecting: NodeJS.Timeout | undefined;
  let nextCall: NodeJS.Timeout | undefined;
  let checkedAt = performance.now();
  let wasLate = false;

  const notifyListeners = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };

  function lose(lost: pg.Client, error: Error | undefined): void {
    if (connection?.client !== lost) return;
    connection = undefined;
    clearTimeout(nextCall);
    nodes.reset();
    lost.end().catch(() => undefined);
    if (closed) return;
    log.warn({ err: error }, 'The change feed lost its connection');
    reconnecting = setTimeout(() => void reconnect(), RECONNECT_MS);
  }

  function callLater(current: Connection, ms: number): void {
    if (connection !== current || closed) return;
    clearTimeout(nextCall);
    nextCall = setTimeout(() => {
      callLater(current, SILENCE_MS + Math.random() * SPREAD_MS);
      if (!current.isCalling) void call(current);
    }, ms);
    nextCall.unref();
  }

  async function call(current: Connection): Promise<void> {
    const { client, heardUntil } = current;
    current.isCalling = true;
    try {
      for (let atOnce = false; ; atOnce = true) {
        const sentAt = performance.now();
        const { seen, has_announced, has_more } = await announceDueChanges(client, atOnce);
        current.heardAt = performance.now();
        heardUntil.read(seen, sentAt);
        if (has_announced) callLater(current, ANNOUNCE_MS);
        if (!has_more || connection !== current) return;
      }
    } catch (error) {
      if ((error as pg.DatabaseError).code !== LOCK_NOT_AVAILABLE) return lose(client, error as Error);
      current.heardAt = performance.now();
    } finally {
      current.isCalling = false;
    }
  }

  function hear(current: Connection, payload: string): void {
    current.heardAt = performance.now();
    const change = parse(payload);
    if (change) notifyListeners(change);
    // Beats of nodes of the earlier version contain more than a number.
    const number = payload.startsWith(BEAT) ? Number(payload.slice(BEAT.length)) : Number.NaN;
    if (Number.isInteger(number)) {
      current.heardUntil.hear(number);
      callLater(current, READ_MS);
    }
    if (payload.startsWith(NODES) && connection === current) nodes.hear(payload.slice(NODES.length).split(','));
  }

  async function connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'stoa-changes',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', (error) => lose(client, error));
    client.on('end', () => lose(client, undefined));
    try {
      await client.connect();
      const listensSince = performance.now();
      const current = { client, heardUntil: createHeardUntil(listensSince), heardAt: listensSince, isCalling: false };
      client.on('notification', ({ payload = '' }) => hear(current, payload));
      await withTimeLimit(CONNECT_TIMEOUT_MS, () => client.query(LISTEN));
      await withTimeLimit(CONNECT_TIMEOUT_MS, () => holdNodeLock(client, nodeLock));
      if (closed) throw new Error('The change feed is closed');
      connection = current;
      callLater(current, 0);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      notifyListeners({ kind: 'resync' });
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'The change feed cannot connect yet');
      if (!closed) reconnecting = setTimeout(() => void reconnect(), RECONNECT_MS);
    }
  }

  function check(): void {
    const at = performance.now();
    wasLate = !wasLate && at - checkedAt > CHECK_MS + LATE_CHECK_MS;
    checkedAt = at;
    if (!connection || wasLate) return;
    const { client, heardAt, heardUntil } = connection;
    if (at - heardAt > DEAD_AFTER_MS) lose(client, new Error('PostgreSQL did not respond in time'));
    else if (at - heardUntil.time() > UNPROVEN_AFTER_MS) lose(client, new Error('No beats arrive'));
  }

  await connect();
  const checks = setInterval(check, CHECK_MS);
  checks.unref();

  const feedLagMs = () => (connection ? performance.now() - connection.heardUntil.time() : Number.POSITIVE_INFINITY);
  const isLive = () => feedLagMs() < SILENT_AFTER_MS;

  return {
    onChange: (listener) => void listeners.push(listener),
    isLive,
    feedLagMs,
    nodes,
    nodeLock: () => connection && nodeLock,
    async close() {
      closed = true;
      clearInterval(checks);
      clearTimeout(reconnecting);
      clearTimeout(nextCall);
      const last = connection?.client;
      const isResponding = isLive();
      connection = undefined;
      if (!last) return;
      if (isResponding)
        await withTimeLimit(STOP_TIMEOUT_MS, () => last.query('SELECT stop_announcing()')).catch(() => undefined);
      await last.end();
    },
  };
}
