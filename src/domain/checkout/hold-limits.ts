/** How long a checkout holds its stock before it must be renewed. */
export const HOLD_MINUTES = 15;
export const HOLD_MS = HOLD_MINUTES * 60_000;

/** How long one account can hold units without paying: the first hold and two renewals. */
export const MAX_HOLD_MS = 3 * HOLD_MS;

/** How long an account that has used up its time must pause before it can hold units again. */
export const HOLD_COOL_DOWN_MS = 2 * HOLD_MS;

/** A shorter hold is not worth starting: nobody enters card data that fast. */
const MIN_HOLD_MS = 2 * 60_000;

/** A hold is renewed only in its second half, so that repeated requests do not extend it further. */
const RENEW_BELOW_MS = HOLD_MS / 2;

/** Maximum units to hold; the merchant sets all three. */
export interface HoldLimits {
  readonly maxPiecesPerOrder: number;
  /** Per account, while unpaid. */
  readonly maxPiecesHeld: number;
  /** The same for an account without a verified email address. */
  readonly maxPiecesHeldUnverified: number;
}

export const DEFAULT_HOLD_LIMITS: HoldLimits = {
  maxPiecesPerOrder: 50,
  maxPiecesHeld: 50,
  maxPiecesHeldUnverified: 20,
};

/** Whether the hold has expired; true at its end. */
export function isHoldOver(expiresAt: Date, now: Date): boolean {
  return now >= expiresAt;
}

/** The limit that a number of units exceeds, with its value; undefined when it exceeds none. */
export type ExceededLimit = { readonly limit: keyof HoldLimits; readonly max: number };

/** @param isHeldUnpaid the units wait for a payment; false for an order that is placed at once. */
export function exceededLimit(
  units: number,
  limits: HoldLimits,
  { isVerified, isHeldUnpaid }: { readonly isVerified: boolean; readonly isHeldUnpaid: boolean },
): ExceededLimit | undefined {
  const candidates: (keyof HoldLimits)[] = ['maxPiecesPerOrder'];
  if (isHeldUnpaid) candidates.push('maxPiecesHeld');
  if (isHeldUnpaid && !isVerified) candidates.push('maxPiecesHeldUnverified');
  const exceeded = candidates.filter((limit) => units > limits[limit]);
  // Report the smallest limit; on a tie the first, which does not depend on the account.
  const [first] = exceeded.sort((a, b) => limits[a] - limits[b]);
  return first && { limit: first, max: limits[first] };
}

/** An unpaid hold of an account. */
export interface UnpaidHold {
  /** When the account started to hold, moved forward by pauses without a hold. */
  readonly heldSince: Date;
  readonly endedAt: Date;
}

/** The start of the account's holding time if it starts a new hold now. */
export function startOfHold(now: Date, previous: UnpaidHold | undefined): Date {
  if (!previous || now.getTime() - previous.endedAt.getTime() >= HOLD_COOL_DOWN_MS) return now;
  const heldMs = Math.max(0, previous.endedAt.getTime() - previous.heldSince.getTime());
  return new Date(now.getTime() - heldMs);
}

/**
 * The end of a hold that is requested now.
 * @param current end of the existing hold; undefined for a new one.
 * @returns undefined when the account has used up its time.
 */
export function holdUntil(now: Date, heldSince: Date, current?: Date): Date | undefined {
  const last = heldSince.getTime() + MAX_HOLD_MS;
  if (last - now.getTime() < (current ? 1 : MIN_HOLD_MS)) return undefined;
  if (current && current.getTime() - now.getTime() > RENEW_BELOW_MS) return current;
  const wanted = Math.min(now.getTime() + HOLD_MS, last);
  return new Date(Math.max(wanted, current?.getTime() ?? 0));
}
