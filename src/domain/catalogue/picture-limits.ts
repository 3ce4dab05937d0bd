/** Large enough for current cameras; the file is held in memory while it is read. */
export const MAX_PICTURE_BYTES = 10 * 1024 * 1024;
/** The same, as people read it. */
export const MAX_PICTURE_SIZE = `${MAX_PICTURE_BYTES / 1024 / 1024} MB`;
/** Decoded, this takes 200 MB; a file of a few kilobytes can claim far more. */
export const MAX_PICTURE_PIXELS = 50_000_000;
/**
 * An avatar is shown at 120 px (back-office §2), and any customer can upload one. Large enough for photos of current
 * phones.
 */
export const MAX_AVATAR_PIXELS = 25_000_000;
/**
 * Slow formats may have only this fraction of the pixels. Measured at 49 megapixels: AVIF takes 1.5 s and an interlaced
 * PNG 0.9 s, while JPEG takes 0.04 s, PNG 0.1 s and WebP 0.2 s.
 */
export const SLOW_FORMAT_SHARE = 0.5;
