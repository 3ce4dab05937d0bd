import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { loadDemoShop } from '#demo/load.ts';
import { drawBeside, type PicturesToCome } from '#demo/pictures/draw-beside.ts';
import { buildApp, shopHandlers } from '#server/build-app.ts';
import { inProcessCalls } from '#server/call-in-process.ts';
import { cardFormSources } from '#server/open-card-desk.ts';
import { openServices } from '#server/open-services.ts';
import { withChosenPort } from '#server/platform/chosen-port.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { prepareDataDir } from '#server/platform/data-dir.ts';
import { type DatabaseConnection, directConnection, inspectConnection } from '#server/platform/database/connection.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/index.ts';
import { giveMemoryBack } from '#server/platform/give-memory-back.ts';
import { bindFiles } from '#server/platform/http/bind-files.ts';
import { bindPages } from '#server/platform/http/bind-pages.ts';
import { createLog, type Logger } from '#server/platform/log.ts';
import { StartError } from '#server/platform/start-error.ts';
import { defineShopJobs } from '#server/shop-jobs.ts';
import { createPageRenderer } from '#web/ssr/render-page.ts';

const ROOT = resolve(import.meta.dirname, '..');
const CLIENT = join(ROOT, 'build/pages/client');
const DEMO_PICTURES = join(ROOT, 'build/demo-media');

/** Undone in reverse order at the end, however far the start came. */
const undo: (() => Promise<unknown>)[] = [];

async function openDatabaseServer(config: Config, log: Logger): Promise<DatabaseConnection> {
  if (config.databaseUrl) {
    await prepareDataDir(config.dataDir);
    return inspectConnection(config.databaseUrl, config.databaseDirectUrl);
  }
  // Beside the pool: the jobs, the listener, and room for psql and a backup.
  const settings = { max_connections: String(config.databasePool + 40) };
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log, settings });
  undo.push(() => server.stop());
  return directConnection(server.url);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function openEasel(): PicturesToCome {
  const toCome = drawBeside(DEMO_PICTURES, say);
  undo.push(toCome.stop);
  return toCome;
}

async function start(): Promise<void> {
  const config = readConfig(await withChosenPort(process.env));
  const log = createLog(config.logLevel);
  const toCome = config.demo ? openEasel() : undefined;
  const database = await openDatabaseServer(config, log);
  await migrate(database.directUrl, join(ROOT, 'migrations'), say);
  const { services, close } = await openServices(config, database, log);
  undo.push(close);
  if (config.demo && (await loadDemoShop(services.db, services.now())))
    say('Loaded the demo shop into the empty database.');

  const handlers = shopHandlers(services);
  const app = await buildApp(services, handlers, log);
  undo.push(() => app.close());
  // A shop whose program may not be written to has no demo's pictures, and needs none.
  await mkdir(DEMO_PICTURES, { recursive: true }).catch(() => undefined);
  await bindFiles(app, { client: CLIENT, media: DEMO_PICTURES, ...toCome });
  const build = (await import(pathToFileURL(join(ROOT, 'build/pages/server/index.js')).href)) as ServerBuild;
  const { render, scriptHashes } = createPageRenderer({
    build,
    api: inProcessCalls(handlers, log),
    origin: config.appUrl,
  });
  bindPages(app, render, {
    scriptHashes,
    cache: services.cache,
    readPolicy: async () => cardFormSources(await services.cards.current()),
    untilReady: services.catalogue.untilLoaded,
  });

  const stopGivingBack = giveMemoryBack();
  defineShopJobs(services);
  await services.jobs.start();
  undo.push(() => services.jobs.stop());
  // Whoever paid while the shop was down has an order within seconds.
  await services.jobs.request('reconcile-payments');
  await app.listen({ port: config.port, host: config.host });
  undo.push(async () => stopGivingBack());
  announce(config);
}

function announce(config: Config): void {
  say(`\n  Stoa is open:    ${config.appUrl}`);
  say(`  Back office:     ${config.appUrl}/admin`);
  say(`  API reference:   ${config.appUrl}/api/docs`);
  if (config.demo) {
    say('\n  Demo accounts:   admin@stoa.test / stoa-admin-demo');
    say('                   shopper@stoa.test / stoa-shopper-demo');
  }
  say('\n  Ctrl-C closes the shop.\n');
}

let stopping: Promise<void> | undefined;

async function undoAll(): Promise<void> {
  for (const step of undo.reverse()) await step().catch((error: unknown) => console.error(error));
}

/** Finishes what is under way, once, however often the signal comes. */
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
