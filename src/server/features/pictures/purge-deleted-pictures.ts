import type { CdnPurger } from '#server/platform/cdn/cdn-purger.ts';
import type { Database } from '#server/platform/database/database.ts';
import { forgetDeletedPictures, listDeletedPictures } from './pictures.store.ts';

/** The key of a picture at the CDN. */
export const pictureKey = (key: string): string => `picture:${key}`;

/** Purged together. */
const BATCH = 200;

/**
 * Purges deleted pictures from the CDN, which would keep them for a year. Each is purged again by a later run, because a slow node
 * may have sent it after the first purge.
 * @throws Error unless the CDN has accepted everything; the next run tries again.
 */
export async function purgeDeletedPictures(
  db: Database,
  cdnPurger: Pick<CdnPurger, 'removeFiles'> | undefined,
): Promise<void> {
  const deleted = await listDeletedPictures(db);
  for (let start = 0; start < deleted.length; start += BATCH) {
    const keys = deleted.slice(start, start + BATCH);
    await cdnPurger?.removeFiles(keys.map(pictureKey));
    await forgetDeletedPictures(db, keys);
  }
}
