import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transformWithOxc } from 'vite';
import shop from '../shop.config.ts';
import { type PageProperties, pagesWhere, pathPattern } from '../src/domain/shop/pages.ts';
import { pagesOf } from '../src/plugin/pages.ts';

const WORKER = 'src/web/service-worker/service-worker.ts';
const LOOKS = /\.(css|woff2|svg)$/;

export interface BuiltRoutes {
  readonly entry: { readonly module: string };
  readonly routes: Readonly<Record<string, BuiltRoute>>;
}

interface BuiltRoute {
  readonly module: string;
  readonly parentId?: string;
  readonly path?: string;
}

type Routes = BuiltRoutes['routes'];

/** Paths of pages, those of plug-ins included. */
function pathsWhere(isWanted: (facts: PageProperties) => boolean): string[] {
  const ofPlugins = shop.plugins.flatMap(pagesOf).filter(({ facts }) => isWanted(facts));
  return [...pagesWhere(isWanted), ...ofPlugins.map(({ path }) => path)];
}

/** A route with its layouts, outermost first. */
function branchOf(routes: Routes, route: BuiltRoute): BuiltRoute[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent ? [...branchOf(routes, parent), route] : [route];
}

/** Modules of public pages and their layouts. Other pages need a connection anyway. */
function publicModules(routes: Routes): string[] {
  const publicPaths = pathsWhere(({ access }) => access === 'public');
  const branches = Object.values(routes).map((route) => branchOf(routes, route));
  const isPublic = (branch: readonly BuiltRoute[]) =>
    publicPaths.includes(`/${branch.flatMap(({ path }) => path || []).join('/')}`);
  return [...new Set(branches.filter(isPublic).flatMap((branch) => branch.map(({ module }) => module)))];
}

/** The given files and everything they import, statically or dynamically. */
async function withImports(assets: string, files: readonly string[]): Promise<Set<string>> {
  const found = new Set(files);
  for (const file of found) {
    const source = await readFile(join(assets, file), 'utf8');
    for (const [, imported = ''] of source.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)) found.add(imported);
  }
  return found;
}

/**
 * Writes the service worker with the names of the files to cache; each build produces a different worker.
 * @param client the built browser files
 * @param table name of the route manifest file
 */
export async function writeWorker(client: string, table: string, { entry, routes }: BuiltRoutes): Promise<void> {
  const assets = join(client, 'assets');
  const modules = [entry.module, ...publicModules(routes)].map((file) => file.replace('/assets/', ''));
  const scripts = await withImports(assets, modules);
  const looks = (await readdir(assets)).filter((name) => LOOKS.test(name));
  const shell = [table, ...scripts, ...looks].map((name) => `/assets/${name}`);
  shell.push('/offline', '/favicon.svg');
  const { code: source } = await transformWithOxc(await readFile(WORKER, 'utf8'), WORKER);
  const offlinePages = pathPattern(pathsWhere(({ offline }) => offline === true));
  const version = createHash('sha256').update(source).update(shell.join()).update(offlinePages);
  const constants = { VERSION: version.digest('hex').slice(0, 12), SHELL: shell, OFFLINE_PAGES: offlinePages };
  const head = Object.entries(constants).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  await writeFile(join(client, 'sw.js'), head.join('') + source);
}
