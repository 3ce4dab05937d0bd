import type { Transaction } from '#server/platform/database/database.ts';
import { touchPictures } from './pictures.store.ts';

const UPLOADED = /^\/media\/uploads\/(up-[0-9a-f]{32})$/;
const LIKE_AN_UPLOAD = /^\/media\/uploads\//;

/**
 * Takes pictures into use by a change of this transaction.
 * @returns those of the addresses that claim to be uploads and are not (any more).
 */
export async function claimPictures(tx: Transaction, urls: readonly string[], at: Date): Promise<string[]> {
  const keys = urls.flatMap((url) => UPLOADED.exec(url)?.[1] ?? []);
  const found = new Set(keys.length > 0 ? await touchPictures(tx, [...new Set(keys)], at) : []);
  return urls.filter((url) => LIKE_AN_UPLOAD.test(url) && !found.has(UPLOADED.exec(url)?.[1] ?? ''));
}
