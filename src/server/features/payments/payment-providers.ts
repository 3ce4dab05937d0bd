import { traceMethods } from '#server/platform/telemetry/tracing.ts';
import type { OnlineProvider, PaymentProvider } from './payment-provider.ts';

/** An entry in the shop's list of payment providers. */
export interface ProviderRegistration {
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
}

/** Source of the card provider's keys; `nobody`: no card payments. */
export type CardKeySource = 'environment' | 'settings' | 'sandbox' | 'nobody';

/** The shop's payment providers by name. The merchant can change keys and switches at any time. */
export interface PaymentProviders {
  /** The providers for new checkouts, in list order. */
  enabled(options?: { readonly isFresh: boolean }): Promise<readonly PaymentProvider[]>;
  /** The provider of a payment, enabled or not; undefined without credentials. */
  named(name: string): Promise<PaymentProvider | undefined>;
  /** The same for a payment with an intent. Null: from a version with one card provider, which is used. */
  onlineNamed(name: string | null): Promise<OnlineProvider | undefined>;
  cardKeySource(): Promise<CardKeySource>;
}

const PROVIDER_NAME = /^[a-z][a-z0-9-]{0,30}$/;

/** @throws Error for an invalid or duplicate name. */
export function createPaymentProviders(
  registrations: readonly ProviderRegistration[],
  cardKeySource: () => Promise<CardKeySource>,
): PaymentProviders {
  const byName = new Map<string, ProviderRegistration>();
  for (const registration of registrations) {
    const { name } = registration;
    if (!PROVIDER_NAME.test(name)) throw new Error(`'${name}' is not a valid name of a payment provider`);
    if (byName.has(name)) throw new Error(`Two payment providers are named '${name}'`);
    byName.set(name, {
      name,
      isEnabled: (isFresh) => registration.isEnabled(isFresh),
      async connect() {
        const provider = await registration.connect();
        return provider?.kind === 'online' ? traceMethods(provider, name) : provider;
      },
    });
  }

  async function named(name: string): Promise<PaymentProvider | undefined> {
    return byName.get(name)?.connect();
  }

  async function connected(): Promise<PaymentProvider[]> {
    const providers = await Promise.all([...byName.values()].map((registration) => registration.connect()));
    return providers.filter((provider) => provider !== undefined);
  }

  return {
    async enabled({ isFresh } = { isFresh: false }) {
      const providers = await Promise.all(
        [...byName.values()].map(async (registration) =>
          (await registration.isEnabled(isFresh)) ? registration.connect() : undefined,
        ),
      );
      return providers.filter((provider) => provider !== undefined);
    },
    named,
    async onlineNamed(name) {
      const provider = name === null ? (await connected()).find(({ method }) => method === 'card') : await named(name);
      return provider?.kind === 'online' ? provider : undefined;
    },
    cardKeySource,
  };
}
