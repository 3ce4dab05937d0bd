import type { Sharp } from 'sharp';

/** Pixels across that show the picture. */
const SHOWN = 16;
/** Pixels on each side that repeat its edge. They are cut off: without them the blur would fade to transparent there. */
const MARGIN = 2;
/** Its width in the store, beside those of the picture's files. */
export const BLURRED_WIDTH = SHOWN + 2 * MARGIN;
/** Colours are coarse below this quality, and with the other presets. */
const ENCODING = { quality: 85, preset: 'icon', effort: 6 } as const;

/**
 * Encodes the blurred picture that a page shows while a picture loads (docs/decisions/0081). It is square: a picture with its
 * own proportions is squeezed, and the page stretches it again.
 * @returns about 150 bytes of WebP. Null for a picture with transparency, which would still show it after loading.
 */
export async function encodeBlurred(picture: Sharp): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp');
  // sharp's statistics ignore the pipeline, so shrink first.
  const small = await picture.resize(SHOWN, SHOWN, { fit: 'fill' }).png().toBuffer();
  if (!(await sharp(small).stats()).isOpaque) return null;
  return sharp(small)
    .removeAlpha()
    .extend({ top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN, extendWith: 'copy' })
    .webp(ENCODING)
    .toBuffer();
}
