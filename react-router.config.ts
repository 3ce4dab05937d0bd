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

/** The client build's route manifest, by its file name in `folder`. */
async function readManifest(folder: string): Promise<{ name: string; manifest: BuiltRoutes }> {
  const name = (await readdir(folder)).find((file) => MANIFEST.test(file));
  if (!name) throw new Error(`There is no route manifest in ${folder}.`);
  const [, json = ''] =
    (await readFile(join(folder, name), 'utf8')).match(/^window\.__reactRouterManifest=(.*);$/s) ?? [];
  return { name, manifest: JSON.parse(json) };
}

export default {
  appDirectory: 'src/web',
  // Its own directory: a build empties it first.
  buildDirectory: 'build/pages',
  ssr: true,
  // Pages are small enough that a route in several files costs more than it saves.
  splitRouteModules: false,
  // All routes in one immutable file: a navigation needs no request to find its route.
  routeDiscovery: { mode: 'initial' },
  async buildEnd({ reactRouterConfig }) {
    const client = join(reactRouterConfig.buildDirectory, 'client');
    const assets = join(client, 'assets');
    const { name, manifest } = await readManifest(assets);
    await writeWorker(client, name, manifest);
    await compressAll(assets);
  },
} satisfies Config;
