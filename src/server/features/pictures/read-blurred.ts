import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Database } from '#server/platform/database/database.ts';
import { withReservedConnections } from '#server/platform/database/read-scope.ts';
import { UPLOADED } from './claim-pictures.ts';
import { BLURRED_WIDTH } from './encode-blurred.ts';
import { readPictureFile } from './pictures.store.ts';

/** Data URLs of the blurred picture. */
export interface BlurredPicture {
  readonly light: string;
  /** Null: the same in the dark theme. */
  readonly dark: string | null;
}

/** @returns null for a picture without a blurred one. */
export type ReadBlurred = (src: string) => Promise<BlurredPicture | null>;

/** Each takes about half a kilobyte. */
const MAX_CACHED = 4_000;
/** A picture of the demo's studio (docs/decisions/0069). */
const STUDIO = /^\/media\/([\w-]+)_\d+$/;

/**
 * Reads each blurred picture once per process: the picture behind an address never changes.
 * @param of.media the folder with the demo's pictures
 */
export function createBlurredReader({ db, media }: { readonly db: Database; readonly media: string }): ReadBlurred {
  const cache = new LRUCache<string, { readonly picture: BlurredPicture | null }>({
    max: MAX_CACHED,
    fetchMethod: async (src) => {
      const [, upload] = UPLOADED.exec(src) ?? [];
      const [, key] = STUDIO.exec(src) ?? [];
      if (upload) return { picture: await readUpload(db, upload) };
      return { picture: key ? await readStudioPicture(media, key) : null };
    },
  });
  return async (src) => (await withReservedConnections(() => cache.fetch(src)))?.picture ?? null;
}

async function readUpload(db: Database, key: string): Promise<BlurredPicture | null> {
  const bytes = await readPictureFile(db, key, BLURRED_WIDTH);
  return bytes ? { light: dataUrl(bytes), dark: null } : null;
}

async function readStudioPicture(media: string, key: string): Promise<BlurredPicture | null> {
  const readTheme = (theme: string) => readFile(join(media, `${key}${theme}-blurred.webp`)).then(dataUrl, () => null);
  const [light, dark] = await Promise.all([readTheme(''), readTheme('-dark')]);
  return light === null ? null : { light, dark };
}

const dataUrl = (bytes: Buffer): string => `data:image/webp;base64,${bytes.toString('base64')}`;
