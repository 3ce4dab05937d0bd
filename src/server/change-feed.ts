import { sql } from 'kysely';
import pg from 'pg';
import { createLiveNodes, type LiveNodes, nameNode } from './live-nodes.ts';
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
 * Interval of the feed's beat: it announces the stock changes committed so far (`announce_changes()` in the
 * migrations), then itself. A node that hears its own beat has heard of every change committed before it sent the beat.
 */
const HEARTBEAT_MS = 250;
/**
 * When the last beat heard was sent longer ago, silence no longer proves that nothing changed: what a node then assumes
 * (up to this time) plus what it caches (1.2 s, `response-freshness.ts`) stays below the two seconds of decision 5.
 */
const SILENT_AFTER_MS = 700;
/** The connection is abandoned later, because a busy machine may just be slow. */
const DEAD_AFTER_MS = 3_000;
const RECONNECT_MS = 500;
/** Limits opening a connection, and its LISTEN statement. */
const CONNECT_TIMEOUT_MS = 3_000;
/** A node stops even when PostgreSQL does not answer: the others then notice its silence. */
const FAREWELL_MS = 2_000;

const BEAT = /^beat:([\w-]+):\d+$/;
const FAREWELL = 'left:';

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

/** Listens to PostgreSQL's notifications on a separate connection, and reconnects when it breaks. */
export async function openChangeFeed(url: string, log: Logger): Promise<ChangeFeed> {
  const listeners: ((change: Change) => void)[] = [];
  const node = nameNode();
  const nodes = createLiveNodes(node);
  const nodeLock = newNodeLock();
  let client: pg.Client | undefined;
  /** Every change committed before this time has been heard. On the monotonic clock; 0 without a connection. */
  let currentUntil = 0;
  /** The beat that was sent and is not yet heard. Each has another text: a late one proves nothing about a later time. */
  let beat: { readonly text: string; readonly sentAt: number } | undefined;
  let beatCount = 0;
  /** An interval has passed without sending a beat, because the last one was not yet heard. */
  let isBeatDue = false;
  let closed = false;
  let reconnecting: NodeJS.Timeout | undefined;

  const tell = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };

  function lose(lost: pg.Client, error: Error | undefined): void {
    if (client !== lost) return;
    client = undefined;
    currentUntil = 0;
    lost.end().catch(() => undefined);
    if (closed) return;
    log.warn({ err: error }, 'The change feed lost its connection');
    reconnecting = setTimeout(() => void reconnect(), RECONNECT_MS);
  }

  function sendBeat(current: pg.Client): void {
    isBeatDue = false;
    beatCount += 1;
    beat = { text: `beat:${node}:${beatCount}`, sentAt: performance.now() };
    current.query('SELECT announce_changes($1)', [beat.text]).catch((error: Error) => lose(current, error));
  }

  function hearBeat(current: pg.Client, sentAt: number): void {
    currentUntil = sentAt;
    beat = undefined;
    if (isBeatDue && !closed) sendBeat(current);
  }

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'stoa-changes',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    fresh.on('notification', ({ payload = '' }) => {
      const [, sender] = BEAT.exec(payload) ?? [];
      if (sender !== undefined) nodes.hear(sender);
      if (payload.startsWith(FAREWELL)) return nodes.leave(payload.slice(FAREWELL.length));
      if (beat && payload === beat.text) return hearBeat(fresh, beat.sentAt);
      const change = parse(payload);
      if (change) tell(change);
    });
    fresh.on('error', (error) => lose(fresh, error));
    fresh.on('end', () => lose(fresh, undefined));
    const listensSince = await listen(fresh).catch((error: Error) => {
      fresh.end().catch(() => undefined);
      throw error;
    });
    client = fresh;
    currentUntil = listensSince;
    beat = undefined;
    nodes.reset();
  }

  async function listen(fresh: pg.Client): Promise<number> {
    await fresh.connect();
    const listensSince = performance.now();
    await withTimeLimit(CONNECT_TIMEOUT_MS, () => fresh.query(`LISTEN ${CHANNEL}`));
    await withTimeLimit(CONNECT_TIMEOUT_MS, () => holdNodeLock(fresh, nodeLock));
    return listensSince;
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      tell({ kind: 'resync' });
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'The change feed cannot connect yet');
      if (!closed) reconnecting = setTimeout(() => void reconnect(), RECONNECT_MS);
    }
  }

  await connect();
  const heart = setInterval(() => {
    const current = client;
    if (!current) return;
    nodes.check();
    if (performance.now() - currentUntil > DEAD_AFTER_MS)
      return lose(current, new Error('The beat did not arrive in time'));
    if (beat) isBeatDue = true;
    else sendBeat(current);
  }, HEARTBEAT_MS);
  heart.unref();

  const feedLagMs = () => (client === undefined ? Number.POSITIVE_INFINITY : performance.now() - currentUntil);
  const isLive = () => feedLagMs() < SILENT_AFTER_MS;

  return {
    onChange: (listener) => void listeners.push(listener),
    isLive,
    feedLagMs,
    nodes,
    nodeLock: () => (client === undefined ? undefined : nodeLock),
    async close() {
      closed = true;
      clearInterval(heart);
      clearTimeout(reconnecting);
      const last = client;
      const answers = isLive();
      client = undefined;
      if (!last) return;
      const farewell = `SET lock_timeout = '1s'; SELECT stop_announcing(), pg_notify('${CHANNEL}', '${FAREWELL}${node}')`;
      if (answers) await withTimeLimit(FAREWELL_MS, () => last.query(farewell)).catch(() => undefined);
      await last.end();
    },
  };
}
