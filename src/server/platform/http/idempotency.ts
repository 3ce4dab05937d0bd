import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import { isDatabaseUnavailable, retryOnBrokenConnection } from '../database/database-unavailable.ts';
import { Refusal } from '../refusal.ts';
import type { Sealer } from '../sealing.ts';
import { failureBody } from './failures.ts';
import { isCommitted, type RepeatableWrite } from './repeatable-write.ts';

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

/** A key that this request may work on. */
interface Claimed {
  readonly claim: string;
  /** The outcome that an earlier attempt has committed without storing a response; null: none. */
  readonly committed: unknown;
}

export interface Idempotency {
  /**
   * Runs the work once per key and repeats its response, including refusals, for a day. Concurrent requests with the
   * same key wait for the first one. If work has committed its outcome but stored no response, it runs again to compose one:
   * see `unlessCommitted`.
   * @throws Refusal `request.conflict` when the first takes too long, `idempotency.reused` for different content.
   */
  once(write: Write, work: (write: RepeatableWrite) => Promise<Done>): Promise<Done & { replayed: boolean }>;
}

/** After this time, a write without a response belongs to a crashed server and may be retried. */
const ABANDONED_AFTER_MS = 60_000;
/** How long a retry waits for the response to a write that has committed, before it composes the response itself. */
const RESPONSE_DUE_MS = 1_000;
/** How often a node tries to release a key during an outage. */
const RELEASE_EVERY_MS = 1_000;
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
  /** @returns the stored response; or the claim, if this request may work; undefined while another request works. */
  async function claimKey(
    { scope, key, claim }: Omit<RepeatableWrite, 'committed'>,
    hash: Buffer,
    isResponseDue: boolean,
  ): Promise<Done | Claimed | undefined> {
    const inserted = await db
      .insertInto('idempotency_record')
      .values({ scope, key, claim, request_hash: hash, created_at: now() })
      .onConflict((conflict) =>
        conflict
          .columns(['scope', 'key'])
          .doUpdateSet({ claim, created_at: now() })
          .where('idempotency_record.status', 'is', null)
          .where('idempotency_record.outcome', 'is', null)
          .where('idempotency_record.request_hash', '=', hash)
          .where('idempotency_record.created_at', '<', new Date(now().getTime() - ABANDONED_AFTER_MS)),
      )
      .returning(sql<number>`1`.as('one'))
      .executeTakeFirst();
    if (inserted) return { claim, committed: null };
    const found = await db
      .selectFrom('idempotency_record')
      .select(['request_hash', 'status', 'body', 'claim', 'outcome'])
      .where('scope', '=', scope)
      .where('key', '=', key)
      .executeTakeFirst();
    if (found && !found.request_hash.equals(hash)) throw new Refusal('idempotency.reused');
    if (found && found.status !== null && found.body !== null) {
      return { status: found.status, body: sealer.open(Buffer.from(found.body, 'base64')) };
    }
    if (!isResponseDue || !found?.claim || found.outcome === null) return undefined;
    return { claim: found.claim, committed: found.outcome };
  }

  /** The first request may fail and release the key, so each poll tries to claim it. */
  async function claimOrWait(scope: string, key: string, hash: Buffer): Promise<Done | Claimed> {
    const claim = randomUUID();
    let pause = FIRST_PAUSE_MS;
    for (let waited = 0; ; waited += pause) {
      const claimed = await claimKey({ scope, key, claim }, hash, waited >= Math.min(RESPONSE_DUE_MS, patienceMs));
      if (claimed) return claimed;
      if (waited >= patienceMs) throw new Refusal('request.conflict', { retryAfterSeconds: 1 });
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      await sleep(pause);
    }
  }

  /** Never fails because of an outage: the work is done, but after an error the client would assume that it is not. */
  async function store({ scope, key, claim }: RepeatableWrite, { status, body }: Done): Promise<void> {
    const sealed = sealer.seal(body).toString('base64');
    const storing = retryOnBrokenConnection(() =>
      db
        .updateTable('idempotency_record')
        .set({ status, body: sealed })
        .where('scope', '=', scope)
        .where('key', '=', key)
        .where('claim', '=', claim)
        .execute(),
    );
    await storing.catch((error: Error) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
  }

  /**
   * Releases the key for another attempt, unless the work has committed. Waits for a commit that is still running after the
   * connection broke, because its transaction has locked the record.
   * @returns the committed outcome; null: none.
   */
  async function release({ scope, key, claim }: RepeatableWrite): Promise<unknown> {
    await db
      .deleteFrom('idempotency_record')
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('claim', '=', claim)
      .where('outcome', 'is', null)
      .execute();
    const left = await db
      .selectFrom('idempotency_record')
      .select('outcome')
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where('claim', '=', claim)
      .executeTakeFirst();
    return left?.outcome ?? null;
  }

  /** Releases the key once an outage is over. Otherwise retries would have to wait until the write counts as abandoned. */
  async function releaseLater(write: RepeatableWrite): Promise<void> {
    for (let waited = 0; waited < ABANDONED_AFTER_MS; waited += RELEASE_EVERY_MS) {
      await sleep(RELEASE_EVERY_MS, undefined, { ref: false });
      try {
        await release(write);
        return;
      } catch (error) {
        if (!isDatabaseUnavailable(error as Error)) return;
      }
    }
  }

  /** Responds to a write that has committed. */
  async function respond(write: RepeatableWrite, work: (write: RepeatableWrite) => Promise<Done>): Promise<Done> {
    const done = await work(write);
    await store(write, done);
    return done;
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
      const claimed = await claimOrWait(scope, key, hash);
      if ('status' in claimed) return { ...claimed, replayed: true };
      const write = { scope, key, ...claimed };
      if (isCommitted(write)) return { ...(await respond(write, work)), replayed: true };
      let done: Done;
      try {
        done = await work(write);
      } catch (error) {
        if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
          await store(write, { status: error.status, body: JSON.stringify(failureBody(error)) });
          throw error;
        }
        // Nothing was done, or the outcome is unknown: the same key may be retried.
        const committed = await retryOnBrokenConnection(() => release(write)).catch((failure: Error) => {
          if (!isDatabaseUnavailable(failure)) throw failure;
          void releaseLater(write);
          return null;
        });
        if (committed === null || !isDatabaseUnavailable(error as Error)) throw error;
        // The work has committed and only the connection broke: respond as if nothing had happened.
        return { ...(await respond({ ...write, committed }, work)), replayed: false };
      }
      await store(write, done);
      return { ...done, replayed: false };
    },
  };
}
