import { HOLD_MS } from '#domain/checkout/hold-limits.ts';
import type { AddressDraft } from '#web/shared/checkout/draft.ts';
import type { OpenPayment } from './card/card-form.ts';

/** An open payment, with its address. */
export interface HeldPayment extends OpenPayment {
  readonly address: AddressDraft;
  /** End of the hold by this device's clock, in epoch milliseconds. */
  readonly heldUntil: number;
}

/** A device's clock may be off by more than the hold's length: then count from now. */
export function hold(payment: OpenPayment, address: AddressDraft, now = Date.now()): HeldPayment {
  const left = Date.parse(payment.expires_at) - now;
  const isPlausible = left > 0 && left <= HOLD_MS;
  return { ...payment, address, heldUntil: now + (isPlausible ? left : HOLD_MS) };
}
