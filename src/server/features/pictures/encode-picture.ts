import type { Sharp } from 'sharp';
import { Refusal } from '#server/platform/refusal.ts';

/** The widths of every picture of the shop, in pixels: what `srcset` offers. */
export const PICTURE_WIDTHS = [1280, 640, 320] as const;
/** DESIGN §7. */
const MAX_PIXELS = 50_000_000;
const QUALITY = 82;

export interface EncodedPicture {
  /** Pixels of what came in, the right way up. */
  readonly width: number;
  readonly height: number;
  readonly files: readonly { readonly width: number; readonly bytes: Buffer }[];
}

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/** Loaded when the first picture comes: most processes of a shop never see one. */
const openSharp = async () => (await import('sharp')).default;

/** Told by the content: a name or an announced type proves nothing. Vector pictures can carry scripts and are none of these. */
export function isPicture(bytes: Buffer): boolean {
  if (bytes.length < 12) return false;
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
  const isPng = ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n';
  const isGif = /^GIF8[79]a$/.test(ascii(bytes, 0, 6));
  const isWebp = ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP';
  const isAvif = ascii(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(ascii(bytes, 8, 12));
  return isJpeg || isPng || isGif || isWebp || isAvif;
}

/**
 * Makes the WebP files of a picture: the first frame, upright, in sRGB, without any metadata, whole within a square (what is
 * missing to it is transparent), and no larger than it came.
 * @throws Refusal `upload.not_a_picture`, or `upload.unreadable` for what is damaged or has more than 50 megapixels.
 */
export async function encodePicture(bytes: Buffer): Promise<EncodedPicture> {
  if (!isPicture(bytes)) throw new Refusal('upload.not_a_picture');
  const { width, height } = await measure(bytes);
  const sharp = await openSharp();
  try {
    const files: { width: number; bytes: Buffer }[] = [];
    let source = await square(sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient(), 1280, {
      width,
      height,
    });
    for (const edge of PICTURE_WIDTHS) {
      if (edge < 1280) source = await square(sharp(source), edge, { width, height });
      files.push({ width: edge, bytes: source });
    }
    return { width, height, files };
  } catch {
    throw new Refusal('upload.unreadable');
  }
}

/** Reads the head alone: a file of a few kilobytes may claim to be as large as a house. */
async function measure(bytes: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await openSharp();
  const head = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head?.width || !head.height) throw new Refusal('upload.unreadable');
  if (head.width * head.height > MAX_PIXELS) {
    const message = `This picture has ${Math.ceil((head.width * head.height) / 1e6)} megapixels. At most 50 are allowed.`;
    throw new Refusal('upload.unreadable', { message });
  }
  return { width: head.autoOrient.width, height: head.autoOrient.height };
}

function square(picture: Sharp, wanted: number, size: { width: number; height: number }): Promise<Buffer> {
  const edge = Math.min(wanted, Math.max(size.width, size.height));
  return picture
    .resize({ width: edge, height: edge, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .toColourspace('srgb')
    .webp({ quality: QUALITY, effort: 3 })
    .toBuffer();
}
