import { readdirSync, realpathSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerBuild } from 'react-router';
import { createServer, isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { InProcessCall } from '#server/call-in-process.ts';
import type { Config } from '#server/platform/config.ts';

import { createPageRenderer, type PageRenderer } from '#web/ssr/render-page.ts';
import type { PageReads } from '../../src/open-shop.ts';
import { ROOT } from '../find-node.mjs';
import { BROWSER_ERROR, type BrowserError, withSources } from './browser-error.ts';
import {
  CODE_CHANGED,
  describeError,
  ERROR_PAGE_HEADERS,
  ERROR_SHOWN,
  errorPage,
  printError,
  RELOAD_SCRIPT,
  reloadScript,
} from './error-page.ts';

const SERVER_BUILD = 'virtual:react-router/server-build';
/** Module URLs. Everything else is handled by the shop, so that no other file can be read over HTTP. */
const MODULES = /^\/(@|src\/|node_modules\/|plugins\/|examples\/|theme\/)/;
const READABLE = ['src', 'node_modules', 'plugins', 'examples', 'theme', 'public'];
const ROUTER_CONFIG = join(ROOT, 'react-router.config.ts');
/** React Router does not report when it has read the routes. */
const RELOAD_TIMEOUT_MS = 3_000;
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
  /** Reads `src/web/routes.ts` again, after a page was added, moved or removed, and waits for the new pages. */
  reloadRoutes(): Promise<void>;
  /** Shows an error over every open page. */
  showError(error: unknown): void;
  /** Removes such an error. */
  clearError(): void;
  /** Tells open error pages to retry. */
  announceChange(): void;
  close(): Promise<void>;
}

/** @param http server for the socket that updates open pages. */
export async function createPageServer(http: Server, { appUrl, dataDir }: Config): Promise<PageServer> {
  const vite = await createServer({
    // React Router does not notice changes of its configuration if the root ends with a slash.
    root: resolve(ROOT),
    configFile: join(ROOT, 'vite.config.ts'),
    appType: 'custom',
    clearScreen: false,
    server: {
      middlewareMode: true,
      ws: { server: http },
      // Prints errors in the browser here, and reports them to the listener below.
      forwardConsole: { unhandledErrors: true, logLevels: [] },
      allowedHosts: [new URL(appUrl).hostname],
      fs: { allow: [...READABLE.map((folder) => join(ROOT, folder)), realpathSync(join(ROOT, 'node_modules'))] },
      watch: { ignored: [...UNWATCHED.map((folder) => join(ROOT, folder, '**')), join(dataDir, '**')] },
    },
  });
  const { ssr, client } = vite.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('The pages cannot be rendered in this process.');
  // The first update that reaches a page with an overlay would reload it and lose its input.
  client.hot.on('vite:client:connect', (_data, page) => page.send({ type: 'update', updates: [] }));
  let revision = 0;
  client.hot.on(ERROR_SHOWN, (shown: number, page) => {
    if (shown !== revision) page.send(CODE_CHANGED);
  });
  client.hot.on(BROWSER_ERROR, ({ type, data }: BrowserError, page) => {
    if (type === 'error') page.send({ type: 'error', err: withSources(data, client.moduleGraph) });
  });
  const loadBuild = () => ssr.runner.import<ServerBuild>(SERVER_BUILD);
  const publicFiles = new Set(readdirSync(join(ROOT, 'public')).map((name) => `/${name}`));

  /** Prints the error, and answers with a page that shows it. */
  const answerError = (thrown: unknown, since: number) => {
    printError(thrown);
    return { status: 500, headers: ERROR_PAGE_HEADERS, body: Buffer.from(errorPage(describeError(thrown), since)) };
  };

  return {
    watcher: vite.watcher,
    revision: () => revision,
    takeChange(file) {
      if (!ssr.moduleGraph.getModulesByFile(file)?.size) return;
      // Vite also does this, but only after imports that are still running.
      ssr.moduleGraph.onFileChange(file);
      ssr.runner.clearCache();
    },
    serveModule(request, response, next) {
      const [path = '', query = ''] = (request.url ?? '').split('?', 2);
      if (path === RELOAD_SCRIPT) {
        const script = reloadScript(Number(new URLSearchParams(query).get('revision')));
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
        return;
      }
      if (MODULES.test(path) || publicFiles.has(path)) vite.middlewares(request, response, next);
      else next();
    },
    async createRenderer({ api, readBlurred }) {
      const options = { readBlurred, origin: appUrl, mode: 'development', onPartFailure: printError } as const;
      const { scriptHashes } = createPageRenderer({ ...options, build: await loadBuild(), api });
      const render: PageRenderer['render'] = async (request) => {
        const since = revision;
        try {
          const failures: unknown[] = [];
          const report = (error: unknown) => {
            if (isUnexpected(error)) failures.push(error);
          };
          const build = withErrorHandler(await loadBuild(), report);
          const reportingApi: InProcessCall = (key, input) =>
            api(key, input).catch((error) => {
              // The page may work without the failed request.
              report(error);
              throw error;
            });
          const page = await createPageRenderer({ ...options, build, api: reportingApi }).render(request);
          if (failures.length > 0) return answerError(failures[0], since);
          // Cached briefly only: the next save may come while a page is rendered with the old code.
          return { ...page, isIncomplete: true };
        } catch (error) {
          return answerError(error, since);
        }
      };
      return { render, scriptHashes };
    },
    async reloadRoutes() {
      // A build that fails shows its error when it renders a page.
      const routes = () =>
        loadBuild().then(
          (build) => JSON.stringify(build.routes),
          () => '',
        );
      const previous = await routes();
      // React Router watches its configuration, but no files of an app directory that is not directly below the root.
      const now = new Date();
      await utimes(ROUTER_CONFIG, now, now);
      const end = performance.now() + RELOAD_TIMEOUT_MS;
      while (performance.now() < end && (await routes()) === previous) await pause(20);
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

/** Refusals, such as a missing product, and an unavailable database are expected. */
function isUnexpected(error: unknown): boolean {
  const { status = 500 } = (error ?? {}) as { status?: number };
  return status === 500;
}

/** The build, with `report` called for every error of a loader or component. */
function withErrorHandler(build: ServerBuild, report: (error: unknown) => void): ServerBuild {
  const module = { ...build.entry.module, handleError: report };
  return { ...build, entry: { ...build.entry, module } };
}
