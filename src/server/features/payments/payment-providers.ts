import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import { isIncomplete } from '#server/platform/http/response-cache/cache-facts.ts';
import { StartError } from '#server/platform/start-error.ts';
import { traceMethods } from '#server/platform/telemetry/tracing.ts';
import { guardPluginProvider, type ProviderLimits } from './guard-plugin-provider.ts';
import { isShopMethod, METHOD_LABELS } from './method-labels.ts';
import { type OnlineProvider, type PaymentProvider, ProviderUnavailable } from './payment-provider.ts';
import type { RegisteredProvider } from './provider-registration.ts';

/** Source of the card provider's keys; `nobody`: no card payments. */
export type CardKeySource = 'environment' | 'settings' | 'sandbox' | 'nobody';

/** The shop's payment providers by name. The merchant can change keys and switches at any time. */
export interface PaymentProviders {
  /** The providers for new checkouts, in list order. */
  enabled(options?: { readonly isFresh: boolean }): Promise<readonly PaymentProvider[]>;
  /**
   * The provider of a payment, enabled or not; undefined if no running node is connected to it, because it was removed or has
   * no credentials.
   * @throws ProviderUnavailable while a plug-in fails to connect it, or only other nodes are connected to it.
   */
  named(name: string): Promise<PaymentProvider | undefined>;
  /** The same for texts: a provider whose plug-in fails, or that only other nodes have, is left out. */
  namedOrLeftOut(name: string): Promise<PaymentProvider | undefined>;
  /** As `named`, for a payment with an intent. Null: from a version with one card provider, which is used. */
  onlineNamed(name: string | null): Promise<OnlineProvider | undefined>;
  /** The same if this node is connected to it; undefined otherwise, without asking about other nodes. */
  onlineHere(name: string): Promise<OnlineProvider | undefined>;
  /** The label of a payment method. A method whose provider is gone, or not connected, has only its name. */
  labelOf(method: string): Promise<string>;
  /** The names of providers whose account these settings choose. @param plugin undefined: settings of the shop */
  ofAccount(settings: readonly string[], plugin?: string): string[];
  /** The names of the providers that this node is connected to, and of those that fail at the moment. */
  connectedNames(): Promise<readonly string[]>;
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

const ifOnline = (provider: PaymentProvider | undefined): OnlineProvider | undefined =>
  provider?.kind === 'online' ? provider : undefined;

/** What the registry asks of others. */
export interface ProviderFacts {
  readonly cardKeySource: () => Promise<CardKeySource>;
  /** Whether a running node is connected to this provider. */
  readonly isConnectedByAnyNode: (name: string) => Promise<boolean>;
}

/** @throws StartError for an invalid or duplicate name. */
export function createPaymentProviders(
  registrations: readonly RegisteredProvider[],
  { cardKeySource, isConnectedByAnyNode }: ProviderFacts,
  reports: PluginReports,
  limits?: ProviderLimits,
): PaymentProviders {
  const byName = new Map<string, RegisteredProvider>();
  for (const registration of registrations) {
    const { name, plugin } = registration;
    checkName(registration, byName.get(name));
    const guarded = plugin === undefined ? registration : guardPluginProvider(registration, plugin, reports, limits);
    byName.set(name, {
      name,
      ...(plugin !== undefined && { plugin }),
      accountSettings: guarded.accountSettings ?? [],
      isEnabled: (isFresh) => guarded.isEnabled(isFresh),
      async connect() {
        const provider = await guarded.connect();
        return provider?.kind === 'online' ? traceMethods(provider, name) : provider;
      },
    });
  }

  const find = async (name: string): Promise<PaymentProvider | undefined> => byName.get(name)?.connect();

  async function named(name: string): Promise<PaymentProvider | undefined> {
    const provider = await find(name);
    if (provider || !PROVIDER_NAME.test(name) || !(await isConnectedByAnyNode(name))) return provider;
    throw new ProviderUnavailable(`Only other nodes are connected to ${name}`, 'silent');
  }

  /** A provider of a plug-in that fails is left out, so that the others can be used. */
  async function orLeftOut(connecting: Promise<PaymentProvider | undefined>): Promise<PaymentProvider | undefined> {
    try {
      return await connecting;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      isIncomplete();
      return undefined;
    }
  }

  const namedOrLeftOut = (name: string) => orLeftOut(find(name));

  async function connectEnabled(registration: RegisteredProvider, isFresh: boolean) {
    return (await registration.isEnabled(isFresh)) ? registration.connect() : undefined;
  }

  /** A failing provider counts: it may be back before its payments are. */
  async function isConnected(registration: RegisteredProvider): Promise<boolean> {
    try {
      return (await registration.connect()) !== undefined;
    } catch {
      return true;
    }
  }

  async function connected(): Promise<PaymentProvider[]> {
    const providers = await Promise.all([...byName.values()].map((one) => orLeftOut(one.connect())));
    return providers.filter((provider) => provider !== undefined);
  }

  return {
    async enabled({ isFresh } = { isFresh: false }) {
      const providers = await Promise.all([...byName.values()].map((one) => orLeftOut(connectEnabled(one, isFresh))));
      const found = providers.filter((provider) => provider !== undefined);
      // A plug-in takes cards in place of the shop's own provider, which is listed before it.
      return found.filter(({ method }, index) => found.findLastIndex((one) => one.method === method) === index);
    },
    named,
    namedOrLeftOut,
    async onlineNamed(name) {
      return ifOnline(name === null ? (await connected()).find(({ method }) => method === 'card') : await named(name));
    },
    onlineHere: async (name) => ifOnline(await find(name)),
    ofAccount: (settings, plugin) =>
      [...byName.values()].flatMap(({ name, plugin: owner, accountSettings = [] }) =>
        owner === plugin && accountSettings.some((setting) => settings.includes(setting)) ? [name] : [],
      ),
    async connectedNames() {
      const isListed = await Promise.all([...byName.values()].map(isConnected));
      return [...byName.keys()].filter((_name, index) => isListed[index]);
    },
    async labelOf(method) {
      if (isShopMethod(method)) return METHOD_LABELS[method];
      // Other methods are named after their provider.
      return (await namedOrLeftOut(method))?.label ?? method;
    },
    cardKeySource,
  };
}
