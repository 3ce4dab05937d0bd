import { join } from 'node:path';
import type { pino } from 'pino';
import { SHOP_FORMATS } from '#csv/exports-of-shops.ts';
import type { FilterField } from '#domain/catalogue/filter-fields.ts';
import type { Plugin } from '#plugin';
import { createSmtpTransport } from './adapters/smtp/smtp-transport.ts';
import type { Backups } from './features/backups/index.ts';
import { createBranding } from './features/branding/index.ts';
import { type CartPorts, createCartPricing, createCartProductsReader } from './features/cart/index.ts';
import type { SearchEngine } from './features/catalogue/index.ts';
import {
  type CheckoutCheckPorts,
  type CheckoutPorts,
  createCheckoutChecks,
  createCheckoutPricing,
  createOrderQueue,
  limitsOf,
  type OrderQueueLimits,
} from './features/checkout/index.ts';
import type { MailTransport } from './features/mail/index.ts';
import { createDocumentRenderer, orderPayments } from './features/orders/index.ts';
import type { RegisteredProvider } from './features/payments/index.ts';
import { openPlugins, type Plugins } from './features/plugins/index.ts';
import { createSettings, readPayPalAccount, readStripeKeys } from './features/settings/index.ts';
import { isKnownByAnyNode, optionsOf } from './features/system/index.ts';
import { openBackupStore } from './open-backup-store.ts';
import { openCatalogueServices } from './open-catalogue-services.ts';
import { openCdn } from './open-cdn.ts';
import { openConnectionTester } from './open-connection-tester.ts';
import { openDatabaseAccess } from './open-database-access.ts';
import {
  openPaymentProviders,
  type PaymentProvidersOptions,
  type ProviderEndpoints,
} from './open-payment-providers.ts';
import { PERSONAL_DATA_OWNERS } from './personal-data-owners.ts';
import { writeBackup } from './platform/backup/write-backup.ts';
import { createCdnPurger } from './platform/cdn/cdn-purger.ts';
import type { Clock } from './platform/clock.ts';
import { collapseRuns } from './platform/concurrency/collapse-runs.ts';
import { createYieldToReads } from './platform/concurrency/yield-to-reads.ts';
import type { Config } from './platform/config.ts';
import type { DatabaseConnection } from './platform/database/connection.ts';
import { postgresTickets } from './platform/fair-queue/postgres-tickets.store.ts';
import { openRedisTickets } from './platform/fair-queue/redis-tickets.ts';
import { exchangeUnlessBroken } from './platform/fair-queue/shared-tickets.ts';
import { createResponseCache } from './platform/http/response-cache/response-cache.ts';
import { createJobs, type Jobs } from './platform/jobs.ts';
import { postgresCounter } from './platform/rate-limit/postgres-counter.store.ts';
import { openRedisCounter } from './platform/rate-limit/redis-counter.ts';
import { createSealer, identifySecret, loadAppSecret } from './platform/security/sealing.ts';
import type { Services } from './services.ts';

