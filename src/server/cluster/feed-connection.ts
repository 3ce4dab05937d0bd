import pg from 'pg';
import { withTimeLimit } from '../platform/concurrency/with-time-limit.ts';
import { holdNodeLock } from '../platform/database/node-lock.ts';
import { createAnnounceLoop } from './announce-loop.ts';
import { CHANNEL, type Change, parseNotification } from './change-notifications.ts';
import { createHeardUntil } from './heard-until.ts';

/** Time limit for connecting and for LISTEN. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Stop even if PostgreSQL does not respond. */
const STOP_TIMEOUT_MS = 2_000;
/** PostgreSQL's code for a lock timeout: another transaction held a lock. The next call may succeed. */
const LOCK_NOT_AVAILABLE = '55P03';

/** Announcements rely on READ COMMITTED, so set it instead of relying on the default of the database. */
const LISTEN = `SET default_transaction_isolation = 'read committed'; SET lock_timeout = '1s'; LISTEN ${CHANNEL}`;

/** A connection that listens for changes, and takes its turn in announcing those of stock. */
export interface FeedConnection {
  /** Starts announcing stock changes and reporting nodes. From now on, `onLost` is called if the connection breaks. */
  start(): void;
  /** When anything last arrived, by `performance.now()`. */
  heardAt(): number;
  /** Every change committed before this time has been received. */
  heardUntil(): number;
  /** Drops the connection and calls `onLost`. */
  lose(reason: Error): void;
  /** @param isResponding whether PostgreSQL can be told that this node no longer announces. */
  close(isResponding: boolean): Promise<void>;
}

export interface FeedConnectionOptions {
  readonly url: string;
  /** The advisory lock that the connection holds. */
  readonly nodeLock: number;
  readonly onChange: (change: Change) => void;
  /** @param names of all nodes, longest connected first. */
  readonly onNodes: (names: readonly string[]) => void;
  /** Called once, when a started connection is lost. @param reason undefined: it was closed by the other side. */
  readonly onLost: (reason: Error | undefined) => void;
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

/** @param onGone called when the connection breaks or is closed, possibly more than once. */
async function connect(url: string, onGone: (reason: Error | undefined) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stoa-changes',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', onGone);
  client.on('end', () => onGone(undefined));
  await orEnd(client, () => client.connect());
  return client;
}

/** Ends the connection if the work fails. */
async function orEnd(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** Connects, and listens from then on. */
export async function openFeedConnection({
  url,
  nodeLock,
  onChange,
  onNodes,
  onLost,
}: FeedConnectionOptions): Promise<FeedConnection> {
  /** Started, and neither lost nor closed. */
  let isInUse = false;
  const client = await connect(url, lose);
  const listensSince = performance.now();
  const heardUntil = createHeardUntil(listensSince);
  let heardAt = listensSince;

  const loop = createAnnounceLoop({
    async call(atOnce) {
      const sentAt = performance.now();
      const { seen, has_announced: hasAnnounced, has_more: hasMore } = await announceDueChanges(client, atOnce);
      heardAt = performance.now();
      heardUntil.read(seen, sentAt);
      return { hasAnnounced, hasMore };
    },
    onFailed(error) {
      if ((error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE) heardAt = performance.now();
      else lose(error);
    },
  });

  function stopUsing(): void {
    isInUse = false;
    loop.stop();
  }

  function lose(reason: Error | undefined): void {
    if (!isInUse) return;
    stopUsing();
    client.end().catch(() => undefined);
    onLost(reason);
  }

  function hear(payload: string): void {
    heardAt = performance.now();
    const notification = parseNotification(payload);
    if (notification?.kind === 'change') onChange(notification.change);
    if (notification?.kind === 'nodes' && isInUse) onNodes(notification.names);
    if (notification?.kind === 'beat') {
      heardUntil.hear(notification.number);
      loop.noteBeat();
    }
  }

  client.on('notification', ({ payload = '' }) => hear(payload));
  await orEnd(client, async () => {
    await withTimeLimit(CONNECT_TIMEOUT_MS, () => client.query(LISTEN));
    await withTimeLimit(CONNECT_TIMEOUT_MS, () => holdNodeLock(client, nodeLock));
  });

  return {
    start() {
      isInUse = true;
      loop.start();
    },
    heardAt: () => heardAt,
    heardUntil: heardUntil.time,
    lose,
    async close(isResponding) {
      stopUsing();
      if (isResponding)
        await withTimeLimit(STOP_TIMEOUT_MS, () => client.query('SELECT stop_announcing()')).catch(() => undefined);
      await client.end();
    },
  };
}
