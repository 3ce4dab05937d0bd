import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { SHOP_VERSION } from '#server/features/system/index.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { withFreePort } from '#server/platform/machine/free-port.ts';
import { startDatabase } from '#server/platform/start-database.ts';
import { explainStartFailure } from '#server/platform/start-failure.ts';
import { createPageRenderer } from '#web/ssr/render-page.ts';
import { announceShop, print } from './announce-shop.ts';
import { openShop } from './open-shop.ts';
import { survivePluginErrors } from './plugin-errors.ts';
import { SHOP_TABLES } from './shop-tables.ts';
import { stopOnSignal } from './stop-on-signal.ts';

const PAGES = resolve(import.meta.dirname, '../build/pages');

const undo: (() => Promise<unknown>)[] = [];

async function start(): Promise<void> {
  const config = readConfig(await withFreePort(process.env));
  const log = createLog(config.logLevel);
  if (config.telemetry) {
    // Costs memory and start time, so it is loaded only when it is used.
    const { startTelemetry } = await import('#server/platform/telemetry/open-telemetry.ts');
    undo.push(startTelemetry({ ...config.telemetry, version: SHOP_VERSION, log }).stop);
  }
  // Loaded while the database is awaited.
  const pages = import(pathToFileURL(join(PAGES, 'server/index.js')).href) as Promise<ServerBuild>;
  pages.catch(() => undefined);
  const database = await startDatabase(config, log, async () => SHOP_TABLES);
  undo.push(database.stop);
  const shop = await openShop({
    config,
    log,
    database: database.connection,
    client: join(PAGES, 'client'),
    createRenderer: async (reads) => createPageRenderer({ build: await pages, ...reads, origin: config.appUrl }),
    print,
  });
  undo.push(shop.close);
  survivePluginErrors(process, shop.plugins, log, (error) => {
    console.error(error);
    process.exit(1);
  });
  await shop.app.listen({ port: config.port, host: config.host });
  announceShop(config);
  await shop.startBackgroundWork();
}

const stop = stopOnSignal(undo);

try {
  await start();
} catch (error) {
  console.error(explainStartFailure(error) ?? error);
  process.exitCode = 1;
  await stop();
}
