import { join } from 'node:path';
import type { pino } from 'pino';
import type { Plugin } from '#plugin';
import { createSmtpTransport } from './adapters/smtp/smtp-transport.ts';
import { openChangeFeed } from './change-feed.ts';
import { createBranding } from './features/branding/index.ts';
import { type CartPorts, createCartPricing, createCartProductsReader } from './features/cart/index.ts';
import {
  createCustomFields,
  createPluginCatalogue,
  createShopCategories,
  inMemoryEngine,
  openBoughtTogether,
  postgresEngine,
  type SearchEngine,
} from './features/catalogue/index.ts';
import {
  type CheckoutPorts,
  createCheckoutPricing,
  createOrderQueue,
  limitsOf,
  type OrderQueueLimits,
} from './features/checkout/index.ts';
import type { MailTransport } from './features/mail/index.ts';
import { orderPayments } from './features/orders/index.ts';
import type { ProviderRegistration } from './features/payments/index.ts';
import { openPlugins } from './features/plugins/index.ts';
import { createSearchRules, createSearchSynonyms, openSearchLog } from './features/search/index.ts';
import { createSettings, readPayPalAccount, readStripeKeys } from './features/settings/index.ts';
import { openBackupStore } from './open-backup-store.ts';
import { openCdn } from './open-cdn.ts';
import { openConnectionTester } from './open-connection-tester.ts';
import {
  openPaymentProviders,
  type PaymentProvidersOptions,
  type ProviderEndpoints,
} from './open-payment-providers.ts';
import { PERSONAL_DATA_OWNERS } from './personal-data-owners.ts';
import { writeBackup } from './platform/backup/write-backup.ts';
import { createCdnPurger } from './platform/cdn/cdn-purger.ts';
import type { Clock } from './platform/clock.ts';
import { collapseRuns } from './platform/collapse-runs.ts';
import type { Config } from './platform/config.ts';
import type { DatabaseConnection } from './platform/database/connection.ts';
import { openDatabase } from './platform/database/database.ts';
import { openReadReplica } from './platform/database/read-replica.ts';
import { logSecondConnections } from './platform/database/transaction-scope.ts';
import { createResponseCache } from './platform/http/response-cache.ts';
import { createJobs, type Jobs } from './platform/jobs.ts';
import { postgresCounter } from './platform/rate-limit/postgres-counter.store.ts';
import { openRedisCounter } from './platform/rate-limit/redis-counter.ts';
import { readPrimary, routeReads } from './platform/route-reads.ts';
import { createSealer, identifySecret, loadAppSecret } from './platform/sealing.ts';
import { logSlowStatements } from './platform/telemetry/slow-statements.ts';
import { createYieldToReads } from './platform/yield-to-reads.ts';
import type { Services } from './services.ts';

const MEGABYTE = 1024 * 1024;
/** Share of the connections that is reserved for GET endpoints and pages. */
const READING_SHARE = 0.25;

const MIGRATIONS = join(import.meta.dirname, '../../migrations');

