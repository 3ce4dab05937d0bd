import { MAX_PICTURE_BYTES, MAX_PICTURE_SIZE } from '#domain/catalogue/picture-limits.ts';
import { type Placement, squareOf } from './picture-square.ts';

/** Larger than the server's version, and small enough for any connection. */
const SIDE = 512;

/** The original file as a data URL, for formats that this browser cannot decode: the server may support it. */
export function readOriginal(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('This file cannot be read.'));
    reader.readAsDataURL(file);
  });
}

/**
 * Decodes a file; null when this browser cannot.
 * @throws Error with a message when the file is too large.
 */
export async function openPicture(file: File): Promise<ImageBitmap | null> {
  if (file.size > MAX_PICTURE_BYTES) throw new Error(`A picture can have ${MAX_PICTURE_SIZE} at most.`);
  return createImageBitmap(file).catch(() => null);
}

/** Draws the chosen square onto a canvas. */
export function drawSquare(canvas: HTMLCanvasElement, picture: ImageBitmap, placement: Placement): void {
  const { left, top, side } = squareOf(picture, placement);
  const context = canvas.getContext('2d');
  context?.clearRect(0, 0, canvas.width, canvas.height);
  context?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
}

/** The chosen square, scaled down, as a data URL: nobody should upload ten megabytes from a phone's camera. */
export function smallPicture(picture: ImageBitmap, placement: Placement): string {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  drawSquare(canvas, picture, placement);
  return canvas.toDataURL('image/png');
}
