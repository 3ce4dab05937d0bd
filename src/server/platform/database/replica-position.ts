import pg from 'pg';
import { MAX_REPLICA_LAG_MS } from '#domain/node-health.ts';
import { StartError } from '../start-error.ts';

/** Pause between two measurements: reads after a write use the primary for about this long. */
const MEASURE_EVERY_MS = 100;
const REPLAY_POLL_MS = 15;
const RECONNECT_MS = 500;
/** A server that is silent for longer is treated as gone. */
const ANSWER_TIMEOUT_MS = 2_000;

/** How far a replica has got. */
export interface ReplicaPosition {
  /** Whether it has every change that was committed before this time (`performance.now()`), and is not too far behind. */
  isCurrent(since: number): boolean;
  /** Whether it has replayed the log up to this position. */
  hasReplayed(lsn: string): boolean;
  /** Seconds behind the primary; undefined while it cannot be reached. */
  lagSeconds(): number | undefined;
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

/** A position such as `16/B374D848` as a number. */
export function parseLsn(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Tells apart databases, also of copies of one cluster: a primary and its standbys share it. */
const IDENTITY = `
  SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' || oid AS cluster,
         pg_postmaster_start_time()::text AS started, pg_is_in_recovery() AS standby
    FROM pg_database WHERE datname = current_database()`;

interface Identity {
  readonly cluster: string;
  readonly started: string;
  readonly standby: boolean;
}

async function connect(url: string, onError: (client: pg.Client, error: Error) => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stoa-replica',
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', (error) => onError(client, error));
  await client.connect();
  return client;
}

async function identify(client: pg.Client): Promise<Identity> {
  const { rows } = await client.query<Identity>(IDENTITY);
  const [identity] = rows;
  if (!identity) throw new Error('The database did not identify itself');
  return identity;
}

/** @throws StartError when `replica` has other data than `primary`. */
function checkSameData(primary: Identity, replica: Identity): void {
  if (primary.cluster !== replica.cluster) {
    throw new StartError('DATABASE_READ_URL leads to another database than DATABASE_URL: set it to a standby of it.');
  }
  // Also one that was promoted: it goes its own way from there.
  if (!replica.standby && primary.started !== replica.started) {
    throw new StartError('DATABASE_READ_URL leads to a server that is not a standby of DATABASE_URL.');
  }
}

const POSITION = `
  SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END::text AS lsn`;

async function readLsn(client: pg.Client, statement: string): Promise<bigint> {
  const { rows } = await client.query<{ lsn: string }>(statement);
  return parseLsn(rows[0]?.lsn ?? '0/0');
}

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });

/**
 * Follows a replica on two connections: reads the position of the primary's log, and waits until the replica has
 * replayed it. Then the replica has everything that was committed before the measurement began.
 * @throws StartError when the replica belongs to another database. An unreachable one is tried again.
 */
export async function followReplica({
  primaryUrl,
  replicaUrl,
  onFound,
  onLost,
}: ReplicaPositionOptions): Promise<ReplicaPosition> {
  let clients: readonly [primary: pg.Client, replica: pg.Client] | undefined;
  let currentAsOf = Number.NEGATIVE_INFINITY;
  let replayed = 0n;
  let isLost = false;
  let isClosed = false;

  const disconnect = () => {
    for (const client of clients ?? []) client.end().catch(() => undefined);
    clients = undefined;
  };

  function lose(error: Error): void {
    disconnect();
    currentAsOf = Number.NEGATIVE_INFINITY;
    if (isLost || isClosed) return;
    isLost = true;
    onLost(error);
  }

  /** A connection that was given up may report an error late. */
  const loseIfUsed = (client: pg.Client, error: Error) => {
    if (clients?.includes(client)) lose(error);
  };

  async function connectBoth(): Promise<readonly [pg.Client, pg.Client]> {
    const opened: pg.Client[] = [];
    try {
      const open = async (url: string) => {
        const client = await connect(url, loseIfUsed);
        opened.push(client);
        return client;
      };
      const primary = await open(primaryUrl);
      const replica = await open(replicaUrl);
      checkSameData(await identify(primary), await identify(replica));
      return [primary, replica];
    } catch (error) {
      for (const client of opened) client.end().catch(() => undefined);
      throw error;
    }
  }

  async function measure(): Promise<void> {
    clients ??= await connectBoth();
    // Closed meanwhile, when there was nothing to disconnect yet.
    if (isClosed) return disconnect();
    const [primary, replica] = clients;
    const begun = performance.now();
    const target = await readLsn(primary, 'SELECT pg_current_wal_insert_lsn()::text AS lsn');
    replayed = await readLsn(replica, POSITION);
    while (replayed < target && !isClosed) {
      await pause(REPLAY_POLL_MS);
      replayed = await readLsn(replica, POSITION);
    }
    // Lost meanwhile, by a statement that failed.
    if (clients?.[1] !== replica) return;
    currentAsOf = begun;
    if (isLost) onFound();
    isLost = false;
  }

  async function follow(): Promise<void> {
    while (!isClosed) {
      try {
        await measure();
        await pause(MEASURE_EVERY_MS);
      } catch (error) {
        lose(error as Error);
        await pause(RECONNECT_MS);
      }
    }
  }

  clients = await connectBoth().catch((error: Error) => {
    if (error instanceof StartError) throw error;
    lose(error);
    return undefined;
  });
  void follow();
  return {
    isCurrent: (since) => currentAsOf >= since && performance.now() - currentAsOf <= MAX_REPLICA_LAG_MS,
    hasReplayed: (lsn) => replayed >= parseLsn(lsn),
    lagSeconds: () => (isLost || currentAsOf < 0 ? undefined : (performance.now() - currentAsOf) / 1000),
    lose,
    async close() {
      isClosed = true;
      disconnect();
    },
  };
}
