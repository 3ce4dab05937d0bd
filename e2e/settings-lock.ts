import pg from 'pg';
import { inject } from 'vitest';
import { findRunningDatabase } from '#server/platform/embedded-postgres/index.ts';

/** Arbitrary key of an advisory lock; the shop does not use it. */
const SETTINGS_LOCK = 7_286_901;

/**
 * Waits until no other test is changing the settings of the shared shop: a form is refused if its section was saved
 * elsewhere after it was opened. The test or hook needs a timeout of 300 s, as it may have to wait for others.
 * @returns releases the lock
 */
export async function lockSettings(): Promise<() => Promise<void>> {
  const connectionString = await findRunningDatabase(inject('shopDataDir'));
  // Gives up before the test times out and can no longer release the lock.
  const client = new pg.Client({ connectionString, lock_timeout: 240_000 });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [SETTINGS_LOCK]);
  } catch (error) {
    await client.end();
    throw error;
  }
  return () => client.end();
}
