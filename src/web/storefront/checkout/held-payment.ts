import { HOLD_MS } from '#domain/hold-limits.ts';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import type { OpenPayment } from './card/card-form.ts';

/** A payment that is open, for the address it was opened with. */
export interface HeldPayment extends OpenPayment {
  readonly address: AddressDraft;
  /** When the hold ends by this device's clock, in milliseconds of the epoch. */
  readonly heldUntil: number;
}

/** A device's clock may be wrong by more than the hold is long: then the hold counts from now. */
export function hold(payment: OpenPayment, address: AddressDraft, now = Date.now()): HeldPayment {
  const left = Date.parse(payment.expires_at) - now;
  const isPlausible = left > 0 && left <= HOLD_MS;
  return { ...payment, address, heldUntil: now + (isPlausible ? left : HOLD_MS) };
}
