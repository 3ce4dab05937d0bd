import type { Country } from '#domain/checkout/shipping.ts';
import { inTab } from '#web/api/browser-storage.ts';

/** Checkout input in this tab, so that it survives reloads, bank redirects and a new login. Never card data. */
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
  /** The chosen payment method. */
  readonly paymentMethod?: string | undefined;
  /** Values of the checkout options of plug-ins, by key. */
  readonly options?: Readonly<Record<string, string>> | undefined;
  /** The total that was last shown on the Pay button. */
  readonly total?: string | undefined;
  /** The payment sent to the provider, until its result is known. */
  readonly paying?: string | undefined;
}

interface StoredDraft extends CheckoutDraft {
  /** A different user in this tab starts with a blank form. */
  readonly userId: number;
}

export function readDraft(userId: number): CheckoutDraft {
  const draft = inTab.readJson<StoredDraft>(KEY);
  return draft?.userId === userId ? draft : {};
}

/** Merges changes into the stored draft. */
export function saveDraft(userId: number, change: CheckoutDraft): void {
  const kept: StoredDraft = { ...readDraft(userId), ...change, userId };
  inTab.writeJson(KEY, kept);
}

export function clearDraft(): void {
  inTab.remove(KEY);
}
