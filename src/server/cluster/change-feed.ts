import { newNodeLock } from '../platform/database/node-lock.ts';
import type { Logger } from '../platform/log.ts';
import type { Change } from './change-notifications.ts';
import { type FeedConnection, openFeedConnection } from './feed-connection.ts';
import { createLiveNodes, type LiveNodes } from './live-nodes.ts';

export { announce } from './announce.store.ts';
export type { Change } from './change-notifications.ts';

export interface ChangeFeed {
  onChange(listener: (change: Change) => void): void;
  /**
   * Whether notifications are reliable at the moment. While false, nothing that depends on them may be older than its
   * own time limit.
   */
  isLive(): boolean;
  /** How long this node may have missed changes, in milliseconds. */
  feedLagMs(): number;
  /** The nodes of the shop that are running. */
  readonly nodes: LiveNodes;
  /** The advisory lock that this node's connection holds; undefined without a connection. */
  nodeLock(): number | undefined;
  close(): Promise<void>;
}

/**
 * A node whose last proof is older than this no longer treats silence as "nothing has changed". This time plus the lifetime of
 * its cached responses (1.2 s, `response-freshness.ts`) stays below the two seconds of decision 5.
 */
const SILENT_AFTER_MS = 700;
/** Close a connection on which nothing arrives. Later than the limit above, because a busy machine may just be slow. */
const DEAD_AFTER_MS = 3_000;
/** Replace a connection that works but has not delivered a beat for this long, whatever the reason. */
const UNPROVEN_AFTER_MS = 30_000;
const CHECK_MS = 250;
/** A check that is this late follows a blocked event loop. Skip it: what has arrived meanwhile is read before the next one. */
const LATE_CHECK_MS = 500;
const RECONNECT_MS = 500;

/** Why a connection has to be replaced; undefined: it works. */
function faultOf(connection: Pick<FeedConnection, 'heardAt' | 'heardUntil'>, at: number): Error | undefined {
  if (at - connection.heardAt() > DEAD_AFTER_MS) return new Error('PostgreSQL did not respond in time');
  if (at - connection.heardUntil() > UNPROVEN_AFTER_MS) return new Error('No beats received');
  return undefined;
}

/** Listens to PostgreSQL's notifications on a separate connection, and reconnects when it breaks. */
export async function openChangeFeed(url: string, log: Logger): Promise<ChangeFeed> {
  const listeners: ((change: Change) => void)[] = [];
  const nodeLock = newNodeLock();
  const nodes = createLiveNodes(String(nodeLock));
  let connection: FeedConnection | undefined;
  let isClosed = false;
  let reconnecting: NodeJS.Timeout | undefined;
  let checkedAt = performance.now();
  let wasLate = false;

  const notifyListeners = (change: Change): void => {
    for (const listener of listeners) listener(change);
  };

  function onLost(error: Error | undefined): void {
    connection = undefined;
    nodes.reset();
    log.warn({ err: error }, 'The change feed lost its connection');
    reconnectLater();
  }

  async function connect(): Promise<void> {
    const opened = await openFeedConnection({
      url,
      nodeLock,
      onChange: notifyListeners,
      onNodes: nodes.hear,
      onLost,
    });
    if (isClosed) return opened.close(false);
    connection = opened;
    opened.start();
  }

  function reconnectLater(): void {
    reconnecting = setTimeout(() => void reconnect(), RECONNECT_MS);
  }

  async function reconnect(): Promise<void> {
    try {
      await connect();
      if (!isClosed) notifyListeners({ kind: 'resync' });
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'The change feed cannot connect yet');
      if (!isClosed) reconnectLater();
    }
  }

  function check(): void {
    const at = performance.now();
    wasLate = !wasLate && at - checkedAt > CHECK_MS + LATE_CHECK_MS;
    checkedAt = at;
    if (!connection || wasLate) return;
    const fault = faultOf(connection, at);
    if (fault) connection.lose(fault);
  }

  await connect();
  const checks = setInterval(check, CHECK_MS);
  checks.unref();

  const feedLagMs = () => (connection ? performance.now() - connection.heardUntil() : Number.POSITIVE_INFINITY);
  const isLive = () => feedLagMs() < SILENT_AFTER_MS;

  return {
    onChange: (listener) => void listeners.push(listener),
    isLive,
    feedLagMs,
    nodes,
    nodeLock: () => connection && nodeLock,
    async close() {
      isClosed = true;
      clearInterval(checks);
      clearTimeout(reconnecting);
      const last = connection;
      const isResponding = isLive();
      connection = undefined;
      await last?.close(isResponding);
    },
  };
}
