import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { bindFiles } from './bind-files.ts';
import { keepAssets } from './keep-assets.ts';

let folder: string;
const log = { warn: vi.fn() };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stoa-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  log.warn.mockClear();
});

/** Starts a release whose only script has this name. @returns the status of a script, and its content. */
async function startRelease(script: string, dataDir = join(folder, 'data')) {
  const client = join(folder, script);
  await mkdir(join(client, 'assets'), { recursive: true });
  await writeFile(join(client, 'assets', script), `run('${script}')`);
  await writeFile(join(client, 'assets', `${script}.br`), `compressed ${script}`);
  const earlier = await keepAssets({ client, dataDir, log });
  // The next build replaces these files.
  onTestFinished(() => rm(client, { recursive: true, force: true }));
  const app = Fastify();
  onTestFinished(() => app.close());
  await bindFiles(app, { client, earlier, media: join(folder, 'media') });
  return async (name: string, encoding = 'identity') => {
    const url = `/assets/${name}`;
    const { statusCode, body, headers } = await app.inject({ url, headers: { 'accept-encoding': encoding } });
    return statusCode === 200 ? [body, headers['cache-control']] : statusCode;
  };
}

const FOR_EVER = 'public, max-age=31536000, immutable';

test('a page of the previous release finds its scripts after an upgrade', async () => {
  await startRelease('cart-old.js');
  await rm(join(folder, 'cart-old.js'), { recursive: true });
  const get = await startRelease('cart-new.js');
  expect(await get('cart-new.js')).toEqual(["run('cart-new.js')", FOR_EVER]);
  expect(await get('cart-old.js')).toEqual(["run('cart-old.js')", FOR_EVER]);
  expect(await get('cart-old.js', 'br')).toEqual(['compressed cart-old.js', FOR_EVER]);
  expect(await get('cart-never.js')).toBe(404);
});

test('the last five builds are kept beside the current one, counted by their last start', async () => {
  for (const release of ['a.js', 'b.js', 'c.js', 'd.js', 'e.js', 'f.js']) await startRelease(release);
  // Going back to the first release, then on to the next one.
  await startRelease('a.js');
  const get = await startRelease('g.js');
  const found = await Promise.all(['a.js', 'b.js', 'c.js', 'd.js', 'e.js', 'f.js'].map((name) => get(name)));
  expect(found.map((answer) => answer !== 404)).toEqual([true, false, true, true, true, true]);
  expect(await readdir(join(folder, 'data/assets'))).toHaveLength(6);
});

test('nodes that start at the same time on one DATA_DIR keep one complete copy of their build', async () => {
  const client = join(folder, 'build');
  await mkdir(join(client, 'assets'), { recursive: true });
  const names = Array.from({ length: 40 }, (_, index) => `chunk-${index}.js`);
  for (const name of names) await writeFile(join(client, 'assets', name), name);
  const dataDir = join(folder, 'data');
  await Promise.all(Array.from({ length: 4 }, () => keepAssets({ client, dataDir, log })));
  const kept = join(dataDir, 'assets');
  const builds = await readdir(kept);
  expect(builds).toHaveLength(1);
  expect((await readdir(join(kept, String(builds)))).sort()).toEqual(names.sort());
  expect(log.warn).not.toHaveBeenCalled();
});

test('a shop whose DATA_DIR cannot be written starts without the scripts of earlier builds', async () => {
  await writeFile(join(folder, 'file'), '');
  const get = await startRelease('cart-new.js', join(folder, 'file'));
  expect(await get('cart-new.js')).toEqual(["run('cart-new.js')", FOR_EVER]);
  expect(log.warn).toHaveBeenCalledOnce();
});
