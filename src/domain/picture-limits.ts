/** What a camera of today makes fits in; a picture is held in memory while it is read. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** Decoded, so many pixels take 200 MB; a file of a few kilobytes can claim far more. */
export const MAX_PICTURE_PIXELS = 50_000_000;
