import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readConfig } from '#server/platform/config.ts';
import { withFreePort } from '#server/platform/machine/free-port.ts';
import { startDatabase } from '#server/platform/start-database.ts';
import { StartError } from '#server/platform/start-error.ts';
import { announceShop, print } from '../src/announce-shop.ts';
import type { Shop } from '../src/open-shop.ts';
import { stopOnSignal } from '../src/stop-on-signal.ts';
import { describeError, ERROR_PAGE_HEADERS, errorPage, printError } from './dev/error-page.ts';
import { followChanges } from './dev/follow-changes.ts';
import { relaxPolicy } from './dev/page-policy.ts';
import { createPageServer } from './dev/page-server.ts';
import { keepShopOpen } from './dev/running-shop.ts';
import { createServerCode } from './dev/server-code.ts';
import { createTerminalLog } from './dev/terminal-log.ts';
import { ROOT } from './find-node.mjs';

/**
 * The development server (docs/decisions/0027). This process keeps the database, the port and the connections to open
 * pages; the shop is reopened in it whenever the server's code or a migration changes.
 */
const CLIENT = join(ROOT, 'build/dev-client');
/** Replaces the service worker of a production build that this browser may have installed for the same origin. */
const NO_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.unregister()));
`;

const undo: (() => unknown)[] = [];

async function start(): Promise<void> {
  if (process.env.NODE_ENV === 'production')
    throw new StartError('npm run dev is for development: unset NODE_ENV, or use npm start.');
  process.env.NODE_ENV = 'development';
  const config = readConfig(await withFreePort(process.env));
  const log = createTerminalLog(config.logLevel);
  const database = await startDatabase(config, log, async () => (await import('../src/shop-tables.ts')).SHOP_TABLES);
  undo.push(database.stop);
  await mkdir(join(CLIENT, 'assets'), { recursive: true });
  await writeFile(join(CLIENT, 'sw.js'), NO_WORKER);

  const http = createServer();
  const [pages, code] = await Promise.all([createPageServer(http, config), createServerCode()]);
  undo.push(pages.close, code.close);
  const open = async (): Promise<Shop> => {
    const { openShop } = await code.load();
    pages.expectRoutes(await code.routes());
    const { connection } = database;
    const { createRenderer } = pages;
    const shop = await openShop({ config, log, database: connection, client: CLIENT, createRenderer, print });
    relaxPolicies(shop);
    await shop.app.ready();
    await shop.startBackgroundWork();
    return shop;
  };
  const shop = keepShopOpen(open);
  undo.push(shop.close);
  await shop.current();

  const { retry } = followChanges({ pages, code, shop });
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const fail = (error: unknown) => {
      answerFailure(error, pages.revision(), request, response);
      if (error instanceof Error && error.name === 'StartError') retry();
    };
    pages.serveModule(request, response, () => {
      shop.current().then(({ app }) => app.routing(request, response), fail);
    });
  };
  http.on('request', serve);
  undo.push(() => {
    http.close();
    http.closeAllConnections();
  });

  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      printError(error);
      pages.showError(error);
    });
  }
  await new Promise<void>((resolve, reject) => {
    http.once('error', reject).listen(config.port, config.host, resolve);
  });
  announceShop(config);
}

/** Before the server is ready: hooks cannot be added later. */
function relaxPolicies({ app }: Shop): void {
  app.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string' && policy.includes('script-src'))
      reply.header('content-security-policy', relaxPolicy(policy));
  });
}

/** While the server's code fails, every response shows the error. */
function answerFailure(
  error: unknown,
  revision: number,
  { url = '' }: IncomingMessage,
  response: ServerResponse,
): void {
  const { message, stack, frame } = describeError(error);
  if (!url.startsWith('/api')) {
    response.writeHead(500, ERROR_PAGE_HEADERS).end(errorPage({ message, stack, frame }, revision));
    return;
  }
  const body = { success: false, message, data: null, code: 'server.failed', stack };
  response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const stop = stopOnSignal(undo);

try {
  await start();
} catch (error) {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    console.error(`Port ${port} is taken by another program. Stop it, or set PORT to another number.`);
  else printError(error);
  process.exitCode = 1;
  await stop();
}
