import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Network errors of an unreachable database, and SQLSTATE classes and codes that mean the same or that connections are
 * not allowed. 25006: a write on a server that has just become a standby.
 */
const UNAVAILABLE_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/**
 * Messages of `pg` errors without a code. A rollback on a broken or closed connection is `not queryable`; `Query read timeout`: a
 * silent server, on connections with a time limit, such as those of jobs.
 */
const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|connection timeout|is not queryable|Query read timeout/i;
const UNAVAILABLE_STATES = /^(08|28|57P|53|3D000|55000|25006)/;

export function isDatabaseUnavailable(error: Error & { readonly code?: string }): boolean {
  if (error.code !== undefined && (UNAVAILABLE_CODES.has(error.code) || UNAVAILABLE_STATES.test(error.code)))
    return true;
  return UNAVAILABLE_MESSAGES.test(error.message);
}

/** The pool had no connection to give: either the database does not answer, or it is busy. */
export const isPoolTimeout = (error: Error) => /timeout exceeded when trying to connect/.test(error.message);

/**
 * SQLSTATE classes and codes of a server that is starting, stopping, full or a standby. Waiting does not help with the others
 * of `UNAVAILABLE_STATES`.
 */
const LOST_STATES = /^(08|57P|53300|25006)/;

interface DatabaseFailure extends Error {
  readonly code?: string;
  /** The function of PostgreSQL that reported it. Messages depend on the server's language. */
  readonly routine?: string;
}

/** Functions in the shop's statements that standbys refuse with SQLSTATE 55000, which has many other causes. */
const NOT_ON_STANDBYS = /^pg_(current_wal_|walfile_name)/;

const isRefusedByStandby = ({ code, routine }: DatabaseFailure) =>
  code === '25006' || (code === '55000' && NOT_ON_STANDBYS.test(routine ?? ''));

/** Whether the connection is lost, as in a failover, so that another one may soon work. */
export function isConnectionLost(error: DatabaseFailure): boolean {
  if (!isDatabaseUnavailable(error)) return false;
  const { code } = error;
  return code === undefined || UNAVAILABLE_CODES.has(code) || LOST_STATES.test(code) || isRefusedByStandby(error);
}

/** Whether a standby has refused a write. It may still answer reads. */
export function isWriteRefused(error: DatabaseFailure): boolean {
  return isRefusedByStandby(error);
}

/** Of `pg` and of PgBouncer: the statement was not sent to PostgreSQL. */
const NOT_SENT = /is not queryable|server login has been failing|query_wait_timeout|invalid server parameter/i;

/** Whether the statement certainly had no effect. 25006: a standby refused to write, 57P03: a server that is starting. */
export function isWithoutEffect(error: Error & { readonly code?: string }): boolean {
  return error.code === '25006' || error.code === '57P03' || NOT_SENT.test(error.message);
}

/**
 * Pauses before the retries: by then the pool has closed its other broken connections. The second retry is for a pooler, whose
 * connections break one after the other.
 */
const RECONNECT_MS = [100, 400];

/** Retries `work` if its connection broke. Only for work that is safe to repeat. */
export async function retryOnBrokenConnection<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of RECONNECT_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error as Error)) throw error;
      await sleep(pause);
    }
  }
  return work();
}

const LINE_EVERY_MS = 10_000;
/** Shared by the whole process, like its log. */
let lastLineAt = Number.NEGATIVE_INFINITY;

/** While the database is unavailable, every request and job would log it: limit this to one line per ten seconds. */
export function logDatabaseUnavailable(log: Pick<FastifyBaseLogger, 'error'>, error: Error): void {
  const at = performance.now();
  if (at - lastLineAt < LINE_EVERY_MS) return;
  lastLineAt = at;
  log.error({ reason: error.message }, 'The database cannot be reached');
}
