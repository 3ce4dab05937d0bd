import type { Transaction } from '#server/platform/database/database.ts';
import { touchPictures } from './pictures.store.ts';

export const UPLOADED = /^\/media\/uploads\/(up-[0-9a-f]{32})$/;
const LIKE_AN_UPLOAD = /^\/media\/uploads\//;

/** The keys of those URLs that are uploads, each once. */
export const keysOf = (urls: readonly string[]): string[] => [
  ...new Set(urls.flatMap((url) => UPLOADED.exec(url)?.[1] ?? [])),
];

/**
 * Marks pictures as used by a change in this transaction.
 * @returns URLs that look like uploads but do not exist (any more).
 */
export async function claimPictures(tx: Transaction, urls: readonly string[], at: Date): Promise<string[]> {
  const keys = keysOf(urls);
  const found = new Set(keys.length > 0 ? await touchPictures(tx, keys, at) : []);
  return urls.filter((url) => LIKE_AN_UPLOAD.test(url) && !found.has(UPLOADED.exec(url)?.[1] ?? ''));
}
