import { drawSheet } from './draw-sheet.ts';
import type { Sheet } from './sheet.ts';

/** Runs in a worker thread, which loads the PDF library with its fonts and frees them when it ends. */
export default function draw(sheet: Sheet): Promise<Uint8Array> {
  return drawSheet(sheet);
}
