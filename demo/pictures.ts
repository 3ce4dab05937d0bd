import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const MEDIA = join(import.meta.dirname, 'media');

let widest: ReadonlyMap<string, number> | undefined;

/** The largest width of each picture, which differs: first pictures are larger than close-ups. */
function readWidths(): ReadonlyMap<string, number> {
  const widths = new Map<string, number>();
  for (const file of readdirSync(MEDIA)) {
    const [, key, width] = /^(.+)-(\d+)\.avif$/.exec(file) ?? [];
    if (key) widths.set(key, Math.max(widths.get(key) ?? 0, Number(width)));
  }
  return widths;
}

/**
 * Base path of a picture that the studio has made, such as `/media/aria-over-ear-headphones-1_1024`: after the
 * underscore its largest width (docs/decisions/0069).
 */
export function picturePath(key: string): string {
  widest ??= readWidths();
  const width = widest.get(key);
  if (width === undefined) throw new Error(`The picture ${key} is not in demo/media: make it with npm run studio.`);
  return `/media/${key}_${width}`;
}
