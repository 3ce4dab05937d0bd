import type { CdnPurger } from '#server/platform/cdn/cdn-purger.ts';
import type { Jobs } from '#server/platform/jobs.ts';
import { deleteUnusedPictures } from './pictures.store.ts';
import { purgeDeletedPictures } from './purge-deleted-pictures.ts';
import type { PictureServices } from './take-picture.ts';

const HOURLY = '23 * * * *';
const KEEP_MS = 24 * 60 * 60 * 1000;

export interface PictureJobServices extends PictureServices {
  readonly cdnPurger: Pick<CdnPurger, 'removeFiles'> | undefined;
}

/** Registers the hourly job that deletes uploads unused for a day, also at the CDN. */
export function definePictureJobs(jobs: Jobs, { db, now, cdnPurger }: PictureJobServices): void {
  const cleanUp = async () => {
    await deleteUnusedPictures(db, new Date(now().getTime() - KEEP_MS));
    await purgeDeletedPictures(db, cdnPurger);
  };
  jobs.define('clean-up-pictures', cleanUp, HOURLY);
}
