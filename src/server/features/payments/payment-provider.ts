import type { PagePolicy } from '#server/platform/http/bind-pages.ts';

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
  | 'unpaid'
  /** The shopper has agreed; the money moves when the shop captures it. */
  | 'approved'
  | 'processing'
  | 'succeeded'
  | 'canceled';

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
  /** The provider's page on which the shopper approves the payment; undefined where the checkout has a form. */
  readonly redirectUrl?: string | undefined;
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

/** A webhook event. Only its subject counts: the shop asks the provider for its present state. */
export interface ProviderEvent {
  /** Unique across providers: prefix it with the provider's name where the provider's own ids have no prefix. */
  readonly id: string;
  readonly type: string;
  readonly about: 'intent' | 'refund' | 'other';
  readonly objectId: string | undefined;
}

/** A webhook call as it arrived. */
export interface WebhookRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

interface ProviderBase {
  /** Stored with checkouts, payments and refunds; never changed and never given to another provider. */
  readonly name: string;
  /** Stored with orders as their payment method: `card`, `offline`, or the provider's own name. */
  readonly method: string;
  /** Names the method in the checkout. */
  readonly label: string;
}

/** Takes payments online. Every call may throw `ProviderUnavailable`; calls with a key are repeatable. */
export interface OnlineProvider extends ProviderBase {
  readonly kind: 'online';
  readonly publishableKey: string;
  /** Where the browser sends card numbers in a demo; null with a real provider. */
  readonly sandboxUrl: string | null;
  /** What the checkout form loads and calls. */
  readonly pagePolicy: PagePolicy;
  /** Bounds of one payment in cents. */
  readonly limits: { readonly min: number; readonly max: number };

  createIntent(terms: IntentTerms, key: string): Promise<Intent>;
  /** @throws ProviderRefused when the intent can no longer be changed. */
  updateIntent(intentId: string, terms: IntentTerms, key: string): Promise<Intent>;
  /** @returns undefined when the provider does not know the intent. */
  retrieveIntent(intentId: string): Promise<Intent | undefined>;
  /** Cancels an intent that is still unpaid. @returns its state afterwards; undefined when the provider does not know it. */
  cancelIntent(intentId: string): Promise<Intent | undefined>;
  /**
   * Moves the money of an `approved` intent; only providers that report that status have it. Repeatable: the same intent is
   * captured once. @returns its state afterwards, `unpaid` when the capture was declined.
   */
  captureIntent?(intentId: string): Promise<Intent>;

  /** @throws ProviderRefused when the provider declines the refund. */
  createRefund(terms: RefundTerms): Promise<ProviderRefund>;
  retrieveRefund(refundId: string): Promise<ProviderRefund | undefined>;
  /** The refund of an intent that carries our key. */
  findRefund(terms: RefundTerms): Promise<ProviderRefund | undefined>;

  /** Makes sure that the keys are accepted. @throws ProviderRefused with the reason when they are not. */
  checkConnection(): Promise<void>;

  /** @throws InvalidSignature when the call is not the provider's, or older than 300 seconds. */
  readEvent(request: WebhookRequest, receivedAt: Date): Promise<ProviderEvent>;
}

/** The order is placed unpaid and the merchant records the payment later: there is no intent, and the merchant pays refunds by hand. */
export interface OfflineProvider extends ProviderBase {
  readonly kind: 'offline';
  /** How to pay, in the merchant's words; empty when there are none. */
  readonly instructions: string;
}

export type PaymentProvider = OnlineProvider | OfflineProvider;

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
