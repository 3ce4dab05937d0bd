import { isIncomplete } from '#server/platform/http/response-cache/cache-facts.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { traceMethods } from '#server/platform/telemetry/tracing.ts';
import { isShopMethod, METHOD_LABELS } from './method-labels.ts';
import type { OnlineProvider, PaymentProvider } from './payment-provider.ts';

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
  /** The label of a payment method. A method whose provider is gone, or not connected, has only its name. */
  labelOf(method: string): Promise<string>;
  /** The names of providers whose account these settings choose. @param plugin undefined: settings of the shop */
  ofAccount(settings: readonly string[], plugin?: string): string[];
  cardKeySource(): Promise<CardKeySource>;
}

const PROVIDER_NAME = /^[a-z][a-z0-9-]{0,30}$/;

const ownerOf = ({ plugin }: RegisteredProvider): string => (plugin === undefined ? 'the shop' : `plug-in ${plugin}`);

/** @throws StartError */
function checkName(registration: RegisteredProvider, other: RegisteredProvider | undefined): void {
  const { name, plugin } = registration;
  if (!PROVIDER_NAME.test(name)) {
    throw new StartError(
      `Plug-in ${plugin}: '${name}' is not a valid name of a payment provider: use lowercase letters, digits and hyphens, at most 31.`,
    );
  }
  if (other) {
    throw new StartError(`Plug-in ${plugin}: ${ownerOf(other)} has a payment provider named '${name}' already.`);
  }
}

/** @throws StartError for an invalid or duplicate name. */
export function createPaymentProviders(
  registrations: readonly RegisteredProvider[],
  cardKeySource: () => Promise<CardKeySource>,
  log: Pick<Logger, 'error'>,
): PaymentProviders {
  const byName = new Map<string, RegisteredProvider>();
  for (const registration of registrations) {
    const { name, plugin } = registration;
    checkName(registration, byName.get(name));
    byName.set(name, {
      name,
      ...(plugin !== undefined && { plugin }),
      accountSettings: registration.accountSettings ?? [],
      isEnabled: (isFresh) => registration.isEnabled(isFresh),
      async connect() {
        const provider = await registration.connect();
        // Payments are stored under the provider's name and looked up by the registration's, so both must be equal.
        if (provider && provider.name !== name) {
          throw new Error(`The payment provider registered as ${name} is named ${provider.name}`);
        }
        return provider?.kind === 'online' ? traceMethods(provider, name) : provider;
      },
    });
  }

  async function named(name: string): Promise<PaymentProvider | undefined> {
    return byName.get(name)?.connect();
  }

  /** A provider of a plug-in that fails is left out, so that the others can be used. */
  async function connectEnabled(registration: RegisteredProvider, isFresh: boolean) {
    try {
      return (await registration.isEnabled(isFresh)) ? await registration.connect() : undefined;
    } catch (error) {
      const { name, plugin } = registration;
      if (plugin === undefined) throw error;
      isIncomplete();
      log.error({ err: error, plugin, provider: name }, 'A payment provider of a plug-in failed');
      return undefined;
    }
  }

  async function connected(): Promise<PaymentProvider[]> {
    const providers = await Promise.all([...byName.values()].map((registration) => registration.connect()));
    return providers.filter((provider) => provider !== undefined);
  }

  return {
    async enabled({ isFresh } = { isFresh: false }) {
      const providers = await Promise.all([...byName.values()].map((one) => connectEnabled(one, isFresh)));
      return providers.filter((provider) => provider !== undefined);
    },
    named,
    async onlineNamed(name) {
      const provider = name === null ? (await connected()).find(({ method }) => method === 'card') : await named(name);
      return provider?.kind === 'online' ? provider : undefined;
    },
    ofAccount: (settings, plugin) =>
      [...byName.values()].flatMap(({ name, plugin: owner, accountSettings = [] }) =>
        owner === plugin && accountSettings.some((setting) => settings.includes(setting)) ? [name] : [],
      ),
    async labelOf(method) {
      if (isShopMethod(method)) return METHOD_LABELS[method];
      // Other methods are named after their provider.
      const provider = await named(method).catch((error: unknown) => {
        log.error({ err: error, provider: method }, 'The label of a payment method could not be read');
        return undefined;
      });
      return provider?.label ?? method;
    },
    cardKeySource,
  };
}
