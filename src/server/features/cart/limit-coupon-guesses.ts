import { type LimitedCount, limitAttempts } from '#server/features/auth/index.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { limitKey } from '#server/platform/http/requests/client-address.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** Attempts with codes that do not exist, within 15 minutes. An account is one person; an address may be an office. */
const MAX_PER_ACCOUNT = 10;
const MAX_PER_ADDRESS = 200;
/** Count key for wrong codes, in the same table as wrong passwords. It cannot be an email address. */
const COUPON_CODES = 'coupon codes';

/** A valid code does not reset the count: otherwise one known code would allow unlimited guesses. */
const couponCount = (count: Pick<LimitedCount, 'email' | 'address' | 'maxAttempts'>): LimitedCount => ({
  ...count,
  forgets: 'after_first',
  isClearedByRight: false,
});

/**
 * Applies a coupon code unless the account or address has tried too many that do not exist.
 * @throws Refusal `coupon.too_many_guesses` with the time until the next attempt, or what `apply` throws.
 */
export async function limitCouponGuesses<T extends object>(
  db: Database,
  { email }: Pick<Caller, 'email'>,
  { address }: Pick<RequestFacts, 'address'>,
  now: Clock,
  apply: () => Promise<T>,
): Promise<T> {
  const counts = [
    couponCount({ email, address: COUPON_CODES, maxAttempts: MAX_PER_ACCOUNT }),
    couponCount({ email: COUPON_CODES, address: limitKey(address), maxAttempts: MAX_PER_ADDRESS }),
  ];
  const applied: T[] = [];
  await limitAttempts(db, counts, { now, refusal: 'coupon.too_many_guesses' }, async () => {
    try {
      applied.push(await apply());
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.code === 'coupon.not_found') return false;
      throw error;
    }
  });
  const [result] = applied;
  if (!result) throw new Refusal('coupon.not_found');
  return result;
}
