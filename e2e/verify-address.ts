import pg from 'pg';
import { inject } from 'vitest';
import { findRunningDatabase } from '#server/platform/embedded-postgres/index.ts';

/** Verifies an address like the mailed link does: the demo shop sends no mail that a test could read. */
export async function verifyAddress(email: string): Promise<void> {
  const client = new pg.Client({ connectionString: await findRunningDatabase(inject('shopDataDir')) });
  await client.connect();
  try {
    await client.query('UPDATE users SET email_verified_at = now() WHERE email = $1', [email]);
  } finally {
    await client.end();
  }
}
