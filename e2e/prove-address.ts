import pg from 'pg';
import { inject } from 'vitest';
import { findRunningDatabase } from '#server/platform/embedded-postgres/index.ts';

/** As after somebody followed the link that verifies their address: the demo shop sends no mail that could be read. */
export async function proveAddress(email: string): Promise<void> {
  const client = new pg.Client({ connectionString: await findRunningDatabase(inject('shopDataDir')) });
  await client.connect();
  try {
    await client.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
  } finally {
    await client.end();
  }
}
