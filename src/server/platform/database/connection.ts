import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { type DatabaseVariable, openClient } from './start-client.ts';

/** What a connection keeps between transactions. Behind a pooler, possibly nothing. */
export interface SessionTraits {
  /** Settings sent when the connection opens, such as `statement_timeout`. */
  readonly keepsSettings: boolean;
  /** Named prepared statements. */
  readonly keepsStatements: boolean;
}

export const DIRECT: SessionTraits = { keepsSettings: true, keepsStatements: true };

/** How the shop reaches its database. */
export interface DatabaseConnection {
  /** For requests and jobs. May be a pooler, also in transaction mode. */
  readonly url: string;
  /** PostgreSQL itself, for what needs a session: LISTEN and migrations. */
  readonly directUrl: string;
  readonly traits: SessionTraits;
  /** PostgreSQL itself, for backups, if it is not `directUrl`. */
  readonly backupUrl?: string;
  /** A standby that serves reads. */
  readonly replica?: { readonly url: string; readonly traits: SessionTraits };
}

export const directConnection = (url: string): DatabaseConnection => ({ url, directUrl: url, traits: DIRECT });

/** Settings of the pool's connections. Longer than any statement of the shop takes. */
export const TIMEOUTS = { statement_timeout: 15_000, idle_in_transaction_session_timeout: 20_000 };

/**
 * Detects whether the addresses are PostgreSQL or a pooler, and what can be relied on.
 * @param directUrl undefined: `url` is the only address.
 * @throws StartError when the shop cannot work with them.
 */
export async function inspectConnection(url: string, directUrl: string | undefined): Promise<DatabaseConnection> {
  const isShared = await sharesSessions(url, 'DATABASE_URL');
  if (isShared && directUrl === undefined) {
    throw new StartError(
      'DATABASE_URL leads to a connection pooler in transaction mode: set DATABASE_DIRECT_URL to the address of PostgreSQL itself, which the shop needs for LISTEN and for migrations.',
    );
  }
  if (directUrl !== undefined) await checkDirect(url, directUrl);
  if (isShared) {
    return {
      url,
      directUrl: directUrl ?? url,
      traits: { keepsSettings: false, keepsStatements: await movesStatements(url) },
    };
  }
  return { url, directUrl: directUrl ?? url, traits: { ...DIRECT, keepsSettings: await takesSettings(url) } };
}

/**
 * Detects what connections to a replica keep. It may be unreachable while the shop starts; then nothing is relied on, as
 * a pooler may be in front of it.
 */
export async function inspectReplica(url: string): Promise<SessionTraits> {
  try {
    if (!(await sharesSessions(url, 'DATABASE_READ_URL'))) {
      return { ...DIRECT, keepsSettings: await takesSettings(url) };
    }
    return { keepsSettings: false, keepsStatements: await movesStatements(url) };
  } catch {
    return { keepsSettings: false, keepsStatements: false };
  }
}

/**
 * Checks the address for backups: they need a session on the same database.
 * @throws StartError
 */
export async function checkBackupAddress(url: string, backupUrl: string): Promise<void> {
  await identifyBoth(url, backupUrl, 'DATABASE_BACKUP_URL');
}

async function identifyBoth(url: string, directUrl: string, variable: 'DATABASE_DIRECT_URL' | 'DATABASE_BACKUP_URL') {
  if (await sharesSessions(directUrl, variable)) {
    throw new StartError(
      `${variable} leads to a connection pooler in transaction mode: set it to the address of PostgreSQL itself.`,
    );
  }
  const [pooled, direct] = await Promise.all([identify(url, 'DATABASE_URL'), identify(directUrl, variable)]);
  if (pooled?.identity !== direct?.identity)
    throw new StartError(`DATABASE_URL and ${variable} lead to different databases.`);
  return { pooled, direct };
}

