import type { Metadata } from 'sharp';
import { SLOW_FORMAT_SHARE } from '#domain/catalogue/picture-limits.ts';
import { Refusal } from '#server/platform/refusal.ts';

const ascii = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to);

/**
 * Detected from the content, because names and declared types can lie. Vector pictures are not accepted: they can
 * contain scripts.
 */
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
 * Reads only the header without decoding: a file of 1.5 kB can claim 49 megapixels.
 * @returns pixels after applying the orientation. Undefined: not a picture, or damaged.
 * @throws Refusal `picture.too_many_pixels`.
 */
export async function inspectPicture(
  bytes: Buffer,
  maxPixels: number,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  if (!isPicture(bytes)) return undefined;
  const { default: sharp } = await import('sharp');
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!header?.width || !header.height) return undefined;
  refuseTooManyPixels(header, maxPixels);
  return { width: header.autoOrient.width, height: header.autoOrient.height };
}

function refuseTooManyPixels({ width, height, format, isProgressive }: Metadata, maxPixels: number): void {
  const slow = format === 'heif' ? 'an AVIF' : format === 'png' && isProgressive ? 'an interlaced PNG' : undefined;
  const allowed = slow ? maxPixels * SLOW_FORMAT_SHARE : maxPixels;
  if (width * height <= allowed) return;
  const message = `This picture has ${megapixels(width * height, Math.ceil)} megapixels. At most ${megapixels(allowed, Math.floor)} are allowed${slow ? ` for ${slow}` : ''}.`;
  throw new Refusal('picture.too_many_pixels', { message });
}

const megapixels = (pixels: number, round: (value: number) => number): string => String(round(pixels / 1e5) / 10);
