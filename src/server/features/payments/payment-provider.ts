import type { PagePolicy } from '#server/platform/http/bind-pages.ts';

/** The terms of an intent, stored with the provider, so that a payment shows what it was made for. */
export interface IntentTerms {
  /** Cents. */
  readonly amount: number;
  /** Lower case, such as `usd`. */
  readonly currency: string;
  /** Key of our checkout. */
  readonly checkoutKey: string;
  /** Its revision. */
  readonly revision: number;
  readonly userId: number;
}

export type IntentStatus =
  /** Not paid; the card form can be used (again). */
  | 'unpaid'
  /** The shopper has approved; the shop has to capture it. */
  | 'approved'
  | 'processing'
  | 'succeeded'
  | 'canceled';

/** The provider's intent, as far as the shop needs it. */
export interface Intent {
  readonly id: string;
  readonly status: IntentStatus;
  /** Requested cents. */
  readonly amount: number;
  /** Received cents; 0 unless `succeeded`. */
  readonly amountReceived: number;
  /** Lower case, such as `usd`. */
  readonly currency: string;
  /** Client secret for the form; empty if it needs none. Never logged or stored. */
  readonly clientSecret: string;
  /** The provider's approval page; undefined if the checkout has a form. */
  readonly redirectUrl?: string | undefined;
  /** Our terms stored with the intent; undefined if it is not ours. */
  readonly checkoutKey: string | undefined;
  readonly revision: number | undefined;
  readonly userId: number | undefined;
  /** Known after a payment. */
  readonly card: { readonly brand: string; readonly last4: string } | undefined;
  /** Why the last attempt failed, in the provider's words for shoppers. */
  readonly lastError: string | undefined;
}

export interface ProviderRefund {
  readonly id: string;
  readonly intentId: string;
  /** Cents. */
  readonly amount: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Key of our refund; undefined for one made in the provider's dashboard. */
  readonly refundKey: string | undefined;
  readonly error: string | undefined;
}

export interface RefundTerms {
  readonly intentId: string;
  /** Cents. */
  readonly amount: number;
  /** Key of our refund, also the idempotency key. */
  readonly refundKey: string;
}

/** A webhook event. Only its subject counts: the shop reads the provider's current state. */
export interface ProviderEvent {
  /** Unique across providers: add the provider's name as a prefix if the provider's ids have none. */
  readonly id: string;
  readonly type: string;
  readonly about: 'intent' | 'refund' | 'other';
  readonly objectId: string | undefined;
}

/** A webhook request as received. */
export interface WebhookRequest {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A card that the provider keeps for a customer. Its number never reaches the shop. */
export interface SavedCard {
  readonly id: string;
  /** Such as `visa`. */
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  /** The same for the same card, however often it was saved. */
  readonly fingerprint: string;
}

/**
 * Cards that the provider keeps for a customer of the shop. The browser confirms a payment with a saved card as with a
 * new one, and the provider accepts only cards of the intent's customer.
 */
export interface SavedCards {
  /** Creates a customer for an account of the shop. @param key repeating it returns the same one. @returns its id. */
  createCustomer(userId: number, key: string): Promise<string>;
  /** Deletes a customer with all cards. Repeatable. */
  deleteCustomer(customerId: string): Promise<void>;
  /** The saved cards, newest first. @returns undefined when the provider does not know the customer (any more). */
  listCards(customerId: string): Promise<readonly SavedCard[] | undefined>;
  /** Removes a saved card, which then cannot pay again. Repeatable. */
  removeCard(cardId: string): Promise<void>;
  /**
   * Sets the customer of an unpaid intent, and whether the card that pays it is saved.
   * @param wishes.customerId undefined: leave it. @throws ProviderRefused when the intent can no longer be changed.
   */
  prepareIntent(
    intentId: string,
    wishes: { readonly customerId: string | undefined; readonly savesCard: boolean },
  ): Promise<void>;
}

interface ProviderBase {
  /** Stored with checkouts, payments and refunds; must never change or be reused. */
  readonly name: string;
  /** Stored with orders as their payment method: `card`, `offline`, or the provider's own name. */
  readonly method: string;
  /** Label of the method in the checkout. */
  readonly label: string;
}

/** Settings of a checkout form; only the provider and its form know what they mean. */
export type FormConfig = Readonly<Record<string, unknown>>;

/** An online payment provider. Every call may throw `ProviderUnavailable`; calls with a key are repeatable. */
export interface OnlineProvider extends ProviderBase {
  readonly kind: 'online';
  /** The public key that `GET /payments/methods` names. */
  readonly publishableKey?: string;
  /** Where the browser sends card numbers in a demo. */
  readonly sandboxUrl?: string;
  /** Anything else that the checkout form needs, as JSON. Every shopper can read it. */
  readonly formConfig?: FormConfig;
  /** What the checkout form may load, call and use. */
  readonly pagePolicy: PagePolicy;
  /** Limits of one payment in cents. */
  readonly limits: { readonly min: number; readonly max: number };

