import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

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

export default {
  appDirectory: 'src/web',
  // Its own directory: a build empties it first.
  buildDirectory: 'build/pages',
  ssr: true,
  // Pages are small enough that a route in several files costs more than it saves.
  splitRouteModules: false,
  // The whole route table travels once, as an immutable file: no page asks the server where a link leads.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => compressAll(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config;
