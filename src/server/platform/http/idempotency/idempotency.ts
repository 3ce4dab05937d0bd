import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { failureBody } from '../failures.ts';
import { type ClaimServices, createClaims, type HashedWrite, type StoredResponse } from './claims.ts';
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

type Work = (write: RepeatableWrite) => Promise<StoredResponse>;

interface Done extends StoredResponse {
  readonly replayed: boolean;
}

export interface Idempotency {
  /**
   * Runs the work once per key and repeats its response for a day, including refusals that are not transient. Concurrent
   * requests with the same key wait for the first one. If work has committed its outcome but stored no response, it runs again
   * to compose one: see `unlessCommitted`.
   * @throws Refusal `request.conflict` when the first takes too long, `idempotency.reused` for different content.
   */
  once(write: Write, work: Work): Promise<Done>;
}

/** How often a write runs at most if its connection breaks each time. */
const MAX_RUNS = 3;
const MAX_KEY_LENGTH = 255;
/** Shorter than the browser's timeout (storefront §9). */
const MAX_WAIT_MS = 8_000;

/** A refusal is a response that retries get, too, unless the same request may succeed later. */
const isFinal = (error: unknown): error is Refusal => error instanceof Refusal && !error.isTransient;

/** @param maxWaitMs how long a repeated request waits for the first one. */
export function createIdempotency(services: ClaimServices, maxWaitMs: number = MAX_WAIT_MS): Idempotency {
  const claims = createClaims(services, maxWaitMs);

  /** Responds to a write that has committed. */
  async function respond(write: RepeatableWrite, work: Work): Promise<StoredResponse> {
    const done = await work(write);
    await claims.storeResponse(write, done);
    return done;
  }

  /**
   * Stores a final refusal as the response. After any other error the key may be used again: nothing was done, or the outcome is
   * unknown.
   * @returns the response, if the work has committed and only the connection broke; undefined: the connection broke, the
   * key is released, and the work can run again.
   * @throws the error otherwise.
   */
  async function recover(error: unknown, write: RepeatableWrite, work: Work): Promise<StoredResponse | undefined> {
    if (isFinal(error)) {
      await claims.storeResponse(write, { status: error.status, body: JSON.stringify(failureBody(error)) });
      throw error;
    }
    const released = await claims.release(write);
    // Nobody knows whether other work has committed: its client decides whether to send it again.
    if (!released || !write.canRunAgain || !isDatabaseUnavailable(error as Error)) throw error;
    const { committed } = released;
    return committed === null ? undefined : respond({ ...write, committed }, work);
  }

  /** @returns undefined if the connection broke, and the work can run again. */
  async function run(hashed: HashedWrite, work: Work, isLastRun: boolean): Promise<Done | undefined> {
    const claimed = await claims.claimOrWait(hashed);
    if ('status' in claimed) return { ...claimed, replayed: true };
    if (isCommitted(claimed)) return { ...(await respond(claimed, work)), replayed: true };
    let done: StoredResponse;
    try {
      done = await work(claimed);
    } catch (error) {
      const recovered = await recover(error, claimed, work);
      if (!recovered && isLastRun) throw error;
      return recovered && { ...recovered, replayed: false };
    }
    await claims.storeResponse(claimed, done);
    return { ...done, replayed: false };
  }

  return {
    async once({ scope, key, content, canRunAgain }, work) {
      checkKey(key);
      // The content can include a password: a plain hash could be brute-forced.
      const hash = services.sealer.fingerprint(content);
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
