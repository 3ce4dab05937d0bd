/** What we ask money for: written on the provider's intent, so that a payment tells what it was made for. */
export interface IntentTerms {
  /** Cents. */
  readonly amount: number;
  readonly currency: string;
  /** Our checkout, by its key. */
  readonly checkoutKey: string;
  /** Which of its freezes. */
  readonly revision: number;
  readonly userId: number;
}

export type IntentStatus =
  /** Nothing was paid yet; the card form can (again) be used. */
  'unpaid' | 'processing' | 'succeeded' | 'canceled';

/** The provider's intent, as far as the shop needs it. */
export interface Intent {
  readonly id: string;
  readonly status: IntentStatus;
  /** Cents asked for. */
  readonly amount: number;
  /** Cents that came in. */
  readonly amountReceived: number;
  readonly currency: string;
  /** Opens the card form in the browser. Never logged, never stored. */
  readonly clientSecret: string;
  /** What the intent carries of our terms; undefined for what is not ours. */
  readonly checkoutKey: string | undefined;
  readonly revision: number | undefined;
  readonly userId: number | undefined;
  /** Known after a payment. */
  readonly card: { readonly brand: string; readonly last4: string } | undefined;
  /** Why the last attempt failed, in the provider's words for the shopper. */
  readonly lastError: string | undefined;
}

export interface ProviderRefund {
  readonly id: string;
  readonly intentId: string;
  /** Cents. */
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** The key of our refund that it was made for; undefined for one made at the provider's own desk. */
  readonly refundKey: string | undefined;
  readonly error: string | undefined;
}

export interface RefundTerms {
  readonly intentId: string;
  /** Cents. */
  readonly amount: number;
  /** Our refund, by its key: also the idempotency key. */
  readonly refundKey: string;
}

/** Something that the provider tells of its own accord. Only its name counts: what became of it is asked for. */
export interface ProviderEvent {
  readonly id: string;
  readonly type: string;
  readonly about: 'intent' | 'refund' | 'other';
  readonly objectId: string | undefined;
}

/** Who takes cards for the shop. Every call may throw `ProviderUnavailable`; calls with a key are repeatable. */
export interface PaymentProvider {
  readonly name: 'stripe' | 'sandbox';
  readonly publishableKey: string;
  /** Where the browser sends card numbers in a demo; null with a real provider. */
  readonly sandboxUrl: string | null;

  createIntent(terms: IntentTerms, key: string): Promise<Intent>;
  /** @throws ProviderRefused when the intent can no longer be changed. */
  updateIntent(intentId: string, terms: IntentTerms, key: string): Promise<Intent>;
  /** @returns undefined when the provider does not know it. */
  retrieveIntent(intentId: string): Promise<Intent | undefined>;
  /** Calls an intent off if it still can be. @returns how it stands afterwards; undefined when it is not known. */
  cancelIntent(intentId: string): Promise<Intent | undefined>;

  /** @throws ProviderRefused when the provider will not pay it back. */
  createRefund(terms: RefundTerms): Promise<ProviderRefund>;
  retrieveRefund(refundId: string): Promise<ProviderRefund | undefined>;
  /** The refund of an intent that carries our key. */
  findRefund(terms: RefundTerms): Promise<ProviderRefund | undefined>;

  /** Makes sure that the keys are taken. @throws ProviderRefused with the reason when they are not. */
  checkConnection(): Promise<void>;

  /** @throws InvalidSignature when the body is not the provider's, or older than 300 seconds. */
  readEvent(body: Buffer, signature: string, receivedAt: Date): ProviderEvent;
}

/** Where the keys of the provider come from; `nobody`: no cards are taken. */
export type CardsBy = 'environment' | 'settings' | 'sandbox' | 'nobody';

/** Who takes cards as it stands: the merchant can enter other keys at any time. */
export interface CardDesk {
  /** Undefined: nobody takes cards for this shop at present. */
  current(): Promise<PaymentProvider | undefined>;
  /** The provider that took an earlier payment, if the shop is still connected to it. */
  named(name: string): Promise<PaymentProvider | undefined>;
  cardsBy(): Promise<CardsBy>;
}

/**
 * `silent`: there was no answer. `failed`: the answer was a failure of the provider's own, which it repeats for this key
 * for a day. `busy`: the same call with the same key is under way, from another window or node.
 */
export type Unavailability = 'silent' | 'failed' | 'busy';

/** No answer that says what happened: the same call with the same key may be made again. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
  readonly kind: Unavailability;

  constructor(message: string, kind: Unavailability) {
    super(message);
    this.kind = kind;
  }
}

/** The provider said no, and will say it again. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
}

/**
 * The bounds of one card payment in cents: Stripe takes $0.50 at least and eight digits at most.
 * https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export const MIN_CARD_PAYMENT = 50;
export const MAX_CARD_PAYMENT = 99_999_999;
