import { readdirSync, realpathSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { ServerBuild } from 'react-router';
import { createServer, type DevEnvironment, isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { Config } from '#server/platform/config.ts';
import type { PageRenderer } from '#web/ssr/render-page.ts';
import { print } from '../../src/announce-shop.ts';
import type { PageReads } from '../../src/open-shop.ts';
import { ROOT } from '../find-node.mjs';
import { awaitRoutes } from './await-routes.ts';
import { BROWSER_ERROR, type BrowserError, withSources } from './browser-error.ts';
import { CODE_CHANGED, describeError, ERROR_SHOWN, RELOAD_SCRIPT, reloadScript } from './error-page.ts';
import { createSourceRenderer } from './source-renderer.ts';

const SERVER_BUILD = 'virtual:react-router/server-build';
/** Module URLs. Everything else is handled by the shop, so that no other file can be read over HTTP. */
const MODULES = /^\/(@|src\/|node_modules\/|plugins\/|examples\/|theme\/)/;
const READABLE = ['src', 'node_modules', 'plugins', 'examples', 'theme', 'public'];
const UNWATCHED = ['build', 'data', 'bench-results', 'test-results', '.react-router'];

/** Renders pages from the current sources, and serves modules to the browser. */
export interface PageServer {
  readonly watcher: ViteDevServer['watcher'];
  /** Counts the announced changes of the code. */
  revision(): number;
  /** Renders with the new content of this file from now on. */
  takeChange(file: string): void;
  /** Answers requests for modules; calls `next` for everything else. */
  serveModule(request: IncomingMessage, response: ServerResponse, next: () => void): void;
  createRenderer(reads: PageReads): Promise<PageRenderer>;
  /** Pages are rendered only after exactly these routes are served, so that a page that was just added is not answered with 404. */
  expectRoutes(routes: readonly RouteConfigEntry[]): void;
  /** Shows an error over every open page. */
  showError(error: unknown): void;
  /** Removes such an error. */
  clearError(): void;
  /** Tells open error pages to retry. */
  announceChange(): void;
  close(): Promise<void>;
}

/** @param http server for the socket that updates open pages. */
export async function createPageServer(http: Server, config: Config): Promise<PageServer> {
  const vite = await createViteServer(http, config);
  const { ssr, client } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('The pages cannot be rendered in this process.');
  // A restarted Vite has other environments and another watcher: pages could no longer be rendered.
  vite.restart = async () => print('It takes effect when you restart npm run dev.');
  const loadBuild = () => ssr.runner.import<ServerBuild>(SERVER_BUILD);
  let revision = 0;
  /** The routes that React Router has been told to serve, as JSON. It has read the first ones itself. */
  let expected: string | undefined;
  let areRoutesServed: Promise<void> = Promise.resolve();
  listenToPages(client, () => revision);

  return {
    watcher: vite.watcher,
    revision: () => revision,
    takeChange(file) {
      if (!ssr.moduleGraph.getModulesByFile(file)?.size) return;
      // Vite also does this, but only after imports that are still running.
      ssr.moduleGraph.onFileChange(file);
      ssr.runner.clearCache();
    },
    serveModule: createModuleHandler(vite),
    createRenderer: (reads) =>
      createSourceRenderer({
        reads,
        origin: config.appUrl,
        loadBuild,
        areRoutesServed: () => areRoutesServed,
        revision: () => revision,
      }),
    expectRoutes(routes) {
      const wanted = JSON.stringify(routes);
      const haveChanged = expected !== undefined && expected !== wanted;
      expected = wanted;
      if (!haveChanged) return;
      areRoutesServed = awaitRoutes(routes, loadBuild, () => expected === wanted);
      // Handled by the next page that is rendered, which shows the error.
      areRoutesServed.catch(() => undefined);
    },
    showError: (error) => client.hot.send({ type: 'error', err: { ...describeError(error) } }),
    clearError: () => client.hot.send({ type: 'update', updates: [] }),
    announceChange() {
      revision += 1;
      client.hot.send(CODE_CHANGED);
    },
    close: () => vite.close(),
  };
}

const createViteServer = (http: Server, { appUrl, dataDir }: Config): Promise<ViteDevServer> =>
  createServer({
    // React Router does not notice changes of its configuration if the root ends with a slash.
    root: resolve(ROOT),
    configFile: join(ROOT, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    server: {
      middlewareMode: true,
      ws: { server: http },
      // Prints errors in the browser here, and reports them to `listenToPages`.
      forwardConsole: { unhandledErrors: true, logLevels: [] },
      allowedHosts: [new URL(appUrl).hostname],
      fs: { allow: [...READABLE.map((folder) => join(ROOT, folder)), realpathSync(join(ROOT, 'node_modules'))] },
      watch: { ignored: [...UNWATCHED.map((folder) => join(ROOT, folder, '**')), join(dataDir, '**')] },
    },
  });

/** Handles messages of open pages: they connect, show an error, or report one. */
function listenToPages(client: DevEnvironment, revision: () => number): void {
  // The first update that reaches a page with an overlay would reload it and lose its input.
  client.hot.on('vite:client:connect', (_data, page) => page.send({ type: 'update', updates: [] }));
  client.hot.on(ERROR_SHOWN, (shown: number, page) => {
    if (shown !== revision()) page.send(CODE_CHANGED);
  });
  client.hot.on(BROWSER_ERROR, ({ type, data }: BrowserError, page) => {
    if (type === 'error') page.send({ type: 'error', err: withSources(data, client.moduleGraph) });
  });
}

function createModuleHandler(vite: ViteDevServer): PageServer['serveModule'] {
  const publicFiles = new Set(readdirSync(join(ROOT, 'public')).map((name) => `/${name}`));
  return (request, response, next) => {
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    if (path === RELOAD_SCRIPT) {
      const script = reloadScript(Number(new URLSearchParams(query).get('revision')));
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      return;
    }
    if (MODULES.test(path) || publicFiles.has(path)) vite.middlewares(request, response, next);
    else next();
  };
}
