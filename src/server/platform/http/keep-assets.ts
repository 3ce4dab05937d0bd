import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../log.ts';
import { unfinishedName } from '../machine/unfinished-files.ts';

/** A build takes about 5 MB. */
const KEPT_BUILDS = 5;

/** In DATA_DIR. */
export const KEPT_ASSETS = 'assets';

export interface KeepAssetsOptions {
  /** The built browser files. */
  readonly client: string;
  readonly dataDir: string;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Keeps a copy of this build's assets in `DATA_DIR/assets` and finds those of earlier builds: pages that are open in browsers,
 * or cached at a CDN, load further scripts of their build later. The number of builds is limited, not their age, so that a
 * build that ran for months is kept after an upgrade.
 * @returns the folders of the builds before this one, latest first. A failure is logged: the shop works without them.
 */
export async function keepAssets({ client, dataDir, log }: KeepAssetsOptions): Promise<string[]> {
  const assets = join(client, 'assets');
  // Development has no build.
  const names = await readdir(assets).catch(() => []);
  if (names.length === 0) return [];
  const kept = join(dataDir, KEPT_ASSETS);
  // Names contain a hash of the content.
  const build = createHash('sha256').update(names.sort().join('\n')).digest('hex').slice(0, 16);
  let earlier: string[] = [];
  try {
    await mkdir(kept, { recursive: true });
    earlier = await latestFirst(kept, build);
    await copyOnce(assets, join(kept, build));
    for (const name of earlier.slice(KEPT_BUILDS)) await rm(join(kept, name), { recursive: true, force: true });
  } catch (error) {
    log.warn({ err: error }, 'The scripts of this build could not be kept for the next one');
  }
  return earlier.slice(0, KEPT_BUILDS).map((name) => join(kept, name));
}

/** The builds other than `build`, by their last start. */
async function latestFirst(kept: string, build: string): Promise<string[]> {
  const others = (await readdir(kept)).filter((name) => /^[0-9a-f]{16}$/.test(name) && name !== build);
  const started = await Promise.all(others.map(async (name) => ({ name, at: (await stat(join(kept, name))).mtimeMs })));
  return started.sort((a, b) => b.at - a.at).map(({ name }) => name);
}

/**
 * Copies to a temporary name and renames, so that a crash leaves no incomplete copy. Nodes that share DATA_DIR may start at
 * the same time: each has a copy of its own, and the first one stays.
 */
async function copyOnce(from: string, to: string): Promise<void> {
  if (!(await isThere(to))) {
    const unfinished = unfinishedName(to);
    try {
      await cp(from, unfinished, { recursive: true });
      await rename(unfinished, to);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      if (!(await isThere(to))) throw error;
    }
  }
  const now = new Date();
  await utimes(to, now, now);
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