const MEGABYTE = 1024 * 1024;

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

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
    const services = await openEach(opened, config, connection, log, options);
    return { services, close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

/** @param opened closes each part. */
async function openEach(
  opened: AsyncDisposableStack,
  config: Config,
  connection: DatabaseConnection,
  log: pino.Logger,
  options: ServiceOptions,
): Promise<Services> {
  const { now = () => new Date(), endpoints } = options;
  const { url, directUrl } = connection;
  const database = await openDatabaseAccess(opened, config, connection, log);
  const { db, changes, routeReads } = database;
  const appSecret = await loadAppSecret(config.appSecret, config.dataDir);
  const sealer = createSealer(appSecret);
  const settings = createSettings(db, changes, sealer, config);
  const jobs = options.jobs ?? createJobs(url, log, changes.nodes.count);
  const openedPlugins = openPlugins(options.plugins ?? [], {
    config,
    db,
    now,
    log,
    changes,
    jobs,
    sealer,
    settings,
    branding: { read: () => branding.read() },
    catalogue: () => catalogue,
  });
  const branding = createBranding(openedPlugins.loadBranding, log);
  const plugins = { ...openedPlugins, handlers: routeReads(openedPlugins.contract, openedPlugins.handlers) };
  const { catalogue, ...catalogueServices } = openCatalogueServices(
    opened,
    { config, db, connection, changes, now, log },
    plugins,
    { searchEngine: plugins.searchEngine ?? options.searchEngine, productFilters: options.productFilters },
  );
  const { paymentProviders, close: closeProviders } = await openPaymentProviders({
    config,
    database: url,
    appSecret,
    enteredKeys: () => readStripeKeys(settings, log),
    enteredPayPal: () => readPayPalAccount(settings, log),
    readSettings: (isFresh) => (isFresh ? settings.getFresh('payment') : settings.get('payment')),
    ...(endpoints && { endpoints }),
    ...(options.openSandbox && { openSandbox: options.openSandbox }),
    more: [...(options.paymentProviders ?? []), ...plugins.paymentProviders],
    now,
    log,
  });
  opened.defer(closeProviders);
  const rateCounter = config.redisUrl ? await openRedisCounter(config.redisUrl) : postgresCounter(db);
  opened.defer(() => rateCounter.close());
  const lineTickets = config.redisUrl ? await openRedisTickets(config.redisUrl) : postgresTickets(db);
  opened.defer(() => lineTickets.close());
  const cdnPurger =
    config.cdn && createCdnPurger({ cdns: openCdn(config.cdn), isAmongFirst: changes.nodes.isAmongFirst, now, log });
  if (cdnPurger) opened.defer(() => cdnPurger.close());
  const documents = createDocumentRenderer();
  opened.defer(documents.close);
  const cache = createResponseCache({
    maxBytes: config.pageCacheMegabytes * MEGABYTE,
    feedLagMs: changes.feedLagMs,
    cdn: config.cdn?.kind,
    now,
  });
  return {
    ...database,
    ...catalogueServices,
    config,
    now,
    log,
    cache,
    cdnPurger,
    jobs,
    rateCounter,
    sealer,
    settings,
    branding,
    plugins,
    paymentProviders,
    ...pricing(options, plugins, { db, now, log }),
    // A plug-in can convert a variant of an export that the shop also recognises.
    importFormats: [...plugins.importFormats, ...SHOP_FORMATS],
    orderPayments,
    documents,
    paymentEvents: collapseRuns(),
    orderQueue: createOrderQueue(
      { ...limitsOf(config.databasePool), ...options.orderQueue },
      createCartProductsReader(db),
      createYieldToReads(cache.served, changes.nodes.count),
      { exchange: exchangeUnlessBroken(lineTickets, log) },
    ),
    personalData: PERSONAL_DATA_OWNERS,
    connections: openConnectionTester({ ...config, endpoints }),
    backups: openBackups(config, directUrl, identifySecret(appSecret)),
    mailTransport: options.mailTransport ?? createSmtpTransport({ ...config, settings: settings.getMailServer }),
  };
}

/** The shop's own prices, with those of plug-ins, and what plug-ins ask of a checkout. */
function pricing(
  options: ServiceOptions,
  plugins: Plugins,
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
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
        taxCalculators: [...(options.taxCalculators ?? []), ...plugins.taxCalculators],
      },
      log,
    ),
    checkoutChecks: createCheckoutChecks(
      {
        checkoutOptions,
        checkoutValidators: [...(options.checkoutValidators ?? []), ...plugins.checkoutValidators],
      },
      log,
      { isKnownByAnyNode: (names) => isKnownByAnyNode(db, names.map(checkoutOptionsOf), now()) },
    ),
    loadCartPricing: createCartPricing(
      {
        cartLineOptions,
        priceAdjustments: [...(options.priceAdjustments ?? []), ...plugins.priceAdjustments],
      },
      log,
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
