import { createHmac } from 'node:crypto';
import { createOfflineProvider } from '../adapters/offline/offline-provider.ts';
import type { PayPalAccount, PayPalOptions } from '../adapters/paypal/paypal-client.ts';
import { startSandbox } from '../adapters/stripe/sandbox/server.ts';
import { createStripeProvider } from '../adapters/stripe/stripe-provider.ts';
import {
  createPaymentProviders,
  type OnlineProvider,
  type PaymentProviders,
  type ProviderFacts,
  type ProviderRegistration,
  type RegisteredProvider,
} from '../features/payments/index.ts';
import type { SettingsOf } from '../features/settings/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { PluginReports } from '../platform/concurrency/plugin-delays.ts';
import type { Config } from '../platform/config.ts';
import type { PagePolicy } from '../platform/http/bind-pages.ts';
import { dependsOn } from '../platform/http/response-cache/cache-facts.ts';
import type { Logger } from '../platform/log.ts';
import { onePerAccount } from './one-per-account.ts';

/** Stripe's keys as entered by the merchant. */
export interface EnteredKeys {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly webhookSecret: string | undefined;
}

/** Base URLs to use instead of the providers' own, for tests. */
export interface ProviderEndpoints {
  readonly stripeApiUrl?: string;
  readonly payPal?: Pick<PayPalOptions, 'worlds' | 'timeoutMs'>;
}

export type SandboxContext = Pick<PaymentProvidersOptions, 'config' | 'database' | 'appSecret' | 'now' | 'log'>;

export interface OpenSandbox {
  readonly provider: OnlineProvider;
  close(): Promise<void>;
}

export interface PaymentProvidersOptions {
  readonly config: Config;
  /** Connection string of the sandbox's database. */
  readonly database: string;
  /** Secret from which the sandbox's keys are derived, so that all nodes of a shop have the same. */
  readonly appSecret: string;
  /** Keys from the settings; undefined while incomplete. */
  readonly enteredKeys: () => Promise<EnteredKeys | undefined>;
  /** PayPal's credentials from the settings; undefined while incomplete. */
  readonly enteredPayPal: () => Promise<PayPalAccount | undefined>;
  readonly endpoints?: ProviderEndpoints;
  /** Starts the card provider to use without Stripe keys; not called in production. Default: the sandbox. */
  readonly openSandbox?: (options: SandboxContext) => Promise<OpenSandbox | undefined>;
  readonly readSettings: PaymentSettingsReader;
  readonly isConnectedByAnyNode: ProviderFacts['isConnectedByAnyNode'];
  /** Providers from plug-ins. */
  readonly more?: readonly RegisteredProvider[];
  readonly delays: PluginReports['delays'];
  readonly now: Clock;
  readonly log: Logger;
}

export interface OpenPaymentProviders {
  readonly paymentProviders: PaymentProviders;
  close(): Promise<void>;
}

