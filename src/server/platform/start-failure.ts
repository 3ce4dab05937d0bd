import { isDatabaseUnavailable } from './database/database-unavailable.ts';
import { StartError } from './start-error.ts';

/** What errors of Node and of `pg` have in common. */
type Failure = Error & {
  readonly code?: string;
  readonly syscall?: string;
  readonly port?: number;
  readonly address?: string;
  /** Of a name that cannot be looked up. */
  readonly hostname?: string;
};

/** SQLSTATE insufficient_privilege. */
const FORBIDDEN = '42501';
/** SQLSTATE too_many_connections. */
const TOO_MANY = '53300';

/**
 * Explains a failed start or command that the operator can fix.
 * @param host of this server, from `HOST`.
 * @returns undefined for any other error: its stack trace is needed.
 */
export function explainStartFailure(error: unknown, host = process.env.HOST): string | undefined {
  if (error instanceof StartError) return error.message;
  if (!(error instanceof Error)) return undefined;
  return explainListening(error, host) ?? explainDatabase(error);
}

function explainListening({ code, syscall, port, address, hostname }: Failure, host?: string): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program. Stop it, or set PORT to another number.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `The user that runs the shop may not use port ${port}. Set PORT to a number from 1024 on.`;
  const isNoAddress = code === 'EADDRNOTAVAIL' && syscall === 'listen';
  if (isNoAddress || (syscall === 'getaddrinfo' && hostname !== undefined && hostname === host))
    return `HOST ${address ?? hostname} is not an address of this machine. Set HOST to one that is, or to 0.0.0.0 for all.`;
  return undefined;
}

function explainDatabase(error: Failure): string | undefined {
  if (error.code === FORBIDDEN)
    return `The database refuses what the shop needs (${error.message}). Its role must own the database and the shop's tables: ALTER DATABASE … OWNER TO ….`;
  if (error.code === TOO_MANY)
    return `The database accepts no more connections (${error.message}). Each process of the shop needs DATABASE_POOL + 10 connections: raise the limit, or lower DATABASE_POOL.`;
  if (!isDatabaseUnavailable(error)) return undefined;
  return `The database cannot be used (${error.message}). Start the shop again when it is available.`;
}
