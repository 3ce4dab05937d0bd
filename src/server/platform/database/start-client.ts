import pg from 'pg';
import { StartError } from '../start-error.ts';

/** Causes of network or PostgreSQL errors that no retry can fix. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its host name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'its host cannot be reached',
  '28P01': 'it refuses this password',
  '28000': 'it refuses this user',
  '3D000': 'it has no database of this name',
};

export type DatabaseVariable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL';

/**
 * One connection outside the pool, for startup.
 * @param variable that contains the address, to name it in the message.
 * @throws StartError in one sentence, without the address's password.
 */
export async function openClient(
  url: string,
  name: string,
  variable: DatabaseVariable = 'DATABASE_URL',
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 10_000 });
  // Without a listener, a broken connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const reason = UNREACHABLE[code] ?? (message || code);
    throw new StartError(`The database at ${new URL(url).host} cannot be used: ${reason}. Check ${variable}.`, {
      cause: error,
    });
  }
  return client;
}
