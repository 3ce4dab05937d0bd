import type { Socket } from 'node:net';
import type pg from 'pg';
import { withTimeLimit } from '../concurrency/with-time-limit.ts';
import type { Logger } from '../log.ts';
import type { ObserveStatement } from '../telemetry/slow-statements.ts';
import type { SessionTraits } from './connection.ts';
import { openPool } from './database.ts';
import { isDatabaseUnavailable, isPoolTimeout } from './database-unavailable.ts';
import type { ReplicaRoute } from './replica-driver.ts';
import { followReplica, type ReplicaPosition } from './replica-position.ts';
import { readServer } from './replica-servers.ts';

/** A standby that serves reads. While it lags or is gone, the primary serves them. */
export interface ReadReplica extends Pick<ReplicaPosition, 'hasReplayed' | 'lagSeconds' | 'isCurrent'> {
  readonly pool: pg.Pool;
  readonly route: ReplicaRoute;
  /** Whether it answers reads at the moment, apart from the moments after a change. */
  isUsed(): boolean;
  /** Caches were invalidated: what fills them again must not be older than this moment. */
  noteChange(): void;
  /** @param isLive whether notifications of changes arrive; without them, caches must be filled by the primary. */
  follow(isLive: () => boolean): void;
  close(): Promise<void>;
}

export interface ReadReplicaOptions {
  readonly url: string;
  readonly traits: SessionTraits;
  /** PostgreSQL itself, not a pooler. */
  readonly primaryUrl: string;
  readonly poolSize: number;
  readonly onStatement?: ObserveStatement;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

/** The primary answers instead of a busy replica after this long. */
const CONNECT_TIMEOUT_MS = 1_000;
/**
 * After this many new connections in a row that reached another server than the measured one, the balancer has moved: that
 * server is measured instead. Fewer may be a balancer that alternates between servers.
 */
const REFUSED_UNTIL_MOVED = 3;

/** @throws StartError when the replica belongs to another database. */
export async function openReadReplica({
  url,
  traits,
  primaryUrl,
  poolSize,
  onStatement,
  log,
}: ReadReplicaOptions): Promise<ReadReplica> {
  const sockets = new Set<Socket>();
  const position = await followReplica({
    primaryUrl,
    replicaUrl: url,
    onFound: () => log.info('The read replica answers reads again'),
    onLost(error) {
      log.warn({ reason: error.message }, 'The read replica cannot be used; the primary answers all reads');
      // Running statements would wait for a silent server; they are run again on the primary. Idle connections may lead to
      // another server than the next one that is measured.
      for (const socket of sockets) socket.destroy(new Error('Connection terminated: the replica is gone'));
    },
  });
  let refused = 0;
  /** The measurement covers one server, so connections to others behind the same address are refused. */
  async function checkServer(client: pg.ClientBase): Promise<void> {
    const reached = await withTimeLimit(CONNECT_TIMEOUT_MS, () => readServer(client));
    const measured = position.server();
    if (measured !== undefined && reached === measured) {
      refused = 0;
      return;
    }
    const error = new Error('New connections reach another server than the measured one');
    // Skip while another server is being measured already.
    if (measured !== undefined) refused += 1;
    if (refused >= REFUSED_UNTIL_MOVED) {
      refused = 0;
      position.lose(error);
    }
    throw error;
  }
  const pool = openPool({
    url,
    traits,
    poolSize,
    onStatement,
    onError: () => undefined,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    onNewConnection: checkServer,
  });
  pool.on('connect', (client) => {
    const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection;
    sockets.add(stream);
    stream.once('close', () => sockets.delete(stream));
  });
  let lastChange = performance.now();
  let isFeedLive = () => false;
  return {
    pool,
    route: {
      isUsable: ({ mayLag }) => (mayLag ? position.isCurrent(0) : isFeedLive() && position.isCurrent(lastChange)),
      onFailure(error) {
        if (isDatabaseUnavailable(error) && !isPoolTimeout(error)) position.lose(error);
      },
    },
    isUsed: () => isFeedLive() && position.isCurrent(0),
    isCurrent: position.isCurrent,
    hasReplayed: position.hasReplayed,
    lagSeconds: position.lagSeconds,
    noteChange() {
      lastChange = performance.now();
      position.measureSoon();
    },
    follow(isLive) {
      isFeedLive = isLive;
    },
    // The pool ends with the database.
    close: () => position.close(),
  };
}
