/** How long a checkout holds its stock before it has to be renewed: 15 minutes. */
export const HOLD_MS = 15 * 60_000;

/** How long one account can hold pieces without paying: the first hold and two renewals. */
export const MAX_HOLD_MS = 3 * HOLD_MS;

/** How long an account that has used up its time holds nothing before it can hold pieces again. */
export const HOLD_COOL_DOWN_MS = 2 * HOLD_MS;

/** A shorter hold is not worth starting: nobody types a card number that fast. */
const MIN_HOLD_MS = 2 * 60_000;

/** A hold is renewed only in its second half: asking more often does not make it last longer. */
const RENEW_BELOW_MS = HOLD_MS / 2;

/** How many pieces can be held; the merchant sets all three. */
export interface HoldLimits {
  readonly maxPiecesPerOrder: number;
  /** Per account, for as long as they are not paid for. */
  readonly maxPiecesHeld: number;
  /** The same for an account whose email address is not verified. */
  readonly maxPiecesHeldUnverified: number;
}

export const DEFAULT_HOLD_LIMITS: HoldLimits = {
  maxPiecesPerOrder: 50,
  maxPiecesHeld: 50,
  maxPiecesHeldUnverified: 20,
};

/** Whether the hold has run out, which it does at the moment it ends. */
export function isHoldOver(expiresAt: Date, now: Date): boolean {
  return now >= expiresAt;
}

/** Which limit a number of pieces exceeds, with its value; undefined when it exceeds none. */
export type ExceededLimit = { readonly limit: keyof HoldLimits; readonly max: number };

/**
 * @param isHeldUnpaid the pieces wait for a payment; false for an order that is placed at once.
 */
export function exceededLimit(
  pieces: number,
  limits: HoldLimits,
  { isVerified, isHeldUnpaid }: { readonly isVerified: boolean; readonly isHeldUnpaid: boolean },
): ExceededLimit | undefined {
  const candidates: (keyof HoldLimits)[] = ['maxPiecesPerOrder'];
  if (isHeldUnpaid) candidates.push('maxPiecesHeld');
  if (isHeldUnpaid && !isVerified) candidates.push('maxPiecesHeldUnverified');
  const exceeded = candidates.filter((limit) => pieces > limits[limit]);
  // The smallest limit is the one to tell; among equal ones the first, which does not depend on the account.
  const [first] = exceeded.sort((a, b) => limits[a] - limits[b]);
  return first && { limit: first, max: limits[first] };
}

/** A hold of an account that nobody paid for. */
export interface UnpaidHold {
  /** When the account began to hold, moved forward by the pauses in which it held nothing. */
  readonly heldSince: Date;
  readonly endedAt: Date;
}

/** Since when an account counts as holding if it starts a new hold now. */
export function startOfHold(now: Date, previous: UnpaidHold | undefined): Date {
  if (!previous || now.getTime() - previous.endedAt.getTime() >= HOLD_COOL_DOWN_MS) return now;
  const heldMs = Math.max(0, previous.endedAt.getTime() - previous.heldSince.getTime());
  return new Date(now.getTime() - heldMs);
}

/**
 * Until when a checkout holds its pieces if it is asked for now.
 * @param current when the hold that is already there ends; undefined for a new one.
 * @returns undefined when the account has used up its time.
 */
export function holdUntil(now: Date, heldSince: Date, current?: Date): Date | undefined {
  const last = heldSince.getTime() + MAX_HOLD_MS;
  if (last - now.getTime() < (current ? 1 : MIN_HOLD_MS)) return undefined;
  if (current && current.getTime() - now.getTime() > RENEW_BELOW_MS) return current;
  const wanted = Math.min(now.getTime() + HOLD_MS, last);
  return new Date(Math.max(wanted, current?.getTime() ?? 0));
}
