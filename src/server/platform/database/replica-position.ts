import type pg from 'pg';
import { MAX_REPLICA_LAG_MS } from '#domain/shop/node-health.ts';
import { StartError } from '../start-error.ts';
import { createMeasurementPauses } from './measurement-pauses.ts';
import {
  connectServers,
  endConnections,
  parseLsn,
  type ReplicaServers,
  readReplayed,
  readWritten,
} from './replica-servers.ts';

const REPLAY_POLL_MS = 15;
const RECONNECT_MS = 500;

/** How far a replica has got. */
export interface ReplicaPosition {
  /** Whether it has every change that was committed before this time (`performance.now()`), and is not too far behind. */
  isCurrent(since: number): boolean;
  /** Whether it has replayed the log up to this position. */
  hasReplayed(lsn: string): boolean;
  /** Seconds behind the primary; undefined while it cannot be reached. */
  lagSeconds(): number | undefined;
  /** The server that is measured, as `readServer` names it; undefined while none is. */
  server(): string | undefined;
  /** Measures at once, instead of after the usual pause. */
  measureSoon(): void;
  /** Stops using it until it answers again. */
  lose(error: Error): void;
  close(): Promise<void>;
}

export interface ReplicaPositionOptions {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  /** It can be used from now on. */
  readonly onFound: () => void;
  /** It cannot be used; called once until it is found again. */
  readonly onLost: (error: Error) => void;
}

/** Result of the last measurement. */
interface Measured {
  /** The replica has every change that was committed before this time. */
  readonly currentAsOf: number;
  /** How far it has replayed the log. */
  readonly replayed: bigint;
  readonly server: string | undefined;
}

const NOT_MEASURED: Measured = { currentAsOf: Number.NEGATIVE_INFINITY, replayed: 0n, server: undefined };

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

/**
 * Follows a replica on two connections: reads the position of the primary's log, and waits until the replica has
 * replayed it. Then the replica has everything that was committed before the measurement began.
 * @throws StartError when the replica belongs to another database. An unreachable one is tried again.
 */
export async function followReplica({ onFound, onLost, ...urls }: ReplicaPositionOptions): Promise<ReplicaPosition> {
  const pauses = createMeasurementPauses();
  let servers: ReplicaServers | undefined;
  let last = NOT_MEASURED;
  let isLost = false;
  let isClosed = false;

  function disconnect(): void {
    if (servers) endConnections(servers);
    servers = undefined;
  }

  function lose(error: Error): void {
    disconnect();
    last = NOT_MEASURED;
    if (isLost || isClosed) return;
    isLost = true;
    onLost(error);
  }

  /** A connection that was given up may report an error late. */
  const loseIfUsed = (client: pg.Client, error: Error) => {
    if (servers?.primary === client || servers?.replica === client) lose(error);
  };

  /** @throws Error after a promotion, and for a pooler in transaction mode that uses several servers. */
  async function readPosition(used: ReplicaServers): Promise<bigint> {
    const { lsn, server } = await readReplayed(used);
    if (server !== used.server)
      throw new Error('DATABASE_READ_URL points to another server, or to a standby that has been promoted');
    return lsn;
  }

  /** Waits until the replica has replayed the log up to this position. */
  async function untilReplayed(used: ReplicaServers, target: bigint): Promise<bigint> {
    let replayed = await readPosition(used);
    while (replayed < target && !isClosed) {
      last = { ...last, replayed };
      await pause(REPLAY_POLL_MS);
      replayed = await readPosition(used);
    }
    return replayed;
  }

  async function measure(): Promise<void> {
    servers ??= await connectServers(urls, loseIfUsed);
    // Closed meanwhile, when there was nothing to disconnect yet.
    if (isClosed) return disconnect();
    const used = servers;
    const currentAsOf = performance.now();
    const replayed = await untilReplayed(used, await readWritten(used));
    // Lost meanwhile, by a statement that failed.
    if (servers !== used) return;
    last = { replayed, server: used.server, currentAsOf };
    if (isLost) onFound();
    isLost = false;
  }

  async function follow(): Promise<void> {
    while (!isClosed) {
      pauses.begin();
      try {
        await measure();
        await pauses.untilDue();
      } catch (error) {
        lose(error as Error);
        await pause(RECONNECT_MS);
      }
    }
  }

  servers = await connectServers(urls, loseIfUsed).catch((error: Error) => {
    if (error instanceof StartError) throw error;
    lose(error);
    return undefined;
  });
  void follow();
  return {
    isCurrent: (since) => last.currentAsOf >= since && performance.now() - last.currentAsOf <= MAX_REPLICA_LAG_MS,
    hasReplayed: (lsn) => last.replayed >= parseLsn(lsn),
    lagSeconds: () => (isLost || last.currentAsOf < 0 ? undefined : (performance.now() - last.currentAsOf) / 1000),
    server: () => last.server,
    measureSoon: pauses.shorten,
    lose,
    async close() {
      isClosed = true;
      disconnect();
    },
  };
}