/** What a caller can replace or add. Tests replace the clock, the jobs and everything that leaves the machine. */
export interface ServiceOptions extends CartPorts, CheckoutPorts {
  /** Accepted by `checkPlugins`, and migrated. */
  readonly plugins?: readonly Plugin[];
  /** Answers lists and searches of the catalogue. Default: the engine of the configuration. */
  readonly searchEngine?: SearchEngine;
  /** Providers beside the shop's own, listed after them. */
  readonly paymentProviders?: readonly ProviderRegistration[];
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
  const opened: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of opened.splice(0).reverse()) await end();
  };
  try {
    return { ...(await openEach(opened, config, connection, log, options)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** @param opened receives the close function of each part, as soon as it is open. */
async function openEach(
  opened: (() => Promise<unknown>)[],
  config: Config,
  { url, directUrl, traits, replica: standby }: DatabaseConnection,
  log: pino.Logger,
  options: ServiceOptions,
): Promise<Omit<OpenServices, 'close'>> {
  const { endpoints, openSandbox, now = () => new Date() } = options;
  const ownEngine = config.searchEngine === 'postgres' ? postgresEngine : inMemoryEngine;
  let isClosing = false;
  const poolSize = config.databasePool;
  const slowStatements = logSlowStatements(log, config.slowStatementMs);
  const onStatement = slowStatements.observe;
  const replica = standby && (await openReadReplica({ ...standby, primaryUrl: directUrl, poolSize, onStatement, log }));
  if (replica) opened.push(() => replica.close());
  const onError = (error: Error) => isClosing || log.warn({ err: error }, 'A database connection broke');
  const reservedSize = Math.max(1, Math.floor(poolSize * READING_SHARE));
  const { db } = openDatabase({ url, traits, poolSize, reservedSize, onError, onStatement }, replica);
  opened.push(() => {
    isClosing = true;
    return db.destroy();
  });
  const stopLogging = logSecondConnections(log);
  opened.push(async () => stopLogging());
  const changes = await openChangeFeed(directUrl, log);
  opened.push(() => changes.close());
  // Before all caches: what fills them again is then at least as new as the change.
  changes.onChange(() => replica?.noteChange());
  replica?.follow(changes.isLive);
  const route = replica ? routeReads(replica, db) : readPrimary;
  const appSecret = await loadAppSecret(config.appSecret, config.dataDir);
  const sealer = createSealer(appSecret);
  const settings = createSettings(db, changes, sealer, config);
  const jobs = options.jobs ?? createJobs(url, log);
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
  const plugins = { ...openedPlugins, handlers: route(openedPlugins.contract, openedPlugins.handlers) };
  const customFields = createCustomFields(db, changes, plugins.productFields);
  const categories = createShopCategories(db, changes);
  const synonyms = createSearchSynonyms(db, changes);
  const engine = plugins.searchEngine ?? options.searchEngine ?? ownEngine;
  const search = engine.open({
    db,
    changes,
    customFields,
    synonyms,
    dataDir: config.dataDir,
    log,
  });
  opened.push(() => search.close());
  const boughtTogether = openBoughtTogether({ db, log });
  opened.push(() => boughtTogether.close());
  const searchLog = openSearchLog({ db, now, log });
  opened.push(() => searchLog.close());
  const searchRules = createSearchRules(db, changes);
  const catalogue = createPluginCatalogue({
    db,
    search,
    searchRules,
    searchLog,
    customFields,
    categories,
    loadProducts: plugins.loadProducts,
  });
  const readSettings = (isFresh: boolean) => (isFresh ? settings.getFresh('payment') : settings.get('payment'));
  const enteredKeys = () => readStripeKeys(settings, log);
  const payments = await openPaymentProviders({
    config,
    database: url,
    appSecret,
    enteredKeys,
    enteredPayPal: () => readPayPalAccount(settings, log),
    readSettings,
    ...(endpoints && { endpoints }),
    ...(openSandbox && { openSandbox }),
    more: [...(options.paymentProviders ?? []), ...plugins.paymentProviders],
    now,
    log,
  });
  opened.push(() => payments.close());
  const rateCounter = config.redisUrl ? await openRedisCounter(config.redisUrl) : postgresCounter(db);
  opened.push(() => rateCounter.close());
  const cdnPurger =
    config.cdn && createCdnPurger({ cdns: openCdn(config.cdn), isFirst: changes.nodes.isFirst, now, log });
  if (cdnPurger) opened.push(() => cdnPurger.close());
  const stopping = new AbortController();
  const cache = createResponseCache({
    maxBytes: config.pageCacheMegabytes * MEGABYTE,
    silenceMs: changes.silenceMs,
    cdn: config.cdn?.kind,
    now,
  });
  const services: Services = {
    config,
    db,
    replica,
    routeReads: route,
    now,
    log,
    slowStatements,
    changes,
    cache,
    cdnPurger,
    jobs,
    rateCounter,
    sealer,
    settings,
    branding,
    search,
    boughtTogether,
    searchRules,
    searchLog,
    customFields,
    categories,
    paymentProviders: payments.paymentProviders,
    checkoutPricing: createCheckoutPricing(
      {
        shippingRates: [...(options.shippingRates ?? []), ...plugins.shippingRates],
        taxCalculators: [...(options.taxCalculators ?? []), ...plugins.taxCalculators],
      },
      log,
    ),
    loadCartPricing: createCartPricing(
      {
        cartLineOptions: [...(options.cartLineOptions ?? []), ...plugins.cartLineOptions],
        priceAdjustments: [...(options.priceAdjustments ?? []), ...plugins.priceAdjustments],
      },
      log,
    ),
    orderPayments,
    paymentEvents: collapseRuns(),
    orderQueue: createOrderQueue(
      { ...limitsOf(poolSize), ...options.orderQueue },
      createCartProductsReader(db),
      createYieldToReads(cache.served),
    ),
    personalData: PERSONAL_DATA_OWNERS,
    connections: openConnectionTester({ ...config, endpoints }),
    plugins,
    backups: {
      store: openBackupStore(config.backups),
      write: (at) =>
        writeBackup({ url: directUrl, migrations: MIGRATIONS, appSecret: identifySecret(appSecret), now: at }),
      signal: stopping.signal,
      stop: () => stopping.abort(),
    },
    mailTransport: options.mailTransport ?? createSmtpTransport({ ...config, settings: settings.getMailServer }),
  };
  return { services };
}