  createIntent(terms: IntentTerms, key: string): Promise<Intent>;
  /** @throws ProviderRefused when the intent can no longer be changed. */
  updateIntent(intentId: string, terms: IntentTerms, key: string): Promise<Intent>;
  /** @returns undefined when the provider does not know the intent. */
  retrieveIntent(intentId: string): Promise<Intent | undefined>;
  /** Cancels an unpaid intent. @returns its state afterwards; undefined when the provider does not know it. */
  cancelIntent(intentId: string): Promise<Intent | undefined>;
  /**
   * Captures an `approved` intent; only for providers with that status. Repeatable: an intent is captured once.
   * @param attempt 1, or higher after a declined capture; the same when a call is repeated.
   * @returns its state afterwards, `unpaid` when the capture was declined.
   */
  captureIntent?(intentId: string, attempt: number): Promise<Intent>;

  /** @throws ProviderRefused when the provider declines the refund. */
  createRefund(terms: RefundTerms): Promise<ProviderRefund>;
  retrieveRefund(refundId: string): Promise<ProviderRefund | undefined>;
  /** The refund of an intent with our key. */
  findRefund(terms: RefundTerms): Promise<ProviderRefund | undefined>;

  /** For providers that can save cards; without it the shop offers none. */
  readonly savedCards?: SavedCards;

  /** Checks the credentials. @throws ProviderRefused with the reason when they are not accepted. */
  checkConnection?(): Promise<void>;

  /**
   * Whether `readEvent` makes a call to verify an event. Then the number of events that are read is limited, because anybody can
   * send forged ones.
   */
  readonly readsEventsRemotely?: boolean;
  /** @throws InvalidSignature when the request is not from the provider, or older than 300 seconds. */
  readEvent(request: WebhookRequest, receivedAt: Date): Promise<ProviderEvent>;
}

/** A provider that can save cards. */
export type SavedCardProvider = OnlineProvider & { readonly savedCards: SavedCards };

/**
 * An offline provider: the order is placed unpaid and the merchant records the payment later. There is no intent, and
 * refunds are paid manually.
 */
export interface OfflineProvider extends ProviderBase {
  readonly kind: 'offline';
  /** Payment instructions; empty when there are none. */
  readonly instructions: string;
}

export type PaymentProvider = OnlineProvider | OfflineProvider;

/**
 * `silent`: no response. `broken`: a bug of the provider's code, which may concern this payment only. `failed`: a failure response, which
 * the provider repeats for this key for a day. `busy`: the same call with the same key is running in another window or node.
 */
export type Unavailability = 'silent' | 'broken' | 'failed' | 'busy';

/** The outcome is unknown: the same call with the same key may be repeated. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
  readonly kind: Unavailability;

  constructor(message: string, kind: Unavailability) {
    super(message);
    this.kind = kind;
  }
}

/** The provider refused, and would refuse again. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
}
