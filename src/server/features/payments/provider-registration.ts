import type { PaymentProvider } from './payment-provider.ts';

/** An entry in the shop's list of payment providers. */
export interface ProviderRegistration {
  /** Lower case, such as `bank-link`. Stored with payments and refunds: never change it. */
  readonly name: string;
  /**
   * Whether the checkout offers the provider.
   * @param isFresh read the settings from the database instead of memory.
   */
  isEnabled(isFresh: boolean): Promise<boolean>;
  /**
   * The provider with its current credentials; undefined without any. Also called for a disabled provider, which
   * completes its open payments.
   */
  connect(): Promise<PaymentProvider | undefined>;
  /**
   * Settings of the plug-in that choose the account at the provider. While payments or refunds are open, a change of them
   * has to be confirmed: another account does not know these payments.
   */
  readonly accountSettings?: readonly string[];
}

/** A registration and its plug-in; undefined: the shop. */
export interface RegisteredProvider extends ProviderRegistration {
  readonly plugin?: string;
}
