import type { Country } from '#domain/shipping.ts';
import { inTab } from '#web/api/browser-storage.ts';

/**
 * What has been typed into the checkout, in this tab, so that neither a reload nor the way over a bank's page nor a new
 * login loses it. Never a card.
 */
const KEY = 'checkout';

export interface AddressDraft {
  name: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postal_code: string;
  country: Country;
}

export interface CheckoutDraft {
  readonly address?: AddressDraft | undefined;
  readonly shippingMethod?: string | undefined;
  /** The payment method that was chosen. */
  readonly payBy?: string | undefined;
  /** The payment that was sent to the provider and whose end is not known yet. */
  readonly paying?: string | undefined;
}

interface KeptDraft extends CheckoutDraft {
  /** Somebody else who signs in in this tab starts with a blank form. */
  readonly userId: number;
}

export function readDraft(userId: number): CheckoutDraft {
  const draft = inTab.readJson<KeptDraft>(KEY);
  return draft?.userId === userId ? draft : {};
}

/** Keeps what has changed, beside what was kept before. */
export function keepDraft(userId: number, change: CheckoutDraft): void {
  const kept: KeptDraft = { ...readDraft(userId), ...change, userId };
  inTab.writeJson(KEY, kept);
}

export function forgetDraft(): void {
  inTab.remove(KEY);
}
