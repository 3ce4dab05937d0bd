import pg from 'pg';
import { MAX_REPLICA_LAG_MS } from '#domain/node-health.ts';
import { StartError } from '../start-error.ts';

/** Pause between two measurements: users read the primary for about this long after they have written something. */
const MEASURE_EVERY_MS = 100;
/** The same after a change, which bars the replica from filling caches until the next measurement. */
const MEASURE_SOONEST_MS = 20;
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

/** A position such as `16/B374D848` as a number. */
export function parseLsn(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Tells apart databases, also of copies of one cluster: a primary and its standbys share it. */
const IDENTITY = `
  SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' || oid AS cluster,
         pg_is_in_recovery() AS standby
    FROM pg_database WHERE datname = current_database()`;

interface Identity {
  readonly cluster: string;
  readonly standby: boolean;
}

/**
 * Tells the standbys of a primary apart, to the microsecond. Not by their addresses: a server has several, such as one for
 * IPv6 and one behind a pooler.
 */
const SERVER = 'extract(epoch FROM pg_postmaster_start_time())::text';

/** Which server a connection has reached. */
export async function readServer(client: Pick<pg.ClientBase, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query<{ server: string }>(`SELECT ${SERVER} AS server`);
  return rows[0]?.server;
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
async function checkSameData(primary: pg.Client, replica: pg.Client): Promise<void> {
  const [ofPrimary, ofReplica] = [await identify(primary), await identify(replica)];
  if (ofPrimary.cluster !== ofReplica.cluster) {
    throw new StartError(
      'DATABASE_READ_URL points to another database than DATABASE_URL: set it to a standby of that database.',
    );
  }
  // Also one that was promoted: it goes its own way from there.
  if (!ofReplica.standby && (await readServer(primary)) !== (await readServer(replica))) {
    throw new StartError('DATABASE_READ_URL points to a server that is not a standby of DATABASE_URL.');
  }
}

const WRITTEN = 'SELECT pg_current_wal_insert_lsn()::text AS lsn';
const REPLAYED = `
  SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END::text AS lsn,
         ${SERVER} AS server`;

async function readPosition(client: pg.Client, statement: string): Promise<{ lsn: bigint; server?: string }> {
  const { rows } = await client.query<{ lsn: string; server?: string }>(statement);
  const [{ lsn = '0/0', server } = {}] = rows;
  return { lsn: parseLsn(lsn), ...(server !== undefined && { server }) };
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
  let server: string | undefined;
  let isLost = false;
  let isClosed = false;

  const disconnect = () => {
    for (const client of clients ?? []) client.end().catch(() => undefined);
    clients = undefined;
  };

  function lose(error: Error): void {
    disconnect();
    currentAsOf = Number.NEGATIVE_INFINITY;
    replayed = 0n;
    server = undefined;
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
      await checkSameData(primary, replica);
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
    const target = await readPosition(primary, WRITTEN);
    let reached = await readPosition(replica, REPLAYED);
    const measured = reached.server;
    while (reached.lsn < target.lsn && !isClosed) {
      replayed = reached.lsn;
      await pause(REPLAY_POLL_MS);
      reached = await readPosition(replica, REPLAYED);
      // A pooler in transaction mode may use several.
      if (reached.server !== measured) throw new Error('DATABASE_READ_URL points to several servers at the same time');
    }
    // Lost meanwhile, by a statement that failed.
    if (clients?.[1] !== replica) return;
    if (server !== undefined && server !== measured) throw new Error('DATABASE_READ_URL points to another server');
    replayed = reached.lsn;
    server = measured;
    currentAsOf = begun;
    if (isLost) onFound();
    isLost = false;
  }

  let isWanted = false;
  let wake: () => void = () => undefined;

  /** Until the next measurement is due. */
  const untilDue = (begun: number) =>
    new Promise<void>((resolve) => {
      const wait = (milliseconds: number) => setTimeout(resolve, milliseconds).unref();
      const usual = wait(MEASURE_EVERY_MS);
      wake = () => {
        clearTimeout(usual);
        wait(Math.max(0, begun + MEASURE_SOONEST_MS - performance.now()));
      };
      if (isWanted) wake();
    });

  async function follow(): Promise<void> {
    while (!isClosed) {
      const begun = performance.now();
      isWanted = false;
      try {
        await measure();
        await untilDue(begun);
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
    server: () => server,
    measureSoon() {
      if (isWanted) return;
      isWanted = true;
      wake();
    },
    lose,
    async close() {
      isClosed = true;
      disconnect();
    },
  };
}
