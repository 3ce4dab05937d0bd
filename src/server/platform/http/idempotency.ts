import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { isDatabaseUnavailable } from '../database/database-unavailable.ts';
import { Refusal } from '../refusal.ts';
import type { Sealer } from '../sealing.ts';
import { failureBody } from './failures.ts';

interface Write {
  /** The caller: two customers may use the same key. */
  readonly scope: string;
  readonly key: string;
  /** The content: the same key with different content is an error. */
  readonly content: string;
}

interface Done {
  readonly status: number;
  readonly body: string;
}

export interface Idempotency {
  /**
   * Runs the work once per key and repeats its response, including refusals, for a day. Concurrent requests with the
   * same key wait for the first one.
   * @throws Refusal `request.conflict` when the first takes too long, `idempotency.reused` for different content.
   */
  once(write: Write, work: () => Promise<Done>): Promise<Done & { replayed: boolean }>;
}

/** After this time, a write without a response belongs to a crashed server and may be retried. */
const ABANDONED_AFTER_MS = 60_000;
const MAX_KEY_LENGTH = 255;
/** Shorter than the browser's timeout (storefront §9). */
const MAX_WAIT_MS = 8_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/**
 * @param sealer responses can contain tokens or addresses, so they are encrypted at rest.
 * @param patienceMs how long a repeated request waits for the first one.
 */
export function createIdempotency(
  db: Database,
  sealer: Sealer,
  now: Clock,
  patienceMs: number = MAX_WAIT_MS,
): Idempotency {
  async function claim(scope: string, key: string, hash: Buffer): Promise<Done | 'ours' | 'under way'> {
    const inserted = await db
      .insertInto('idempotency_record')
      .values({ scope, key, request_hash: hash, created_at: now() })
      .onConflict((conflict) =>
        conflict
          .columns(['scope', 'key'])
          .doUpdateSet({ created_at: now() })
          .where('idempotency_record.status', 'is', null)
          .where('idempotency_record.request_hash', '=', hash)
          .where('idempotency_record.created_at', '<', new Date(now().getTime() - ABANDONED_AFTER_MS)),
      )
      .returning(sql<number>`1`.as('one'))
      .executeTakeFirst();
    if (inserted) return 'ours';
    const found = await db
      .selectFrom('idempotency_record')
      .select(['request_hash', 'status', 'body'])
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst();
    if (found && !found.request_hash.equals(hash)) throw new Refusal('idempotency.reused');
    if (!found || found.status === null || found.body === null) return 'under way';
    return { status: found.status, body: sealer.open(Buffer.from(found.body, 'base64')) };
  }

  /** The first request may fail and release the key, so each poll tries to claim it. */
  async function claimOrWait(scope: string, key: string, hash: Buffer): Promise<Done | 'ours'> {
    let pause = FIRST_PAUSE_MS;
    for (let waited = 0; ; waited += pause) {
      const claimed = await claim(scope, key, hash);
      if (claimed !== 'under way') return claimed;
      if (waited >= patienceMs) throw new Refusal('request.conflict', { retryAfterSeconds: 1 });
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      await sleep(pause);
    }
  }

  return {
    async once({ scope, key, content }, work) {
      if (key.length === 0 || key.length > MAX_KEY_LENGTH || /[^\x21-\x7e]/.test(key)) {
        throw new Refusal('request.invalid', {
          errors: { 'Idempotency-Key': ['Must be 1 to 255 visible characters.'] },
        });
      }
      // The content can include a password: a plain hash could be brute-forced.
      const hash = sealer.fingerprint(content);
      const earlier = await claimOrWait(scope, key, hash);
      if (earlier !== 'ours') return { ...earlier, replayed: true };
      const record = db.updateTable('idempotency_record').where('scope', '=', scope).where('key', '=', key);
      let done: Done;
      let refusal: Refusal | undefined;
      try {
        done = await work();
      } catch (error) {
        if (!(error instanceof Refusal) || error.status >= 500 || error.status === 429) {
          // Nothing was done, or the outcome is unknown: the same key may be retried.
          await db.deleteFrom('idempotency_record').where('scope', '=', scope).where('key', '=', key).execute();
          throw error;
        }
        refusal = error;
        done = { status: error.status, body: JSON.stringify(failureBody(error)) };
      }
      const stored = record.set({ status: done.status, body: sealer.seal(done.body).toString('base64') }).execute();
      await stored.catch((error: Error) => {
        // The work is done: after an error, the client would do it again.
        if (!isDatabaseUnavailable(error)) throw error;
      });
      if (refusal) throw refusal;
      return { ...done, replayed: false };
    },
  };
}