const LOOPBACK = /^(127\.|localhost$|\[?::1)/;

/** The shop's own host name. */
function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** What the checkout page may load, call and use: the needs of all enabled providers. */
export async function readPagePolicy(paymentProviders: Pick<PaymentProviders, 'enabled'>): Promise<PagePolicy> {
  dependsOn('setting');
  const online = (await paymentProviders.enabled()).filter((provider) => provider.kind === 'online');
  const sourcesOf = (kind: 'connect' | 'scripts' | 'frames') => [
    ...new Set(online.flatMap(({ pagePolicy }) => pagePolicy[kind])),
  ];
  const permissions: Record<string, string[]> = {};
  for (const [feature, origins] of online.flatMap(({ pagePolicy }) => Object.entries(pagePolicy.permissions ?? {}))) {
    permissions[feature] = [...new Set([...(permissions[feature] ?? []), ...origins])];
  }
  return { connect: sourcesOf('connect'), scripts: sourcesOf('scripts'), frames: sourcesOf('frames'), permissions };
}

/** Reads the payment settings: from the database if `isFresh`, else from memory. */
export type PaymentSettingsReader = (
  isFresh: boolean,
) => Promise<Pick<SettingsOf<'payment'>, 'stripeEnabled' | 'paypalEnabled' | 'offlineEnabled' | 'offlineInstructions'>>;

function registerOffline(readSettings: PaymentSettingsReader): ProviderRegistration {
  return {
    name: 'offline',
    isEnabled: async (isFresh) => (await readSettings(isFresh)).offlineEnabled,
    connect: async () => createOfflineProvider((await readSettings(false)).offlineInstructions),
  };
}

/**
 * Builds the list of payment providers. Cards use Stripe with the environment's keys, else with those from the
 * settings, else the sandbox, which production refuses. The sandbox stays available beside Stripe to finish its open
 * payments.
 * @param options.more providers beyond the shop's own, listed after them.
 */
export async function openPaymentProviders(options: PaymentProvidersOptions): Promise<OpenPaymentProviders> {
  const { config, enteredKeys, endpoints = {}, readSettings, isConnectedByAnyNode, log, delays, more = [] } = options;
  const { stripeApiUrl, payPal } = endpoints;
  const fixed = config.stripe && createStripeProvider(config.stripe);
  const entered = onePerAccount(enteredKeys, async (keys) => createStripeProvider({ ...keys, apiUrl: stripeApiUrl }));
  const stripe = async () => fixed ?? (await entered());
  const sandbox = fixed || config.production ? undefined : await (options.openSandbox ?? openSandbox)(options);
  /** Other values may belong to another account, which does not know existing payments. */
  const cardAccount = fixed ? [] : ['stripePublishableKey', 'stripeSecretKey'];
  const isCardEnabled = async (isFresh: boolean) => (await readSettings(isFresh)).stripeEnabled;
  const registrations: RegisteredProvider[] = [
    { name: 'stripe', isEnabled: isCardEnabled, connect: stripe, accountSettings: cardAccount },
    {
      name: 'sandbox',
      isEnabled: async (isFresh) => (await stripe()) === undefined && (await isCardEnabled(isFresh)),
      connect: async () => sandbox?.provider,
      accountSettings: cardAccount,
    },
    {
      name: 'paypal',
      accountSettings: ['paypalClientId'],
      isEnabled: async (isFresh) => (await readSettings(isFresh)).paypalEnabled,
      // PayPal's SDK costs half a second and 45 MB, so it is loaded only with PayPal credentials.
      connect: onePerAccount(options.enteredPayPal, async (account) => {
        const { createPayPalProvider } = await import('../adapters/paypal/paypal-provider.ts');
        return createPayPalProvider({ ...account, ...payPal, appUrl: config.appUrl });
      }),
    },
    registerOffline(readSettings),
    ...more,
  ];
  const cardKeySource = async () => {
    if (fixed) return 'environment';
    if (await entered()) return 'settings';
    return sandbox ? 'sandbox' : 'nobody';
  };
  const paymentProviders = createPaymentProviders(
    registrations,
    { cardKeySource, isConnectedByAnyNode },
    { log, delays },
  );
  if ((await paymentProviders.cardKeySource()) === 'nobody') {
    log.warn(
      'Card payments are off: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET, or enter the keys in the settings.',
    );
  }
  return { paymentProviders, close: async () => sandbox?.close() };
}

async function openSandbox({ config, database, appSecret, now, log }: SandboxContext): Promise<OpenSandbox> {
  const keyFor = (use: string) => createHmac('sha256', appSecret).update(`payment sandbox ${use}`).digest('hex');
  const keys = {
    secretKey: `sk_test_${keyFor('secret key')}`,
    publishableKey: `pk_test_${keyFor('publishable key')}`,
    webhookSecret: `whsec_${keyFor('webhook secret')}`,
  };
  const sandbox = await startSandbox({
    ...keys,
    database,
    host: config.host,
    ...(config.sandboxPort === undefined ? {} : { port: config.sandboxPort }),
    webhookUrl: `http://${ownHost(config.host)}:${config.port}/api/payments/webhook`,
    now,
    log,
  });
  const browserUrl = new URL(sandbox.url);
  // If other machines can reach the shop, browsers reach the sandbox under the same host name.
  if (!LOOPBACK.test(config.host)) browserUrl.hostname = new URL(config.appUrl).hostname;
  const provider = createStripeProvider({ ...keys, sandbox: { apiUrl: sandbox.url, browserUrl: browserUrl.origin } });
  return { provider, close: () => sandbox.close() };
}