async function checkDirect(url: string, directUrl: string): Promise<void> {
  const { pooled, direct } = await identifyBoth(url, directUrl, 'DATABASE_DIRECT_URL');
  if (pooled && direct && !pooled.roles.includes(direct.role)) {
    throw new StartError(
      `DATABASE_URL uses the role ${pooled.role}, which does not have the rights of ${direct.role}, the role of DATABASE_DIRECT_URL. Use the same role in both.`,
    );
  }
}

async function withClient<T>(
  url: string,
  variable: DatabaseVariable,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(url, 'stoa-start', variable);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

interface Identity {
  /** Of the database: its id, and when its server started. */
  readonly identity: string;
  readonly role: string;
  /** Roles whose rights it has, including itself. */
  readonly roles: readonly string[];
}

function identify(url: string, variable: DatabaseVariable): Promise<Identity | undefined> {
  return withClient(url, variable, async (client) => {
    const { rows } = await client.query<Identity>(
      `SELECT oid || ' ' || extract(epoch FROM pg_postmaster_start_time()) AS identity, current_user AS role,
              ARRAY(SELECT rolname::text FROM pg_roles WHERE pg_has_role(oid, 'USAGE')) AS roles
         FROM pg_database WHERE datname = current_database()`,
    );
    return rows[0];
  });
}

const BACKEND = 'SELECT pg_backend_pid() AS pid';

async function backendOf(client: pg.Client, name?: string): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(name === undefined ? BACKEND : { name, text: BACKEND });
  return rows[0]?.pid ?? 0;
}

/** A busy pooler may happen to return the same backend. */
const ATTEMPTS = 4;

/**
 * Whether connections of this address share PostgreSQL backends, as with a pooler in transaction mode. A pooler that
 * prefers the last used backend gives it to the second connection; a round-robin pooler gives the first connection
 * another one.
 */
function sharesSessions(url: string, variable: DatabaseVariable): Promise<boolean> {
  return withClient(url, variable, (first) =>
    withClient(url, variable, async (second) => {
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const used = await backendOf(first);
        if ((await backendOf(first)) !== used) return true;
        await begin(second, variable);
        const isTaken = (await backendOf(second)) === used;
        // A pool with one backend has no other while the transaction is open.
        const isShared = isTaken || (await backendOf(first)) !== used;
        await second.query('ROLLBACK');
        if (isShared) return true;
      }
      return false;
    }),
  );
}

async function begin(client: pg.Client, variable: DatabaseVariable): Promise<void> {
  await client.query('BEGIN').catch((error: Error) => {
    throw new StartError(
      `${variable} leads to a connection pooler that allows no transactions (${error.message}): set it to transaction mode.`,
      { cause: error },
    );
  });
}

/** Timeout of a statement that waits for a free backend of the pooler. */
const BACKEND_TIMEOUT_MS = 2_000;

/**
 * Whether the pooler prepares named statements again on each backend, as PgBouncer does since 1.21 with
 * `max_prepared_statements`. Only a statement that worked on another backend is proof.
 */
function movesStatements(url: string): Promise<boolean> {
  return withClient(url, 'DATABASE_URL', (first) =>
    withClient(url, 'DATABASE_URL', async (second) => {
      const name = `stoa_${randomBytes(6).toString('hex')}`;
      const ask = () => within(BACKEND_TIMEOUT_MS, backendOf(first, name));
      try {
        for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
          const prepared = await ask();
          if ((await ask()) !== prepared) return true;
          await second.query('BEGIN');
          await backendOf(second);
          const hasMoved = (await ask()) !== prepared;
          await second.query('ROLLBACK');
          if (hasMoved) return true;
        }
        return false;
      } catch {
        return false;
      }
    }),
  );
}

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), milliseconds);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

/** SQLSTATE protocol_violation: PgBouncer's error for a setting that it does not track per client. */
const REFUSED_SETTING = '08P01';

async function takesSettings(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'stoa-start', ...TIMEOUTS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === REFUSED_SETTING) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
