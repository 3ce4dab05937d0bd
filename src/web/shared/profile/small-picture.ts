import { MAX_PICTURE_BYTES } from '#domain/picture-limits.ts';
import { type Placement, squareOf } from './picture-square.ts';

/** Larger than the server's picture, and small enough for any connection. */
const SIDE = 512;

/** The file as data URL, for a picture that this browser cannot draw: the server may know its kind, or tells that it is none. */
export function untouched(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('This file cannot be read.'));
    reader.readAsDataURL(file);
  });
}

/**
 * The picture of a file; null when this browser cannot draw it.
 * @throws Error with a sentence when the file is too large.
 */
export async function openPicture(file: File): Promise<ImageBitmap | null> {
  if (file.size > MAX_PICTURE_BYTES) throw new Error('A picture can have 10 MB at most.');
  return createImageBitmap(file).catch(() => null);
}

/** Fills a square canvas with what lies in the chosen square. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, placement: Placement): void {
  const { left, top, side } = squareOf(picture, placement);
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The chosen square, small, as data URL: nobody waits for ten megabytes of a phone's camera. */
export function smallPicture(picture: ImageBitmap, placement: Placement): string {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  drawSquare(canvas, picture, placement);
  return canvas.toDataURL('image/png');
}
