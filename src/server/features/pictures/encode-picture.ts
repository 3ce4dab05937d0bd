import type { OutputInfo, Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS } from '#domain/catalogue/picture-limits.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { DECODE_TIMEOUT_SECONDS } from './decode-queue.ts';
import { BLURRED_WIDTH, encodeBlurred } from './encode-blurred.ts';

/** The widths of every uploaded picture in pixels, for `srcset`. */
export const PICTURE_WIDTHS = [1280, 640, 320] as const;
const QUALITY = 82;

export interface EncodedPicture {
  /** Pixels of the upload, after applying its orientation. */
  readonly width: number;
  readonly height: number;
  readonly files: readonly { readonly width: number; readonly bytes: Buffer }[];
}

/** Loaded with the first picture: most processes never need it. */
const openSharp = async () => (await import('sharp')).default;

/**
 * Encodes a picture as WebP files: first frame, upright, sRGB, without metadata, padded to a square, and never
 * enlarged. The padding continues the colour of the picture's edges, like a studio background; it is transparent for
 * pictures with transparency.
 * @param isWhole keeps the picture's proportions in place of the square
 * @param size of the picture as returned by `inspectPicture`, in pixels.
 * @throws Refusal `upload.unreadable` for a damaged picture.
 */
export async function encodePicture(
  bytes: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
  { isWhole = false } = {},
): Promise<EncodedPicture> {
  const sharp = await openSharp();
  try {
    const files: { width: number; bytes: Buffer }[] = [];
    const picture = sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .autoOrient();
    const whole = isWhole
      ? await pixelsOf(await draw(picture.resize({ width: Math.min(PICTURE_WIDTHS[0], width) }).toColourspace('srgb')))
      : await square(picture, Math.min(PICTURE_WIDTHS[0], Math.max(width, height)));
    for (const edge of PICTURE_WIDTHS) {
      const file = whole.clone().resize({ width: edge, withoutEnlargement: true });
      files.push({ width: edge, bytes: await file.webp({ quality: QUALITY, effort: 3 }).toBuffer() });
    }
    const blurred = await encodeBlurred(whole.clone());
    if (blurred) files.push({ width: BLURRED_WIDTH, bytes: blurred });
    return { width, height, files };
  } catch {
    throw new Refusal('upload.unreadable');
  }
}

/** Encodes a picture as a square PNG of `edge` pixels with transparent borders. @throws Refusal `upload.unreadable` */
export async function encodeIcon(bytes: Buffer, edge: number): Promise<Buffer> {
  const sharp = await openSharp();
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'contain', background: CLEAR })
      .toColourspace('srgb')
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
  } catch {
    throw new Refusal('upload.unreadable');
  }
}

export interface PngBox {
  readonly width: number;
  readonly height: number;
  /** Pads the picture to the whole box. Default: its own proportions. */
  readonly background?: string;
}

export interface DrawnPng {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Encodes a stored picture as a PNG within a box; without a background it is not enlarged. */
export async function encodePng(bytes: Buffer, { width, height, background }: PngBox): Promise<DrawnPng> {
  const sharp = await openSharp();
  const picture =
    background === undefined
      ? sharp(bytes).resize({ width, height, fit: 'inside', withoutEnlargement: true })
      : sharp(bytes).resize({ width, height, fit: 'contain', background }).flatten({ background });
  const { data, info } = await picture
    .png({ compressionLevel: 9, palette: true })
    .toBuffer({ resolveWithObject: true });
  return { png: data, width: info.width, height: info.height };
}

interface Pixels {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

async function pixelsOf({ data, info: { width, height, channels } }: Pixels): Promise<Sharp> {
  const sharp = await openSharp();
  return sharp(data, { raw: { width, height, channels } });
}

const draw = (picture: Sharp): Promise<Pixels> => picture.raw().toBuffer({ resolveWithObject: true });

async function square(picture: Sharp, edge: number): Promise<Sharp> {
  let drawn = await draw(picture.resize({ width: edge, height: edge, fit: 'inside' }).toColourspace('srgb'));
  const { width, height, channels } = drawn.info;
  const isOpaque = channels < 4 || (await (await pixelsOf(drawn)).stats()).isOpaque;
  const sides = width > height ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  const missing = edge - Math.min(width, height);
  const borders = [Math.floor(missing / 2), Math.ceil(missing / 2)];
  for (const [index, side] of missing > 0 ? sides.entries() : []) {
    const background = isOpaque ? await paperAt(drawn, side) : CLEAR;
    drawn = await draw((await pixelsOf(drawn)).extend({ [side]: borders[index], background }));
  }
  return pixelsOf(drawn);
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Fraction of the shorter side: ignores one-pixel frames and camera noise. */
const EDGE_SHARE = 0.01;

/** The mean colour of one edge. */
async function paperAt(drawn: Pixels, side: 'top' | 'bottom' | 'left' | 'right'): Promise<typeof CLEAR> {
  const { width, height } = drawn.info;
  const depth = Math.max(1, Math.round(Math.min(width, height) * EDGE_SHARE));
  const strip = side === 'top' || side === 'bottom' ? { width, height: depth } : { width: depth, height };
  const left = side === 'right' ? width - depth : 0;
  const top = side === 'bottom' ? height - depth : 0;
  // sharp's statistics ignore the pipeline, so extract the strip first.
  const cut = await draw((await pixelsOf(drawn)).extract({ left, top, ...strip }));
  const [r, g, b] = (await (await pixelsOf(cut)).stats()).channels.map(({ mean }) => Math.round(mean));
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0, alpha: 1 };
}
