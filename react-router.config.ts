import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';
import { type BuiltRoutes, writeWorker } from './scripts/write-worker.ts';

const MANIFEST = /^manifest-.*\.js$/;
const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Leaves a brotli and a gzip copy beside every file of `folder` that gets smaller by it, for the server to send. */
async function compressAll(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name));
  const compress = async (name: string) => {
    const path = join(folder, name);
    const file = await readFile(path);
    await writeFile(`${path}.br`, await promisify(brotliCompress)(file));
    await writeFile(`${path}.gz`, await promisify(gzip)(file, { level: 9 }));
  };
  await Promise.all(names.map(compress));
}

interface BrowserManifest extends BuiltRoutes {
  readonly routes: Readonly<Record<string, { readonly module: string } & Readonly<Record<string, unknown>>>>;
}

/**
 * Leaves out of the browser's route table what it takes for granted or never asks for: everything that is `false`, and
 * the files that the server names in `<link rel="modulepreload">`. Halves a file that is on every page. The service worker
 * is told of the same table.
 */
async function slimManifest(client: string): Promise<void> {
  const folder = join(client, 'assets');
  const name = (await readdir(folder)).find((file) => MANIFEST.test(file));
  if (!name) throw new Error(`There is no route table in ${folder}.`);
  const path = join(folder, name);
  const [, json = ''] = (await readFile(path, 'utf8')).match(/^window\.__reactRouterManifest=(.*);$/s) ?? [];
  const manifest: BrowserManifest = JSON.parse(json);
  await writeWorker(client, name, manifest);
  const routes = Object.entries(manifest.routes).map(([id, { imports: _, css: __, ...route }]) => [
    id,
    Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false)),
  ]);
  const slim = { ...manifest, routes: Object.fromEntries(routes) };
  await writeFile(path, `window.__reactRouterManifest=${JSON.stringify(slim)};`);
}

export default {
  appDirectory: 'src/web',
  // Its own directory: a build empties it first.
  buildDirectory: 'build/pages',
  ssr: true,
  // Pages are small enough that a route in several files costs more than it saves.
  splitRouteModules: false,
  // The whole route table travels once, as an immutable file: no page asks the server where a link leads.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    await slimManifest(client);
    await compressAll(join(client, 'assets'));
  },
} satisfies Config;
