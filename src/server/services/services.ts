import type { ImportFormat } from '#csv/import-format.ts';
import type { ChangeFeed } from '../cluster/change-feed.ts';
import type { Backups } from '../features/backups/index.ts';
import type { BrandingReader } from '../features/branding/index.ts';
import type { LoadCartPricing } from '../features/cart/index.ts';
import type { BoughtTogether, CatalogueSearch, CustomFields, ShopCategories } from '../features/catalogue/index.ts';
import type { CheckoutChecks, CheckoutPricing, OrderQueue } from '../features/checkout/index.ts';
import type { MailTransport } from '../features/mail/index.ts';
import type { DocumentRenderer } from '../features/orders/index.ts';
import type { OrderPayments, PaymentProviders, ProviderEvent } from '../features/payments/index.ts';
import type { Plugins } from '../features/plugins/index.ts';
import type { SearchLog, SearchRules } from '../features/search/index.ts';
import type { ConnectionTester, Settings } from '../features/settings/index.ts';
import type { CdnPurger } from '../platform/cdn/cdn-purger.ts';
import type { Clock } from '../platform/clock.ts';
import type { CollapsedRuns } from '../platform/concurrency/collapse-runs.ts';
import type { PluginDelays } from '../platform/concurrency/plugin-delays.ts';
import type { Config } from '../platform/config.ts';
import type { ConnectionCounts, Database } from '../platform/database/database.ts';
import type { ReadReplica } from '../platform/database/read-replica.ts';
import type { ResponseCache } from '../platform/http/response-cache/response-cache.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import type { PersonalDataOwner } from '../platform/personal-data/personal-data.ts';
import type { SharedCounter } from '../platform/rate-limit/shared-counter.ts';
import type { RouteReads } from '../platform/route-reads.ts';
import type { Sealer } from '../platform/security/sealing.ts';
import type { SlowStatements } from '../platform/telemetry/slow-statements.ts';

/**
 * Services for features, built once by `open-services.ts`, also in tests. Each feature declares the part it needs in
 * its own interface.
 */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly countConnections: () => ConnectionCounts;
  /** Ends all waits for the end of an outage, before the node closes. */
  readonly stopWaiting: () => void;
  /** A standby that serves reads. */
  readonly replica: ReadReplica | undefined;
  readonly routeReads: RouteReads;
  readonly now: Clock;
  readonly log: Logger;
  /** How many statements of this node were slow. */
  readonly slowStatements: Pick<SlowStatements, 'count'>;
  readonly changes: ChangeFeed;
  readonly cache: ResponseCache;
  /** Undefined without a CDN. */
  readonly cdnPurger: CdnPurger | undefined;
  readonly jobs: Jobs;
  /** Counts requests for rate limits, together with the other nodes. */
  readonly rateCounter: SharedCounter;
  readonly sealer: Sealer;
  readonly settings: Settings;
  /** How the shop looks in mails, on documents and as an installed app. */
  readonly branding: BrandingReader;
  /** Finds products for lists, search and suggestions. */
  readonly search: CatalogueSearch;
  /** Which products are bought in the same orders. */
  readonly boughtTogether: BoughtTogether;
  /** What merchants decided for single searches. */
  readonly searchRules: SearchRules;
  /** Counts what is searched for. */
  readonly searchLog: SearchLog;
  /** Definitions of the custom fields of products. */
  readonly customFields: CustomFields;
  /** All categories, cached. */
  readonly categories: ShopCategories;
  readonly mailTransport: MailTransport;
  readonly paymentProviders: PaymentProviders;
  /** Shipping rates and taxes of plug-ins. */
  readonly checkoutPricing: CheckoutPricing;
  /** Options and validators of plug-ins for checkouts. */
  readonly checkoutChecks: CheckoutChecks;
  /** Options of cart lines and price adjustments of plug-ins. */
  readonly loadCartPricing: LoadCartPricing;
  /** Whose options this node knows, as `optionsOf` names them. */
  readonly knownOptions: readonly string[];
  /** Formats of other shop systems that imports convert; those of plug-ins come first. */
  readonly importFormats: readonly ImportFormat[];
  readonly orderPayments: OrderPayments;
  /** Renders invoices and other documents of orders. */
  readonly documents: DocumentRenderer;
  /** Applies the events of one payment together. */
  readonly paymentEvents: CollapsedRuns<ProviderEvent>;
  /** Limits how many orders are placed at a time. */
  readonly orderQueue: OrderQueue;
  readonly connections: ConnectionTester;
  /** What is done with personal data when an account is deleted. */
  readonly personalData: readonly PersonalDataOwner[];
  readonly plugins: Plugins;
  /** The delays that plug-ins caused on this node. */
  readonly pluginDelays: PluginDelays;
  readonly backups: Backups;
  /** Tells the APP_SECRETs of nodes apart. */
  readonly secretIdentity: string;
}
