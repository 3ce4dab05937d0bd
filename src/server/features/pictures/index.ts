export { claimPictures } from './claim-pictures.ts';
export { isPicture } from './encode-picture.ts';
export { definePictureJobs } from './picture-jobs.ts';
export { bindPictures, pictureHandlers } from './pictures.routes.ts';
export { decodeInTurn } from './take-picture.ts';
