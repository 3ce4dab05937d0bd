import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { limitConcurrency } from '../concurrency/limit-concurrency.ts';
import { Refusal } from '../refusal.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Concurrent hashes: each takes a core and 19 MiB, and the rest of the shop must keep running. */
const MAX_CONCURRENT = Math.max(1, Math.min(3, availableParallelism() - 1));
/** With more waiting, callers would have given up before their turn. */
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 2;

/**
 * Of the process, whose memory and CPU time it limits.
 * @throws Refusal `server.overloaded` when too many are waiting.
 */
const withinLimit = limitConcurrency(MAX_CONCURRENT, {
  maxWaiting: MAX_WAITING,
  refusal: () => new Refusal('server.overloaded', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
});

/** Keyboards compose accented letters differently; normalise, so that the password is the same. */
function normalise(password: string): string {
  return password.normalize('NFC');
}

/** Hashes a password with argon2id for storage. */
export function hashPassword(password: string): Promise<string> {
  return withinLimit(() => hash(normalise(password), COST));
}

/** A hash that no password matches, of the same cost as a real one. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$c3RvYS1ub2JvZHlzLWhhc2g$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

/**
 * Whether a password matches a stored hash. Without a hash (no such account, no password yet) the same work is done and
 * the result is false, so that timing does not reveal which accounts exist.
 */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await withinLimit(() => verify(storedHash ?? DUMMY_HASH, normalise(password)));
  return matches && typeof storedHash === 'string';
}
