import { drawSheet } from './draw-sheet.ts';
import type { Sheet } from './sheet.ts';

/** Runs in a worker thread: the library for PDF and its fonts are loaded there, and freed with it. */
export default function draw(sheet: Sheet): Promise<Uint8Array> {
  return drawSheet(sheet);
}
