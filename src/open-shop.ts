import { join, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { pino } from 'pino';
import type { Plugin } from '#plugin';
import { type InProcessCall, inProcessCalls } from '#server/app/call-in-process.ts';
import { createBlurredReader, type ReadBlurred } from '#server/features/pictures/index.ts';
import { checkPlugins, loadPluginDemos, migrationsOf } from '#server/features/plugins/index.ts';
import { startHeartbeat } from '#server/features/system/index.ts';
import { openServer } from '#server/open-server.ts';
import { removeAbandonedRuns } from '#server/platform/backup/verify-backup.ts';
import { TimeLimitError } from '#server/platform/concurrency/with-time-limit.ts';
import type { Config } from '#server/platform/config.ts';
import { checkPooler } from '#server/platform/database/check-server.ts';
import type { DatabaseConnection } from '#server/platform/database/connection.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { CREATE_MONTHS } from '#server/platform/database/monthly-partitions.ts';
import { bindFiles } from '#server/platform/http/bind-files.ts';
import { bindPages } from '#server/platform/http/bind-pages.ts';
import { KEPT_ASSETS, keepAssets } from '#server/platform/http/keep-assets.ts';
import { releaseMemory } from '#server/platform/machine/release-memory.ts';
import { removeUnfinished, sweepAbandoned } from '#server/platform/machine/unfinished-files.ts';
import { readPagePolicy } from '#server/services/open-payment-providers.ts';
import type { Services } from '#server/services/services.ts';
import type { PartId } from '#web/plugins/server-part.tsx';
import type { PartReports } from '#web/ssr/load-context.ts';
import type { PageRenderer } from '#web/ssr/render-page.ts';
import shopConfig from '../shop.config.ts';

const ROOT = resolve(import.meta.dirname, '..');

/** The demo shop's pictures. */
const DEMO_PICTURES = join(ROOT, 'demo/media');

/** What pages read. */
export interface PageReads {
  readonly api: InProcessCall;
  readonly readBlurred: ReadBlurred;
  readonly partReports: PartReports;
}

export interface ShopOptions {
  readonly config: Config;
  readonly log: pino.Logger;
  /** Migrated by `openShop`. */
  readonly database: DatabaseConnection;
  /** The folder with the browser's files; names in `assets/` contain hashes. */
  readonly client: string;
  readonly createRenderer: (reads: PageReads) => Promise<PageRenderer>;
  /** Prints a line to the terminal. */
  readonly print: (line: string) => void;
}

export interface Shop {
  /** API, pages and files; not listening yet. */
  readonly app: FastifyInstance;
  /** Starts jobs and the heartbeat. Call it once, when the shop is listening: only requests of jobs wait for it. */
  startBackgroundWork(): Promise<void>;
  readonly plugins: readonly Plugin[];
  /** Clears the cached pages and public responses. */
  clearCache(): void;
  /** Finishes running jobs and event handlers, while it still serves requests, and then those. */
  close(): Promise<void>;
}

/**
 * Opens the complete shop on a database: migrations, demo data, API, pages. After a failure nothing stays open.
 */
export async function openShop(options: ShopOptions): Promise<Shop> {
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const step of opened.splice(0).reverse()) await Promise.resolve(step()).catch(console.error);
  };
  try {
    return { ...(await openParts(options, opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What processes that were killed left in DATA_DIR. */
async function removeAbandonedFiles(dataDir: string, log: Pick<pino.Logger, 'warn'>): Promise<void> {
  try {
    for (const folder of [dataDir, join(dataDir, KEPT_ASSETS)]) await removeUnfinished(folder);
    await removeAbandonedRuns(dataDir);
  } catch (error) {
    log.warn({ err: error }, 'Files that a killed process left in DATA_DIR could not be removed');
  }
}

/** Logs parts of plug-ins that could not be rendered, and counts their timeouts and blocks. */
function createPartReports({ log, pluginDelays }: Pick<Services, 'log' | 'pluginDelays'>): PartReports {
  const observe = ({ plugin, place }: PartId) => pluginDelays.observe(plugin, `part in ${place}`);
  const failed: PartReports['failed'] = ({ plugin, place }, err) =>
    log.error({ err, plugin, place }, 'A part of a plug-in could not be rendered');
  return {
    failed,
    timedOut(part, pauseMs) {
      failed(part, new TimeLimitError('The part was not rendered in time'));
      observe(part).timedOut();
      observe(part).paused(pauseMs);
    },
    blocked: (part, ms) => observe(part).blocked(ms),
  };
}

/** @param opened receives a function that closes each part, as soon as that part is open. */
async function openParts(
  { config, log, database, client, createRenderer, print }: ShopOptions,
  opened: (() => unknown)[],
): Promise<Omit<Shop, 'close'>> {
  const { plugins } = shopConfig;
  checkPlugins(plugins);
  if (database.url !== database.directUrl) await checkPooler(database.url);
  await migrate(database.directUrl, join(ROOT, 'migrations'), print, migrationsOf(plugins));
  const { services, handlers, app, events, close } = await openServer(config, database, log, { plugins });
  opened.push(close);
  if (config.demo) {
    const { loadDemoShop } = await import('#demo/load.ts');
    const loadMore = (tx: Transaction, today: Date) => loadPluginDemos(plugins, tx, today);
    if (await loadDemoShop(services.db, services.now(), loadMore)) {
      print('Loaded the demo shop into the empty database.');
      // The services read the orders when they were opened, before the demo's were loaded.
      await services.boughtTogether.refresh();
    }
    services.plugins.forgetSettings();
  }

  opened.push(sweepAbandoned(() => removeAbandonedFiles(config.dataDir, log)));
  const earlier = await keepAssets({ client, dataDir: config.dataDir, log });
  await bindFiles(app, { client, earlier, media: DEMO_PICTURES });
  const api = inProcessCalls(handlers, services.plugins, { log, delays: services.pluginDelays });
  const readBlurred = createBlurredReader({ db: services.db, media: DEMO_PICTURES });
  const { render, scriptHashes } = await createRenderer({ api, readBlurred, partReports: createPartReports(services) });
  bindPages(app, render, {
    scriptHashes,
    cache: services.cache,
    readPolicy: services.cache.memoize(() => readPagePolicy(services.paymentProviders)),
    untilReady: services.search.untilLoaded,
    findRedirect: services.plugins.findRedirect,
  });

  opened.push(releaseMemory());
  // Before any request, so that its subscribers get the events of all; and before the jobs, so that the clean-up never finds
  // a subscriber of this node unregistered.
  await events.start();
  opened.push(() => events.stop());
  return {
    app,
    plugins,
    clearCache: () => services.cache.clear(),
    async startBackgroundWork() {
      // At once: it tells other nodes which options of plug-ins this one offers.
      const heartbeat = await startHeartbeat(services);
      opened.push(() => heartbeat.stop());
      await services.jobs.start();
      opened.push(() => {
        // Meanwhile, because containers are killed about 30 seconds after the signal to stop. The step of the events waits for it.
        void events.stop();
        return services.jobs.stop();
      });
      opened.push(() => services.backups.stop());
      // Orders paid while the shop was down appear within seconds.
      await services.jobs.request('reconcile-payments');
      await services.jobs.request(CREATE_MONTHS);
    },
  };
}
