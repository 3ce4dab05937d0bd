import { isIncomplete } from '#server/platform/http/response-cache/cache-facts.ts';
import type { Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { traceMethods } from '#server/platform/telemetry/tracing.ts';
import { withTimeLimit } from '#server/platform/with-time-limit.ts';
import { checkPluginProvider } from './check-plugin-provider.ts';
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
  /** The same for what people read: one of a plug-in that fails is left out, which is logged. */
  namedOrLeftOut(name: string): Promise<PaymentProvider | undefined>;
  /** As `named`, for a payment with an intent. Null: from a version with one card provider, which is used. */
  onlineNamed(name: string | null): Promise<OnlineProvider | undefined>;
  /** The label of a payment method. A method whose provider is gone, or not connected, has only its name. */
  labelOf(method: string): Promise<string>;
  /** The names of providers whose account these settings choose. @param plugin undefined: settings of the shop */
  ofAccount(settings: readonly string[], plugin?: string): string[];
  cardKeySource(): Promise<CardKeySource>;
}

/** Providers of plug-ins connect from settings in memory; one that does not would hold up every page. */
const CONNECT_LIMIT_MS = 3_000;

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
  { limitMs = CONNECT_LIMIT_MS } = {},
): PaymentProviders {
  const byName = new Map<string, RegisteredProvider>();
  const inTime = <T>({ plugin }: RegisteredProvider, work: () => Promise<T>): Promise<T> =>
    plugin === undefined ? work() : withTimeLimit(limitMs, work);
  for (const registration of registrations) {
    const { name, plugin } = registration;
    checkName(registration, byName.get(name));
    byName.set(name, {
      name,
      ...(plugin !== undefined && { plugin }),
      accountSettings: registration.accountSettings ?? [],
      isEnabled: (isFresh) => inTime(registration, () => registration.isEnabled(isFresh)),
      async connect() {
        const provider = await inTime(registration, () => registration.connect());
        if (provider && plugin !== undefined) checkPluginProvider(name, provider);
        return provider?.kind === 'online' ? traceMethods(provider, name) : provider;
      },
    });
  }

  async function named(name: string): Promise<PaymentProvider | undefined> {
    return byName.get(name)?.connect();
  }

  /** A provider of a plug-in that fails is left out, so that the others can be used. */
  async function orLeftOut({ name, plugin }: RegisteredProvider, connecting: Promise<PaymentProvider | undefined>) {
    try {
      return await connecting;
    } catch (error) {
      if (plugin === undefined) throw error;
      isIncomplete();
      log.error({ err: error, plugin, provider: name }, 'A payment provider of a plug-in failed');
      return undefined;
    }
  }

  async function namedOrLeftOut(name: string): Promise<PaymentProvider | undefined> {
    const registration = byName.get(name);
    return registration && orLeftOut(registration, registration.connect());
  }

  async function connectEnabled(registration: RegisteredProvider, isFresh: boolean) {
    return (await registration.isEnabled(isFresh)) ? registration.connect() : undefined;
  }

  async function connected(): Promise<PaymentProvider[]> {
    const providers = await Promise.all([...byName.values()].map((one) => orLeftOut(one, one.connect())));
    return providers.filter((provider) => provider !== undefined);
  }

  return {
    async enabled({ isFresh } = { isFresh: false }) {
      const providers = await Promise.all(
        [...byName.values()].map((one) => orLeftOut(one, connectEnabled(one, isFresh))),
      );
      const found = providers.filter((provider) => provider !== undefined);
      // A plug-in takes cards in place of the shop's own provider, which is listed before it.
      return found.filter(({ method }, index) => found.findLastIndex((one) => one.method === method) === index);
    },
    named,
    namedOrLeftOut,
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
      return (await namedOrLeftOut(method))?.label ?? method;
    },
    cardKeySource,
  };
}
