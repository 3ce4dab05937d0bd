import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import { isDatabaseUnavailable, retryOnBrokenConnection } from '#server/platform/database/database-unavailable.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/sealing.ts';
import { failureBody } from '../failures.ts';
import { deleteClaim, findRequest, insertClaim, storeResponse } from './idempotency.store.ts';
import { isCommitted, type RepeatableWrite } from './repeatable-write.ts';

interface Write {
  /** The caller: two customers may use the same key. */
  readonly scope: string;
  readonly key: string;
  /** The content: the same key with different content is an error. */
  readonly content: string;
  /** Of the endpoint in the contract. */
  readonly canRunAgain: boolean;
}

/** With a hash of the content. */
type HashedWrite = Omit<Write, 'content'> & { readonly hash: Buffer };

interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

type Work = (write: RepeatableWrite) => Promise<StoredResponse>;

/** A key that this request may work on. */
interface ClaimedKey {
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
  once(write: Write, work: Work): Promise<StoredResponse & { replayed: boolean }>;
}

/**
 * After this time, a write without a response belongs to a crashed server and may be retried, unless that would do the work
 * twice and its node is still connected.
 */
const ABANDONED_AFTER_MS = 60_000;
/** After this time, it may be retried in any case. */
const MAX_KEPT_MS = 10 * 60_000;
/**
 * How long a retry waits for the response to a write that has committed, before it composes the response itself; and for a
 * node that may have died, before it takes over.
 */
const RESPONSE_DUE_MS = 1_000;
/** How often a node tries to release a key during an outage. */
const RELEASE_EVERY_MS = 1_000;
/** How often a write runs at most if its connection breaks each time. */
const MAX_RUNS = 3;
const MAX_KEY_LENGTH = 255;
/** Shorter than the browser's timeout (storefront §9). */
const MAX_WAIT_MS = 8_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** An attempt that can run again cannot commit once another one has claimed its key. */
const maxKeptMs = ({ canRunAgain }: Pick<Write, 'canRunAgain'>): number =>
  canRunAgain ? ABANDONED_AFTER_MS : MAX_KEPT_MS;

export interface IdempotencyServices {
  readonly db: Database;
  /** Responses can contain tokens or addresses, so they are encrypted at rest. */
  readonly sealer: Sealer;
  /** See `ChangeFeed`. */
  readonly nodeLock: () => number | undefined;
}

