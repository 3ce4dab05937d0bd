import type { PluginServices, PluginTransaction, Sections, SettingFields } from '#plugin';
import { announce, type ChangeFeed } from '#server/cluster/change-feed.ts';
import type { BrandingReader } from '#server/features/branding/index.ts';
import {
  announceProducts,
  type PluginCatalogue,
  readProductSummaries,
  setProductRating,
} from '#server/features/catalogue/index.ts';
import { composeMail, deliverSoon, type MailShop, queueMails, readMailShop } from '#server/features/mail/index.ts';
import type { PluginOrders } from '#server/features/orders/index.ts';
import {
  claimPluginPictures,
  drawIcon,
  drawPng,
  releasePluginPictures,
  storePluginPicture,
} from '#server/features/pictures/index.ts';
import type { Settings, SettingsCache } from '#server/features/settings/index.ts';
import { recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { PluginDelays } from '#server/platform/concurrency/plugin-delays.ts';
import type { Config } from '#server/platform/config.ts';
import { type Database, inTransaction, type Transaction } from '#server/platform/database/database.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import type { Logger } from '#server/platform/log.ts';
import type { Sealer } from '#server/platform/security/sealing.ts';
import { limitCachedReads } from './plugin-limits.ts';
import { readPluginValues, readSecretRows } from './plugin-settings.store.ts';
import { settingValues } from './setting-values.ts';

/** What the shop gives the host to build a plug-in's services from. */
export interface HostServices {
  readonly config: Pick<Config, 'appUrl'>;
  readonly db: Database;
  readonly now: Clock;
  readonly log: Logger;
  readonly delays: Pick<PluginDelays, 'observe'>;
  readonly changes: ChangeFeed;
  readonly jobs: Pick<Jobs, 'request'>;
  readonly sealer: Sealer;
  /** Opened after the plug-ins, because one of them can supply it. */
  readonly branding: BrandingReader;
  readonly settings: Pick<Settings, 'get'>;
  /** Opened after the plug-ins, of which one can be the search engine. */
  readonly catalogue: () => PluginCatalogue;
  /** Opened after the plug-ins, which supply payment providers. */
  readonly orders: (plugin: string) => PluginOrders;
}

/** What the plug-ins of a shop have in common. */
export interface SharedByPlugins {
  readonly settings: SettingsCache;
  readonly data: SettingsCache;
  /** Known when all plug-ins are open. */
  readonly sections: () => Sections;
}

/** A plug-in's transaction is the shop's, typed for the plug-in's tables. */
const own = (tx: PluginTransaction<unknown>): Transaction => tx as unknown as Transaction;

/** Names the plug-in in the queue of jobs. */
export const jobName = (plugin: string, job: string): string => `${plugin}.${job}`;

/** The services of one plug-in. */
export function createPluginServices(
  plugin: string,
  fields: SettingFields,
  host: HostServices,
  shared: SharedByPlugins,
): PluginServices {
  const { branding, db, now, sealer, settings, jobs, config } = host;
  /** Read before the transaction: inside, it could wait for another connection of the pool. */
  const senders = new WeakMap<Transaction, MailShop>();
  const readSender = () => readMailShop({ branding, settings, config, sealer });

  return {
    // Typed for the plug-in's own tables, which the shop's schema does not contain.
    db: db as unknown as PluginServices['db'],
    now,
    log: host.log.child({ plugin }),
    appUrl: config.appUrl,
    settings: () =>
      shared.settings.keep(plugin, async () => {
        const [stored, rows] = await Promise.all([readPluginValues(db, plugin), readSecretRows(db, plugin)]);
        const secrets = Object.fromEntries(rows.map(({ name, ciphertext }) => [name, sealer.open(ciphertext)]));
        return settingValues(fields, stored, secrets);
      }),
    async shop() {
      const { siteName, currency, language, timezone } = await settings.get('site');
      return { name: siteName, currency, language, timeZone: timezone };
    },
    async transaction(work) {
      const sender = await readSender();
      return inTransaction(db, (tx) => {
        senders.set(tx, sender);
        return work(tx as unknown as PluginTransaction<unknown>);
      });
    },
    async queueMail(tx, mail, ...requests) {
      const shop = senders.get(own(tx)) ?? (await readSender());
      const { shopName, appUrl, contactEmail, supportPhone } = shop;
      const kind = `${plugin}.${mail.name}`;
      const isConfidential = mail.isConfidential ?? false;
      const mails = requests.map(({ to, data, userId, orderId }) => {
        const { subject, ...content } = mail.compose(data, { shopName, appUrl, contactEmail, supportPhone });
        return { ...composeMail({ ...content, shop }), kind, to, subject, isConfidential, userId, orderId };
      });
      await queueMails(own(tx), mails, now());
    },
    cached: limitCachedReads(plugin, shared.data, { observer: host.delays.observe(plugin, 'cached') }),
    announceChange: (tx) => announce(own(tx), 'plugin'),
    deliverMails: async () => deliverSoon(jobs),
    requestJob: (name) => jobs.request(jobName(plugin, name)),
    async recordAudit(tx, change) {
      if (!change.action.startsWith(`${plugin}.`)) {
        throw new Error(`The action '${change.action}' has to start with '${plugin}.'`);
      }
      await recordAudit(own(tx), { ...change, at: now() });
    },
    sections: {
      types: () => shared.sections().types(),
      check: (type, values) => shared.sections().check(type, values),
      load: (wanted) => shared.sections().load(wanted),
    },
    products: {
      find: (query) => host.catalogue().find(query),
      list: (query) => host.catalogue().list(query),
      browse: (query, scope) => host.catalogue().browse(query, scope),
      filterOptions: () => host.catalogue().filterOptions(),
      byIds: (ids) => readProductSummaries(db, ids),
      setRating: (tx, id, rating) => setProductRating(own(tx), id, rating),
      announceChange: (tx, ids) => announceProducts(own(tx), ids),
    },
    orders: {
      markShipped: (id, update) => host.orders(plugin).markShipped(id, update),
      markDelivered: (id, update) => host.orders(plugin).markDelivered(id, update),
    },
    pictures: {
      store: async (bytes, { userId }) =>
        (await storePluginPicture({ db, now }, bytes, { plugin, userId, isWhole: false })).url,
      async storeWhole(bytes, { userId }) {
        const { url, width, height } = await storePluginPicture({ db, now }, bytes, { plugin, userId, isWhole: true });
        return { address: url, width, height };
      },
      drawIcon: (bytes, edge, { userId }) => drawIcon(bytes, edge, userId),
      drawPng: (address, box) => drawPng(db, address, box),
      claim: (tx, addresses) => claimPluginPictures(own(tx), plugin, addresses, now()),
      release: (tx, addresses, findShown = async () => []) =>
        releasePluginPictures(own(tx), plugin, addresses, findShown),
    },
  };
}
