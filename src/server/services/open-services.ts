import { join } from 'node:path';
import type { pino } from 'pino';
import { SHOP_FORMATS } from '#csv/exports-of-shops.ts';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import type { Plugin } from '#plugin';
import { createSmtpTransport } from '../adapters/smtp/smtp-transport.ts';
import type { Backups } from '../features/backups/index.ts';
import { createBranding } from '../features/branding/index.ts';
import { type CartPorts, createCartPricing, createCartProductsReader } from '../features/cart/index.ts';
import type { SearchEngine } from '../features/catalogue/index.ts';
import {
  type CheckoutCheckPorts,
  type CheckoutPorts,
  createCheckoutChecks,
  createCheckoutPricing,
  createOrderQueue,
  limitsOf,
  type OrderQueueLimits,
} from '../features/checkout/index.ts';
import type { MailTransport } from '../features/mail/index.ts';
import {
  createDocumentRenderer,
  openPluginOrders,
  orderPayments,
  type PluginOrders,
} from '../features/orders/index.ts';
import type { RegisteredProvider } from '../features/payments/index.ts';
import { openPlugins, type Plugins } from '../features/plugins/index.ts';
import { createSettings, readPayPalAccount, readStripeKeys } from '../features/settings/index.ts';
import { isKnownByAnyNode, listConnectedProviders, optionsOf } from '../features/system/index.ts';
import { writeBackup } from '../platform/backup/write-backup.ts';
import { createCdnPurger } from '../platform/cdn/cdn-purger.ts';
import type { Clock } from '../platform/clock.ts';
import { createBatchedReader } from '../platform/concurrency/batched-reader.ts';
import { collapseRuns } from '../platform/concurrency/collapse-runs.ts';
import { createPluginDelays } from '../platform/concurrency/plugin-delays.ts';
import { TimeLimitError, withTimeLimit } from '../platform/concurrency/with-time-limit.ts';
import { createYieldToReads } from '../platform/concurrency/yield-to-reads.ts';
import type { Config } from '../platform/config.ts';
import type { DatabaseConnection } from '../platform/database/connection.ts';
import { exchangeUnlessBroken } from '../platform/fair-queue/shared-tickets.ts';
import { createResponseCache } from '../platform/http/response-cache/response-cache.ts';
import { createJobs, type Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { createSealer, identifySecret, loadAppSecret } from '../platform/security/sealing.ts';
import { openBackupStore } from './open-backup-store.ts';
import { openCatalogueServices } from './open-catalogue-services.ts';
import { openCdn } from './open-cdn.ts';
import { openConnectionTester } from './open-connection-tester.ts';
import { type DatabaseAccess, openDatabaseAccess } from './open-database-access.ts';
import {
  type OpenPaymentProviders,
  openPaymentProviders,
  type PaymentProvidersOptions,
  type ProviderEndpoints,
} from './open-payment-providers.ts';
import { openSharedState } from './open-shared-state.ts';
import { PERSONAL_DATA_OWNERS } from './personal-data-owners.ts';
import type { Services } from './services.ts';

const MEGABYTE = 1024 * 1024;

/** Requests and jobs have ended by then. A silent database, or its network, does not confirm that a connection is closed. */
const CLOSE_LIMIT_MS = 5_000;

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** What a caller can replace or add. Tests replace the clock, the jobs and everything that leaves the machine. */
export interface ServiceOptions extends CartPorts, CheckoutPorts, CheckoutCheckPorts {
  /** Accepted by `checkPlugins`, and migrated. */
  readonly plugins?: readonly Plugin[];
  /** Answers lists and searches of the catalogue. Default: the engine of the configuration. */
  readonly searchEngine?: SearchEngine;
  /** Product fields by which shoppers can filter lists. Default: those that the product table declares. */
  readonly productFilters?: readonly FilterField[];
  /** Providers beside the shop's own, listed after them. */
  readonly paymentProviders?: readonly RegisteredProvider[];
  readonly openSandbox?: PaymentProvidersOptions['openSandbox'];
  readonly endpoints?: ProviderEndpoints;
  readonly orderQueue?: Partial<OrderQueueLimits>;
  readonly now?: Clock;
  readonly jobs?: Jobs;
  readonly mailTransport?: MailTransport;
}

export interface OpenServices {
  readonly services: Services;
  close(): Promise<void>;
}

/** Opens the services that features use, on a migrated database. After a failure, everything opened is closed again. */
export async function openServices(
  config: Config,
  connection: DatabaseConnection,
  log: pino.Logger,
  options: ServiceOptions = {},
): Promise<OpenServices> {
  const opened = new AsyncDisposableStack();
  try {
    const appSecret = await loadAppSecret(config.appSecret, config.dataDir);
    const services = await openEach(opened, { config, connection, appSecret, log }, options);
    return { services, close: () => closeWithinLimit(opened, log) };
  } catch (error) {
    await closeWithinLimit(opened, log);
    throw error;
  }
}

async function closeWithinLimit(opened: AsyncDisposableStack, log: Logger): Promise<void> {
  try {
    await withTimeLimit(CLOSE_LIMIT_MS, () => opened.disposeAsync());
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error;
    log.warn('Some connections were left open: the database does not respond');
  }
}

/** What a node starts with. */
interface Start {
  readonly config: Config;
  readonly connection: DatabaseConnection;
  readonly appSecret: string;
  readonly log: Logger;
}

/** The services that all others use. */
type Foundation = DatabaseAccess &
  Pick<Services, 'config' | 'now' | 'log' | 'sealer' | 'settings' | 'jobs' | 'pluginDelays'>;

/** @param opened closes each part, the last one first. */
async function openEach(opened: AsyncDisposableStack, start: Start, options: ServiceOptions): Promise<Services> {
  const { config, connection, appSecret } = start;
  const secretIdentity = identifySecret(appSecret);
  const foundation = await openFoundation(opened, start, options);
  const { db, changes, log } = foundation;
  const ordersOf = (plugin: string) =>
    openPluginOrders({ ...foundation, ...shop, paymentProviders, orderPayments }, plugin);
  const { plugins, catalogue, ...shop } = openCatalogueWithPlugins(opened, connection, foundation, options, ordersOf);
  const { paymentProviders, close: closeProviders } = await openPayments(start, foundation, plugins, options);
  opened.defer(closeProviders);
  const { rateCounter, lineTickets } = await openSharedState(opened, config, db, secretIdentity);
  const caching = openCaching(opened, foundation);
  const documents = createDocumentRenderer();
  opened.defer(documents.close);
  return {
    ...foundation,
    ...shop,
    ...caching,
    plugins,
    paymentProviders,
    rateCounter,
    ...pricing(options, plugins, foundation),
    // A plug-in can convert a variant of an export that the shop also recognises.
    importFormats: [...plugins.importFormats, ...SHOP_FORMATS],
    orderPayments,
    documents,
    paymentEvents: collapseRuns(),
    orderQueue: createOrderQueue(
      { ...limitsOf(config.databasePool), ...options.orderQueue },
      createCartProductsReader(db),
      createYieldToReads(caching.cache.served, changes.nodes.count),
      { exchange: exchangeUnlessBroken(lineTickets, log) },
    ),
    personalData: [...PERSONAL_DATA_OWNERS, plugins.personalData],
    connections: openConnectionTester({ ...config, endpoints: options.endpoints }),
    backups: openBackups(config, connection.backupUrl ?? connection.directUrl, secretIdentity),
    secretIdentity,
    mailTransport:
      options.mailTransport ?? createSmtpTransport({ ...config, settings: foundation.settings.getMailServer }),
  };
}

async function openFoundation(
  opened: AsyncDisposableStack,
  { config, connection, appSecret, log }: Start,
  { now = () => new Date(), jobs }: ServiceOptions,
): Promise<Foundation> {
  const database = await openDatabaseAccess(opened, config, connection, log);
  const { db, changes } = database;
  const sealer = createSealer(appSecret);
  const openJobs = jobs ?? createJobs(connection.url, log, changes.nodes.count);
  opened.defer(() => openJobs.close());
  return {
    ...database,
    config,
    now,
    log,
    sealer,
    settings: createSettings(db, changes, sealer, config),
    jobs: openJobs,
    pluginDelays: createPluginDelays(log, now),
  };
}

/** They depend on each other: plug-ins read the catalogue, which shows their product fields and may search with a plug-in's engine. */
function openCatalogueWithPlugins(
  opened: AsyncDisposableStack,
  connection: DatabaseConnection,
  foundation: Foundation,
  options: ServiceOptions,
  orders: (plugin: string) => PluginOrders,
) {
  const { log, routeReads } = foundation;
  const openedPlugins = openPlugins(options.plugins ?? [], {
    ...foundation,
    delays: foundation.pluginDelays,
    branding: { read: () => branding.read() },
    catalogue: () => catalogueServices.catalogue,
    orders,
  });
  const branding = createBranding(openedPlugins.loadBranding, log);
  const plugins = { ...openedPlugins, handlers: routeReads(openedPlugins.contract, openedPlugins.handlers) };
  const catalogueServices = openCatalogueServices(opened, { ...foundation, connection }, plugins, {
    searchEngine: plugins.searchEngine ?? options.searchEngine,
    productFilters: options.productFilters,
  });
  return { ...catalogueServices, branding, plugins };
}

function openPayments(
  { config, connection, appSecret }: Start,
  { db, settings, pluginDelays, now, log }: Foundation,
  plugins: Pick<Plugins, 'paymentProviders'>,
  { endpoints, openSandbox, paymentProviders = [] }: ServiceOptions,
): Promise<OpenPaymentProviders> {
  // Anybody can name providers in webhooks: however many do, their statements are few.
  const connected = createBatchedReader(
    (names: string[]) => listConnectedProviders(db, names, now()),
    ({ name }) => name,
  );
  return openPaymentProviders({
    config,
    database: connection.url,
    appSecret,
    enteredKeys: () => readStripeKeys(settings, log),
    enteredPayPal: () => readPayPalAccount(settings, log),
    readSettings: (isFresh) => (isFresh ? settings.getFresh('payment') : settings.get('payment')),
    isConnectedByAnyNode: async (name) => (await connected.read([name])).has(name),
    ...(endpoints && { endpoints }),
    ...(openSandbox && { openSandbox }),
    more: [...paymentProviders, ...plugins.paymentProviders],
    delays: pluginDelays,
    now,
    log,
  });
}

/** The cached responses of this node, and those at the CDN. */
function openCaching(
  opened: AsyncDisposableStack,
  { config, changes, now, log }: Foundation,
): Pick<Services, 'cache' | 'cdnPurger'> {
  const cdnPurger =
    config.cdn && createCdnPurger({ cdns: openCdn(config.cdn), isAmongFirst: changes.nodes.isAmongFirst, now, log });
  if (cdnPurger) opened.defer(() => cdnPurger.close());
  const cache = createResponseCache({
    maxBytes: config.pageCacheMegabytes * MEGABYTE,
    feedLagMs: changes.feedLagMs,
    cdn: config.cdn?.kind,
    now,
  });
  return { cache, cdnPurger };
}

/** The shop's own prices, with those of plug-ins, and what plug-ins ask of a checkout. */
function pricing(
  options: ServiceOptions,
  plugins: Plugins,
  { db, now, log, pluginDelays: delays }: Pick<Services, 'db' | 'now' | 'log' | 'pluginDelays'>,
): Pick<Services, 'checkoutPricing' | 'checkoutChecks' | 'loadCartPricing' | 'knownOptions'> {
  const cartLineOptions = [...(options.cartLineOptions ?? []), ...plugins.cartLineOptions];
  const checkoutOptions = [...(options.checkoutOptions ?? []), ...plugins.checkoutOptions];
  const checkoutOptionsOf = (plugin: string) => optionsOf('checkout', plugin);
  return {
    knownOptions: [
      ...cartLineOptions.map(({ name }) => optionsOf('cart-line', name)),
      ...checkoutOptions.map(({ name }) => checkoutOptionsOf(name)),
    ],
    checkoutPricing: createCheckoutPricing(
      {
        shippingRates: [...(options.shippingRates ?? []), ...plugins.shippingRates],
        taxCalculator: options.taxCalculator ?? plugins.taxCalculator,
      },
      { log, delays },
    ),
    checkoutChecks: createCheckoutChecks(
      {
        checkoutOptions,
        checkoutValidators: [...(options.checkoutValidators ?? []), ...plugins.checkoutValidators],
      },
      { log, delays },
      { isKnownByAnyNode: (names) => isKnownByAnyNode(db, names.map(checkoutOptionsOf), now()) },
    ),
    loadCartPricing: createCartPricing(
      {
        cartLineOptions,
        priceAdjustments: [...(options.priceAdjustments ?? []), ...plugins.priceAdjustments],
      },
      { log, delays },
    ),
  };
}

function openBackups(config: Config, url: string, appSecret: string): Backups {
  const stopping = new AbortController();
  return {
    store: openBackupStore(config.backups),
    write: (at) => writeBackup({ url, migrations: MIGRATIONS, appSecret, now: at }),
    signal: stopping.signal,
    stop: () => stopping.abort(),
  };
}
