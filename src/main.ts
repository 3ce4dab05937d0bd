import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { SHOP_VERSION } from '#server/features/system/index.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { withFreePort } from '#server/platform/machine/free-port.ts';
import { startDatabase } from '#server/platform/start-database.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createPageRenderer } from '#web/ssr/render-page.ts';
import { announceShop, print } from './announce-shop.ts';
import { openShop } from './open-shop.ts';
import { SHOP_TABLES } from './shop-tables.ts';

const PAGES = resolve(import.meta.dirname, '../build/pages');

/** Cleanup functions, run in reverse order, however far the startup came. */
const undo: (() => Promise<unknown>)[] = [];

async function start(): Promise<void> {
  const config = readConfig(await withFreePort(process.env));
  if (config.telemetry) {
    // Costs memory and start time, so it is loaded only when it is used.
    const { startTelemetry } = await import('#server/platform/telemetry/open-telemetry.ts');
    undo.push(startTelemetry({ ...config.telemetry, version: SHOP_VERSION }).stop);
  }
  const log = createLog(config.logLevel);
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
    createRenderer: async ({ api, readBlurred }) => {
      const onPartFailure = (error: unknown) => log.error({ err: error }, 'A part of a plug-in could not be rendered');
      return createPageRenderer({ build: await pages, api, readBlurred, origin: config.appUrl, onPartFailure });
    },
    print,
  });
  undo.push(shop.close);
  await shop.app.listen({ port: config.port, host: config.host });
  announceShop(config);
  await shop.startBackgroundWork();
}

let stopping: Promise<void> | undefined;

async function undoAll(): Promise<void> {
  for (const step of undo.reverse()) await step().catch((error: unknown) => console.error(error));
}

/** Finishes open work, once, however often the signal arrives. */
function stop(): Promise<void> {
  stopping ??= undoAll().then(() => process.exit());
  return stopping;
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);

try {
  await start();
} catch (error) {
  const port = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  if (error instanceof StartError) console.error(error.message);
  else if (port) console.error('The port is taken by another program. Stop it, or set PORT to another number.');
  else console.error(error);
  process.exitCode = 1;
  await undoAll();
  process.exit();
}
