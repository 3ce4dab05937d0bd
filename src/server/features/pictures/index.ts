export { claimPictures } from './claim-pictures.ts';
export { DECODE_TIMEOUT_SECONDS, decodeInTurn } from './decode-queue.ts';
export { encodeBlurred } from './encode-blurred.ts';
export { inspectPicture } from './inspect-picture.ts';
export { definePictureJobs } from './picture-jobs.ts';
export { bindPictures, pictureHandlers } from './pictures.routes.ts';
export { claimPluginPictures, releasePluginPictures } from './plugin-pictures.ts';
export { createBlurredReader, type ReadBlurred } from './read-blurred.ts';
export { drawIcon, drawPng, storePluginPicture } from './take-picture.ts';
