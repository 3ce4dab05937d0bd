import { resolve } from 'node:path';
import type { Contract } from '#contract/endpoint.ts';
import type { ImportFormat } from '#csv/import-format.ts';
import type { Plugin, PluginServices, PluginTransaction, PublicFile, Sections } from '#plugin';
import type { LineOptionProvider, PriceAdjuster } from '#server/features/cart/index.ts';
import type { DeclaredCustomFields, SearchEngine } from '#server/features/catalogue/index.ts';
import type {
  CheckoutOptionProvider,
  CheckoutValidator,
  ShippingRateProvider,
  TaxCalculator,
} from '#server/features/checkout/index.ts';
import { bindSubscriber } from '#server/features/events/index.ts';
import type { RegisteredProvider } from '#server/features/payments/index.ts';
import { createSettingsCache } from '#server/features/settings/index.ts';
import type { PluginReports } from '#server/platform/concurrency/plugin-delays.ts';
import { reportBlocks } from '#server/platform/concurrency/with-time-limit.ts';
import type { PluginMigrations } from '#server/platform/database/migrate.ts';
import type { EventSubscriber } from '#server/platform/events/event-delivery.ts';
import type { Handlers } from '#server/platform/http/handler.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { PersonalDataOwner } from '#server/platform/personal-data/personal-data.ts';
import { StartError } from '#server/platform/start-error.ts';
import { type PluginPage, pagesOf } from '../../../plugin/pages.ts';
import { bindSearchEngine } from './bind-search-engine.ts';
import { limitReads, limitResponse } from './plugin-limits.ts';
import { createPluginLoaders, type PluginLoaders } from './plugin-loaders.ts';
import { createPluginServices, type HostServices, jobName } from './plugin-services.ts';
import { createProductLoader, type ProductLoader } from './product-loader.ts';
import { createSections } from './sections.ts';

interface OpenPlugin {
  readonly plugin: Plugin;
  readonly services: PluginServices;
}

/** Files that a plug-in sends, at a path that may have parameters. */
export interface OpenFiles {
  readonly path: string;
  read(params: Readonly<Record<string, string>>): Promise<PublicFile | null>;
}

/** The plug-ins of a running shop. */
export interface Plugins extends PluginLoaders {
  readonly all: readonly Plugin[];
  /** All their endpoints, with a handler for each. */
  readonly contract: Contract;
  readonly handlers: Handlers<Contract>;
  readonly paymentProviders: readonly RegisteredProvider[];
  readonly shippingRates: readonly ShippingRateProvider[];
  /** Undefined: the merchant's percentage applies. */
  readonly taxCalculator: TaxCalculator | undefined;
  readonly cartLineOptions: readonly LineOptionProvider[];
  readonly priceAdjustments: readonly PriceAdjuster[];
  readonly checkoutOptions: readonly CheckoutOptionProvider[];
  readonly checkoutValidators: readonly CheckoutValidator[];
  readonly productFields: readonly DeclaredCustomFields[];
  readonly importFormats: readonly ImportFormat[];
  readonly subscribers: readonly EventSubscriber[];
  /** Undefined: the shop's own. */
  readonly searchEngine: SearchEngine | undefined;
  readonly pages: readonly PluginPage[];
  /** Undefined where no plug-in loads anything for products: answers then cost nothing more. */
  readonly loadProducts: ProductLoader | undefined;
  /** Files at addresses outside `/api`. */
  readonly files: readonly OpenFiles[];
  /** What plug-ins store about a customer, by plug-in. */
  exportPersonalData(customerId: number): Promise<Record<string, unknown>>;
  /** What plug-ins do in the transaction that deletes an account. */
  readonly personalData: PersonalDataOwner;
  /** Registers their jobs, before the jobs start. */
  defineJobs(jobs: Jobs): void;
  /** Drops cached settings: this node has just changed them. */
  forgetSettings(): void;
}

/** PostgreSQL's name of a plug-in's schema. */
export const schemaOf = (plugin: string): string => `plugin_${plugin.replaceAll('-', '_')}`;

/** Where the migrations of each plug-in are. */
export function migrationsOf(plugins: readonly Plugin[]): PluginMigrations[] {
  return plugins.flatMap(({ name, folder, migrations }) =>
    migrations ? [{ plugin: name, schema: schemaOf(name), folder: resolve(folder, migrations) }] : [],
  );
}

/**
 * Opens plug-ins that `checkPlugins` has accepted.
 * @throws StartError when an endpoint has no handler.
 */
