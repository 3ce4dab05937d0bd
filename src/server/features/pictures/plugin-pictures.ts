import type { Transaction } from '#server/platform/database/database.ts';
import { claimPictures, keysOf } from './claim-pictures.ts';
import { deletePluginPictures, insertPluginPictures, lockPictures } from './pictures.store.ts';

/**
 * Keeps pictures for a plug-in that begins to show them in this transaction, until it releases them.
 * @returns URLs that look like uploads but do not exist (any more)
 */
export async function claimPluginPictures(
  tx: Transaction,
  plugin: string,
  urls: readonly string[],
  at: Date,
): Promise<string[]> {
  const missing = await claimPictures(tx, urls, at);
  await insertPluginPictures(tx, plugin, keysOf(urls.filter((url) => !missing.includes(url))));
  return missing;
}

/**
 * Leaves pictures that a plug-in no longer shows to the hourly clean-up, which deletes those that nothing else shows.
 * @param findShown returns those that the plug-in still shows. It is called once the transactions that were claiming these
 * pictures have ended, and later claims wait for this transaction.
 */
export async function releasePluginPictures(
  tx: Transaction,
  plugin: string,
  urls: readonly string[],
  findShown: (urls: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const keys = keysOf(urls);
  await lockPictures(tx, keys);
  const shown = keys.length > 0 ? new Set(keysOf(await findShown(urls))) : new Set();
  await deletePluginPictures(
    tx,
    plugin,
    keys.filter((key) => !shown.has(key)),
  );
}