/** @param maxWaitMs how long a repeated request waits for the first one. */
export function createIdempotency(
  { db, sealer, nodeLock }: IdempotencyServices,
  maxWaitMs: number = MAX_WAIT_MS,
): Idempotency {
  /** @returns the stored response; or the claim, if this request may work; undefined while another request works. */
  async function claimKey(
    attempt: Omit<RepeatableWrite, 'committed'>,
    hash: Buffer,
    isResponseDue: boolean,
  ): Promise<StoredResponse | ClaimedKey | undefined> {
    const claim = {
      hash,
      nodeLock: nodeLock(),
      keptForMs: ABANDONED_AFTER_MS,
      maxKeptForMs: maxKeptMs(attempt),
      takesOver: isResponseDue && attempt.canRunAgain,
    };
    const inserted = await retryOnBrokenConnection(() => insertClaim(db, attempt, claim));
    if (inserted) return { claim: attempt.claim, committed: null };
    const found = await findRequest(db, attempt);
    if (found && !found.request_hash.equals(hash)) throw new Refusal('idempotency.reused');
    if (found && found.status !== null && found.body !== null) {
      return { status: found.status, body: sealer.open(Buffer.from(found.body, 'base64')) };
    }
    if (!isResponseDue || !found?.claim || found.outcome === null) return undefined;
    return { claim: found.claim, committed: found.outcome };
  }

  /** The first request may fail and release the key, so each poll tries to claim it. */
  async function claimOrWait({ hash, ...repeated }: HashedWrite): Promise<StoredResponse | ClaimedKey> {
    const attempt = { ...repeated, claim: randomUUID() };
    let pause = FIRST_PAUSE_MS;
    for (let waited = 0; ; waited += pause) {
      const claimed = await claimKey(attempt, hash, waited >= Math.min(RESPONSE_DUE_MS, maxWaitMs));
      if (claimed) return claimed;
      if (waited >= maxWaitMs) throw new Refusal('request.conflict', { retryAfterSeconds: 1 });
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      await sleep(pause);
    }
  }

  /** Never fails because of an outage: the work is done, but after an error the client would assume that it is not. */
  async function store(write: RepeatableWrite, { status, body }: StoredResponse): Promise<void> {
    const sealed = sealer.seal(body).toString('base64');
    const storing = retryOnBrokenConnection(() => storeResponse(db, write, { status, body: sealed }));
    await storing.catch((error: Error) => {
      if (!isDatabaseUnavailable(error)) throw error;
    });
  }

  /** Releases the key once an outage is over. Otherwise retries would have to wait until the write counts as abandoned. */
  async function releaseLater(write: RepeatableWrite): Promise<void> {
    for (let waited = 0; waited < maxKeptMs(write); waited += RELEASE_EVERY_MS) {
      await sleep(RELEASE_EVERY_MS, undefined, { ref: false });
      try {
        await deleteClaim(db, write);
        return;
      } catch (error) {
        if (!isDatabaseUnavailable(error as Error)) return;
      }
    }
  }

  /** Responds to a write that has committed. */
  async function respond(write: RepeatableWrite, work: Work): Promise<StoredResponse> {
    const done = await work(write);
    await store(write, done);
    return done;
  }

  /**
   * Stores a refusal as the response. After any other error the key may be used again: nothing was done, or the outcome is
   * unknown.
   * @returns the response, if the work has committed and only the connection broke; undefined: the connection broke, the
   * key is released, and the work can run again.
   * @throws the error otherwise.
   */
  async function recover(error: unknown, write: RepeatableWrite, work: Work): Promise<StoredResponse | undefined> {
    if (error instanceof Refusal && error.status < 500 && error.status !== 429) {
      await store(write, { status: error.status, body: JSON.stringify(failureBody(error)) });
      throw error;
    }
    const committed = await retryOnBrokenConnection(() => deleteClaim(db, write)).catch((failure: Error) => {
      if (!isDatabaseUnavailable(failure)) throw failure;
      void releaseLater(write);
      throw error;
    });
    // Nobody knows whether other work has committed: its client decides whether to send it again.
    if (!write.canRunAgain || !isDatabaseUnavailable(error as Error)) throw error;
    return committed === null ? undefined : respond({ ...write, committed }, work);
  }

  /** @returns undefined if the connection broke, and the work can run again. */
  async function run(
    hashed: HashedWrite,
    work: Work,
    isLastRun: boolean,
  ): Promise<(StoredResponse & { replayed: boolean }) | undefined> {
    const claimed = await claimOrWait(hashed);
    if ('status' in claimed) return { ...claimed, replayed: true };
    const { scope, key, canRunAgain } = hashed;
    const write: RepeatableWrite = { scope, key, canRunAgain, ...claimed };
    if (isCommitted(write)) return { ...(await respond(write, work)), replayed: true };
    let done: StoredResponse;
    try {
      done = await work(write);
    } catch (error) {
      const recovered = await recover(error, write, work);
      if (!recovered && isLastRun) throw error;
      return recovered && { ...recovered, replayed: false };
    }
    await store(write, done);
    return { ...done, replayed: false };
  }

  return {
    async once({ scope, key, content, canRunAgain }, work) {
      checkKey(key);
      // The content can include a password: a plain hash could be brute-forced.
      const hash = sealer.fingerprint(content);
      for (let runs = 1; ; runs += 1) {
        const done = await run({ scope, key, hash, canRunAgain }, work, runs === MAX_RUNS);
        if (done) return done;
      }
    },
  };
}

function checkKey(key: string): void {
  if (key.length > 0 && key.length <= MAX_KEY_LENGTH && !/[^\x21-\x7e]/.test(key)) return;
  throw new Refusal('request.invalid', { errors: { 'Idempotency-Key': ['Must be 1 to 255 visible characters.'] } });
}