export function openPlugins(plugins: readonly Plugin[], host: HostServices): Plugins {
  const cache = createSettingsCache(host.changes);
  const dataCache = createSettingsCache(host.changes, 'plugin');
  const opened: OpenPlugin[] = plugins.map((plugin) => ({
    plugin,
    services: createPluginServices(plugin.name, plugin.settings?.fields ?? {}, host, {
      settings: cache,
      data: dataCache,
      sections: () => sections,
    }),
  }));
  const sections: Sections = createSections(opened, host);
  return {
    all: plugins,
    contract: Object.assign({}, ...plugins.map(({ contract = {} }) => contract)),
    handlers: Object.assign({}, ...opened.map((one) => handlersOf(one, host))),
    paymentProviders: opened.flatMap(providersOf),
    shippingRates: opened.flatMap(({ plugin: { name, shippingRates }, services }) =>
      shippingRates ? [{ name, rates: (cart, signal) => shippingRates(services, cart, signal) }] : [],
    ),
    taxCalculator: opened.flatMap(({ plugin: { name, calculateTax }, services }): TaxCalculator[] =>
      calculateTax ? [{ name, calculate: (checkout, signal) => calculateTax(services, checkout, signal) }] : [],
    )[0],
    cartLineOptions: opened.flatMap(({ plugin: { name, cartLineOptions }, services }) =>
      cartLineOptions ? [{ name, load: () => cartLineOptions(services) }] : [],
    ),
    priceAdjustments: opened.flatMap(({ plugin: { name, priceAdjustments }, services }) =>
      priceAdjustments ? [{ name, load: () => priceAdjustments(services) }] : [],
    ),
    checkoutOptions: opened.flatMap(({ plugin: { name, checkoutOptions }, services }) =>
      checkoutOptions ? [{ name, load: () => checkoutOptions(services) }] : [],
    ),
    checkoutValidators: opened.flatMap(({ plugin: { name, validateCheckout }, services }) =>
      validateCheckout ? [{ name, validate: (checkout, signal) => validateCheckout(services, checkout, signal) }] : [],
    ),
    productFields: plugins.flatMap(({ name, productFields }) =>
      productFields ? [{ plugin: name, fields: productFields }] : [],
    ),
    importFormats: plugins.flatMap(({ importFormats = [] }) => importFormats),
    subscribers: opened.flatMap(({ plugin: { name, subscribers = [] }, services }) =>
      subscribers.map((subscriber) => {
        const bound = bindSubscriber(subscriber, services, name);
        const observer = host.delays.observe(name, `subscriber ${subscriber.name}`);
        return { ...bound, handle: (event) => reportBlocks(observer, () => bound.handle(event)) };
      }),
    ),
    searchEngine: opened
      .map(({ plugin, services }) => bindSearchEngine(plugin, services, host))
      .find((engine) => engine),
    pages: plugins.flatMap(pagesOf),
    loadProducts: createProductLoader(opened, host),
    ...createPluginLoaders(opened, host),
    files: opened.flatMap(({ plugin, services }) =>
      (plugin.files ?? []).map(({ path, read }) => ({
        path,
        read: (params) =>
          limitResponse({ plugin: plugin.name, name: `files ${path}` }, host, () => read(services, params)),
      })),
    ),
    async exportPersonalData(customerId) {
      const entries = opened.map(async ({ plugin, services }) => {
        const load = () => plugin.exportPersonalData?.(services, customerId);
        const data = await limitResponse({ plugin: plugin.name, name: 'exportPersonalData' }, host, load);
        return data === undefined ? [] : [[plugin.name, data] as const];
      });
      return Object.fromEntries((await Promise.all(entries)).flat());
    },
    personalData: {
      async anonymise(tx, { emails }) {
        if (emails.length === 0) return;
        for (const { name, deleteByEmail } of plugins) {
          if (!deleteByEmail) continue;
          const work = () => deleteByEmail(tx as unknown as PluginTransaction<unknown>, emails);
          await limitResponse({ plugin: name, name: 'deleteByEmail' }, host, work);
        }
      },
    },
    defineJobs(jobs) {
      for (const { plugin, services } of opened) {
        for (const job of plugin.jobs ?? []) {
          const observer = host.delays.observe(plugin.name, `job ${job.name}`);
          const run = () => reportBlocks(observer, () => job.run(services));
          jobs.define(jobName(plugin.name, job.name), run, job.cron);
        }
      }
    },
    forgetSettings: cache.forget,
  };
}

/** Providers of the shop whose form a plug-in can replace. */
const FORMS_OF_SHOP: readonly string[] = ['stripe', 'sandbox', 'paypal'];

/** @throws StartError for a form or an account setting of a provider that does not exist. */
function providersOf({ plugin, services }: OpenPlugin): RegisteredProvider[] {
  const { name, settings, storefront } = plugin;
  const registrations = plugin.paymentProviders?.(services) ?? [];
  for (const provider of Object.keys(storefront?.paymentForms ?? {})) {
    const isOwn = registrations.some((registration) => registration.name === provider);
    if (!isOwn && !FORMS_OF_SHOP.includes(provider)) {
      throw new StartError(`Plug-in ${name}: there is no payment provider ${provider} for the payment form.`);
    }
  }
  return registrations.map((registration) => {
    const { accountSettings = [] } = registration;
    const unknown = accountSettings.find((setting) => !Object.hasOwn(settings?.fields ?? {}, setting));
    if (unknown !== undefined) {
      throw new StartError(
        `Plug-in ${name}: it has no setting ${unknown} for the payment provider ${registration.name}.`,
      );
    }
    return {
      plugin: name,
      name: registration.name,
      accountSettings,
      isEnabled: (isFresh) => registration.isEnabled(isFresh),
      connect: () => registration.connect(),
    };
  });
}

function handlersOf({ plugin, services }: OpenPlugin, reports: PluginReports): Handlers<Contract> {
  const { name, contract = {} } = plugin;
  const handlers = plugin.handlers?.(services) ?? {};
  for (const key of Object.keys(contract)) {
    if (!handlers[key]) throw new StartError(`Plug-in ${name}: ${key} has no handler.`);
  }
  return limitReads(name, contract, handlers, reports);
}
