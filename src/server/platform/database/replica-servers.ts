import pg from 'pg';
import { StartError } from '../start-error.ts';

/** A server that does not respond for this long counts as down. */
const ANSWER_TIMEOUT_MS = 2_000;

/** Separate connections that compare a primary and its replica. */
interface Clients {
  readonly primary: pg.Client;
  readonly replica: pg.Client;
}

export interface ReplicaServers extends Clients {
  /** The replica, as `readServer` names it. */
  readonly server: string;
}

/** A position in the log such as `16/B374D848` as a number. */
export function parseLsn(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Tells the standbys of a primary apart, to the microsecond. Not by their addresses: a server has several, such as one for
 * IPv6 and one behind a pooler. A standby that is promoted is another server from then on: its data diverges, and
 * positions in its log cannot be compared with those of the primary.
 */
const SERVER =
  "extract(epoch FROM pg_postmaster_start_time()) || CASE WHEN pg_is_in_recovery() THEN ' standby' ELSE '' END";

/** Tells apart databases, also of copies of one cluster: a primary and its standbys share it. */
const IDENTITY = `
  SELECT (SELECT system_identifier FROM pg_control_system()) || ' ' || oid AS cluster, ${SERVER} AS server,
         pg_is_in_recovery() AS standby
    FROM pg_database WHERE datname = current_database()`;

interface Identity {
  readonly cluster: string;
  readonly server: string;
  readonly standby: boolean;
}

/** Which server a connection has reached. */
export async function readServer(client: Pick<pg.ClientBase, 'query'>): Promise<string | undefined> {
  const { rows } = await client.query<{ server: string }>(`SELECT ${SERVER} AS server`);
  return rows[0]?.server;
}

async function identify(client: pg.Client): Promise<Identity> {
  const { rows } = await client.query<Identity>(IDENTITY);
  const [identity] = rows;
  if (!identity) throw new Error('The database did not identify itself');
  return identity;
}

/**
 * @returns which server the replica is.
 * @throws StartError when it has other data than the primary.
 */
async function checkSameData({ primary, replica }: Clients): Promise<string> {
  const [ofPrimary, ofReplica] = [await identify(primary), await identify(replica)];
  if (ofPrimary.cluster !== ofReplica.cluster) {
    throw new StartError(
      'DATABASE_READ_URL points to another database than DATABASE_URL: set it to a standby of that database.',
    );
  }
  // Also refuses a promoted standby, whose data diverges from the promotion on.
  if (!ofReplica.standby && ofPrimary.server !== ofReplica.server) {
    throw new StartError('DATABASE_READ_URL points to a server that is not a standby of DATABASE_URL.');
  }
  return ofReplica.server;
}

export const endConnections = ({ primary, replica }: Clients): void => {
  for (const client of [primary, replica]) client.end().catch(() => undefined);
};

/**
 * @param onError called when one of the connections breaks.
 * @throws StartError when the replica belongs to another database.
 */
export async function connectServers(
  urls: { readonly primaryUrl: string; readonly replicaUrl: string },
  onError: (client: pg.Client, error: Error) => void,
): Promise<ReplicaServers> {
  const opened: pg.Client[] = [];
  const open = async (url: string) => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'stoa-replica',
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    });
    client.on('error', (error) => onError(client, error));
    opened.push(client);
    await client.connect();
    return client;
  };
  try {
    const clients = { primary: await open(urls.primaryUrl), replica: await open(urls.replicaUrl) };
    return { ...clients, server: await checkSameData(clients) };
  } catch (error) {
    for (const client of opened) client.end().catch(() => undefined);
    throw error;
  }
}

async function readPosition<Row extends { readonly lsn: string }>(client: pg.Client, text: string): Promise<Row> {
  const { rows } = await client.query<Row>(text);
  const [row] = rows;
  if (!row) throw new Error('The database did not report its position');
  return row;
}

/** The position up to which the primary has written its log. */
export async function readWritten({ primary }: ReplicaServers): Promise<bigint> {
  const { lsn } = await readPosition(primary, 'SELECT pg_current_wal_insert_lsn()::text AS lsn');
  return parseLsn(lsn);
}

const REPLAYED = `
  SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END::text AS lsn,
         ${SERVER} AS server`;

/** The position up to which the replica has replayed the log, and which server it is. */
export async function readReplayed({ replica }: ReplicaServers): Promise<{ lsn: bigint; server: string }> {
  const { lsn, server } = await readPosition<{ lsn: string; server: string }>(replica, REPLAYED);
  return { lsn: parseLsn(lsn), server };
}
