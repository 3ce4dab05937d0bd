import type { RouteConfigEntry } from '@react-router/dev/routes';
import { createServer, createServerModuleRunner } from 'vite';
import type * as openShopModule from '../../src/open-shop.ts';
import type * as routesModule from '../../src/web/routes.ts';
import { ROOT } from '../find-node.mjs';

export interface ServerCode {
  /** Evaluates the shop's own modules again. Packages stay loaded. */
  load(): Promise<typeof openShopModule>;
  /** The routes that `src/web/routes.ts` lists now. */
  routes(): Promise<readonly RouteConfigEntry[]>;
  /** Whether the shop must be reopened after a change of this file; if so, its cached module is invalidated. */
  takeChange(file: string): boolean;
  close(): Promise<void>;
}

/** Compiles and evaluates the server's modules in this process. Only changed modules are compiled again. */
export async function createServerCode(): Promise<ServerCode> {
  const vite = await createServer({
    root: ROOT,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, ws: false, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  });
  const { ssr } = vite.environments;
  const runner = createServerModuleRunner(ssr, { hmr: false });
  return {
    load() {
      runner.clearCache();
      return runner.import<typeof openShopModule>('/src/open-shop.ts');
    },
    async routes() {
      return (await runner.import<typeof routesModule>('/src/web/routes.ts')).default;
    },
    takeChange(file) {
      const isLoaded = (ssr.moduleGraph.getModulesByFile(file)?.size ?? 0) > 0;
      if (isLoaded) ssr.moduleGraph.onFileChange(file);
      return isLoaded;
    },
    async close() {
      await runner.close();
      await vite.close();
    },
  };
}
