import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#server/platform/database/database.ts';
import { isDatabaseUnavailable, retryOnBrokenConnection } from '#server/platform/database/database-unavailable.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { deleteClaim, findRequest, insertClaim, storeResponse } from './idempotency.store.ts';
import type { RepeatableWrite } from './repeatable-write.ts';

/** A request with a key, and a hash of its content: the same key with different content is an error. */
export interface HashedWrite extends Pick<RepeatableWrite, 'scope' | 'key' | 'canRunAgain'> {
  readonly hash: Buffer;
}

export interface StoredResponse {
  readonly status: number;
  readonly body: string;
}

/** Lets one request at a time, on any node, work on a key. */
export interface Claims {
  /**
   * Claims the key, or waits for the response to the request that has it.
   * @returns the stored response; or the write, if this request may work. If an earlier attempt has committed its outcome without
   * storing a response, the write has that outcome.
   * @throws Refusal `request.conflict` when the other request takes too long, `idempotency.reused` for different content.
   */
  claimOrWait(write: HashedWrite): Promise<StoredResponse | RepeatableWrite>;
  /** Never fails because of an outage: the write has committed, and an error would make the client believe that it has not. */
  storeResponse(write: RepeatableWrite, response: StoredResponse): Promise<void>;
  /**
   * Lets the next request work, unless this one has committed.
   * @returns what it has committed, null for nothing; undefined during an outage: the key is released when it is over.
   */
  release(write: RepeatableWrite): Promise<{ readonly committed: unknown } | undefined>;
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
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** An attempt that can run again cannot commit once another one has claimed its key. */
const maxKeptMs = ({ canRunAgain }: Pick<RepeatableWrite, 'canRunAgain'>): number =>
  canRunAgain ? ABANDONED_AFTER_MS : MAX_KEPT_MS;

export interface ClaimServices {
  readonly db: Database;
  /** Responses can contain tokens or addresses, so they are encrypted at rest. */
  readonly sealer: Sealer;
  /** See `ChangeFeed`. */
  readonly nodeLock: () => number | undefined;
}

/** @param maxWaitMs how long a request waits for another one with the same key. */
export function createClaims({ db, sealer, nodeLock }: ClaimServices, maxWaitMs: number): Claims {
  /** @returns undefined while another request works. */
  async function claim(
    attempt: Omit<RepeatableWrite, 'committed'>,
    hash: Buffer,
    isResponseDue: boolean,
  ): Promise<StoredResponse | RepeatableWrite | undefined> {
    const terms = {
      hash,
      nodeLock: nodeLock(),
      keptForMs: ABANDONED_AFTER_MS,
      maxKeptForMs: maxKeptMs(attempt),
      takesOver: isResponseDue && attempt.canRunAgain,
    };
    const inserted = await retryOnBrokenConnection(() => insertClaim(db, attempt, terms));
    if (inserted) return { ...attempt, committed: null };
    const found = await findRequest(db, attempt);
    if (found && !found.request_hash.equals(hash)) throw new Refusal('idempotency.reused');
    if (found && found.status !== null && found.body !== null) {
      return { status: found.status, body: sealer.open(Buffer.from(found.body, 'base64')) };
    }
    if (!isResponseDue || !found?.claim || found.outcome === null) return undefined;
    return { ...attempt, claim: found.claim, committed: found.outcome };
  }

  /** Otherwise retries would have to wait until the write counts as abandoned. */
  async function releaseAfterOutage(write: RepeatableWrite): Promise<void> {
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

  return {
    /** The first request may fail and release the key, so each poll tries to claim it. */
    async claimOrWait({ hash, ...write }) {
      const attempt = { ...write, claim: randomUUID() };
      let pause = FIRST_PAUSE_MS;
      for (let waited = 0; ; waited += pause) {
        const claimed = await claim(attempt, hash, waited >= Math.min(RESPONSE_DUE_MS, maxWaitMs));
        if (claimed) return claimed;
        if (waited >= maxWaitMs) throw new Refusal('request.conflict', { retryAfterSeconds: 1 });
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
        await sleep(pause);
      }
    },
    async storeResponse(write, { status, body }) {
      const sealed = sealer.seal(body).toString('base64');
      const storing = retryOnBrokenConnection(() => storeResponse(db, write, { status, body: sealed }));
      await storing.catch((error: Error) => {
        if (!isDatabaseUnavailable(error)) throw error;
      });
    },
    async release(write) {
      try {
        return { committed: await retryOnBrokenConnection(() => deleteClaim(db, write)) };
      } catch (error) {
        if (!isDatabaseUnavailable(error as Error)) throw error;
        void releaseAfterOutage(write);
        return undefined;
      }
    },
  };
}
