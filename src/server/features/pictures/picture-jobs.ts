import type { Jobs } from '#server/platform/jobs.ts';
import { deleteUnusedPictures } from './pictures.store.ts';
import type { PictureServices } from './take-picture.ts';

const HOURLY = '23 * * * *';
const KEEP_MS = 24 * 60 * 60 * 1000;

/** Registers the hourly job that deletes uploads unused for a day. */
export function definePictureJobs(jobs: Jobs, { db, now }: PictureServices): void {
  jobs.define('clean-up-pictures', () => deleteUnusedPictures(db, new Date(now().getTime() - KEEP_MS)), HOURLY);
}
