import { createHash } from 'node:crypto';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { takeTurns } from '#server/platform/take-turns.ts';
import { encodePicture } from './encode-picture.ts';
import { insertPicture, readPictureSize, touchPicture } from './pictures.store.ts';

export interface PictureServices {
  readonly db: Database;
  readonly now: Clock;
}

export interface TakenPicture {
  readonly url: string;
  /** Pixels of what came in. */
  readonly width: number;
  readonly height: number;
}

/** Decoding a large picture takes up to 200 MB: one at a time on a node, whoever sends them; the others wait. */
export const decodeInTurn = takeTurns(1);

/**
 * Keeps an uploaded picture. The same bytes again are the same picture, without the work.
 * @throws Refusal `upload.not_a_picture`, `upload.unreadable`.
 */
export async function takePicture({ db, now }: PictureServices, bytes: Buffer, by: number): Promise<TakenPicture> {
  const key = `up-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
  const url = `/media/uploads/${key}`;
  const known = (await touchPicture(db, key, now())) ? await readPictureSize(db, key) : undefined;
  if (known) return { url, ...known };
  const picture = await decodeInTurn(() => encodePicture(bytes));
  await inTransaction(db, (tx) => insertPicture(tx, key, picture, { by, at: now() }));
  return { url, width: picture.width, height: picture.height };
}
