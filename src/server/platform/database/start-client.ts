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
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

/** Messages of errors without a code of their own. */
const SAID: readonly (readonly [message: RegExp, reason: string])[] = [
  [/client password must be a/, 'it requires a password'],
  [
    /does not support SSL connections/,
    'it does not offer TLS. Enable TLS on the server, or set sslmode=disable in the address',
  ],
  [
    /no pg_hba\.conf entry .*(no encryption|SSL off)/,
    'it refuses this user without TLS. Set sslmode=verify-full in the address',
  ],
  // The codes for this depend on who has signed it.
  [
    /self-signed certificate|unable to (verify the first|get (local )?issuer) certificate/,
    'its certificate is from an unknown authority. Name a file with the certificate of that authority in the address, such as sslrootcert=/etc/ssl/database-ca.pem',
  ],
];

function explain({ code = '', message, syscall, path }: NodeJS.ErrnoException): string {
  // `pg` reads the files that the address names when the client is created.
  if (syscall === 'open') return `the file ${path} in its address cannot be read (${code})`;
  const [, said] = SAID.find(([pattern]) => pattern.test(message)) ?? [];
  return said ?? UNREACHABLE[code] ?? (message || code);
}

export type DatabaseVariable = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_BACKUP_URL' | 'DATABASE_READ_URL';

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
  let client: pg.Client | undefined;
  try {
    client = new pg.Client({ connectionString: url, application_name: name, connectionTimeoutMillis: 10_000 });
    // Without a listener, a broken connection would end the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    // Otherwise PostgreSQL waits a minute for the password, and no database can be dropped until then.
    client?.end().catch(() => undefined);
    const reason = explain(error as NodeJS.ErrnoException);
    throw new StartError(`The database at ${new URL(url).host} cannot be used: ${reason}. Check ${variable}.`, {
      cause: error,
    });
  }
}
