export { claimPictures } from './claim-pictures.ts';
export { definePictureJobs } from './picture-jobs.ts';
export { bindPictures, pictureHandlers } from './pictures.routes.ts';
