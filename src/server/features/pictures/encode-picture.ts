import type { OutputInfo, Sharp } from 'sharp';
import { MAX_PICTURE_PIXELS } from '#domain/picture-limits.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { DECODE_TIMEOUT_SECONDS } from './decode-queue.ts';

/** The widths of every picture of the shop, in pixels: what `srcset` offers. */
export const PICTURE_WIDTHS = [1280, 640, 320] as const;
const QUALITY = 82;

export interface EncodedPicture {
  /** Pixels of what came in, the right way up. */
  readonly width: number;
  readonly height: number;
  readonly files: readonly { readonly width: number; readonly bytes: Buffer }[];
}

/** Loaded when the first picture comes: most processes of a shop never see one. */
const openSharp = async () => (await import('sharp')).default;

/**
 * Makes the WebP files of a picture: the first frame, upright, in sRGB, without any metadata, whole within a square, and no
 * larger than it came. What is missing to the square continues the colour of the picture's own edges, as the paper behind a
 * thing in a studio does; beside a picture with transparent parts it is transparent.
 * @param size of the picture as `inspectPicture` found it, pixels.
 * @throws Refusal `upload.unreadable` for a damaged picture.
 */
export async function encodePicture(
  bytes: Buffer,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<EncodedPicture> {
  const sharp = await openSharp();
  try {
    const files: { width: number; bytes: Buffer }[] = [];
    const picture = sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'error' })
      .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
      .autoOrient();
    const whole = await square(picture, Math.min(PICTURE_WIDTHS[0], Math.max(width, height)));
    for (const edge of PICTURE_WIDTHS) {
      const file = whole.clone().resize({ width: edge, withoutEnlargement: true });
      files.push({ width: edge, bytes: await file.webp({ quality: QUALITY, effort: 3 }).toBuffer() });
    }
    return { width, height, files };
  } catch {
    throw new Refusal('upload.unreadable');
  }
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
  const pieces = [Math.floor(missing / 2), Math.ceil(missing / 2)];
  for (const [index, side] of missing > 0 ? sides.entries() : []) {
    const background = isOpaque ? await paperAt(drawn, side) : CLEAR;
    drawn = await draw((await pixelsOf(drawn)).extend({ [side]: pieces[index], background }));
  }
  return pixelsOf(drawn);
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };
/** Of the shorter side: what a frame of a pixel or the noise of a camera does not decide. */
const EDGE_SHARE = 0.01;

/** The mean colour of one edge. */
async function paperAt(drawn: Pixels, side: 'top' | 'bottom' | 'left' | 'right'): Promise<typeof CLEAR> {
  const { width, height } = drawn.info;
  const depth = Math.max(1, Math.round(Math.min(width, height) * EDGE_SHARE));
  const strip = side === 'top' || side === 'bottom' ? { width, height: depth } : { width: depth, height };
  const left = side === 'right' ? width - depth : 0;
  const top = side === 'bottom' ? height - depth : 0;
  // Statistics are of what comes in, whatever a pipeline does with it: the strip is cut out first.
  const cut = await draw((await pixelsOf(drawn)).extract({ left, top, ...strip }));
  const [r, g, b] = (await (await pixelsOf(cut)).stats()).channels.map(({ mean }) => Math.round(mean));
  return { r: r ?? 0, g: g ?? 0, b: b ?? 0, alpha: 1 };
}
