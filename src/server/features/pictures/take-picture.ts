import { createHash } from 'node:crypto';
import { MAX_PICTURE_PIXELS } from '#domain/catalogue/picture-limits.ts';
import { type AuditContext, recordAudit } from '#server/platform/audit/audit.store.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { decodeInTurn } from './decode-queue.ts';
import { type DrawnPng, encodeIcon, encodePicture, encodePng, PICTURE_WIDTHS, type PngBox } from './encode-picture.ts';
import { inspectPicture, isPicture } from './inspect-picture.ts';
import {
  insertPicture,
  insertPluginPictures,
  readPictureFile,
  readPictureSize,
  touchPicture,
} from './pictures.store.ts';

export interface PictureServices {
  readonly db: Database;
  readonly now: Clock;
}

export interface TakenPicture {
  readonly url: string;
  /** Pixels of the upload. */
  readonly width: number;
  readonly height: number;
}

/**
 * Stores an uploaded picture. Uploading the same bytes again returns the same picture without encoding it.
 * @throws Refusal `upload.not_a_picture`, `upload.unreadable`, `picture.too_many_pixels`, `request.too_many`.
 */
export async function takePicture(
  services: PictureServices,
  bytes: Buffer,
  { actor, request }: AuditContext,
): Promise<TakenPicture> {
  const key = keyOf(bytes);
  const taken = await keepPicture(services, { key, bytes, by: actor.userId });
  const { width, height } = taken;
  const picture = { entity: 'picture', entityId: key, before: null, after: { width, height } };
  await inTransaction(services.db, (tx) =>
    recordAudit(tx, { ...picture, actor, request, action: 'picture.upload', at: services.now() }),
  );
  return taken;
}

/** The same bytes in the same shape have the same key. */
const keyOf = (bytes: Buffer, { isWhole = false } = {}): string => {
  const hash = createHash('sha256').update(bytes);
  return `up-${(isWhole ? hash.update('whole') : hash).digest('hex').slice(0, 32)}`;
};

/**
 * Keeps a picture for a plug-in until the plug-in releases it.
 * @param isWhole keeps its proportions; otherwise it becomes a square, as pictures of products do
 * @throws Refusal as `takePicture` does.
 */
export async function storePluginPicture(
  services: PictureServices,
  bytes: Buffer,
  { plugin, userId, isWhole }: { readonly plugin: string; readonly userId: number; readonly isWhole: boolean },
): Promise<TakenPicture> {
  const key = keyOf(bytes, { isWhole });
  const taken = await keepPicture(services, { key, bytes, by: userId, isWhole });
  await inTransaction(services.db, (tx) => insertPluginPictures(tx, plugin, [key]));
  return taken;
}

/**
 * Draws a picture as a square PNG with transparent borders, for icons. It is not stored.
 * @param edge of the square, in pixels
 * @throws Refusal as `takePicture` does.
 */
export async function drawIcon(bytes: Buffer, edge: number, by: number): Promise<Buffer> {
  await checkPicture(bytes);
  return decodeInTurn(by, 'urgent', () => encodeIcon(bytes, edge));
}

/**
 * Renders a stored picture as a PNG that fits into a box. The picture was checked when it was stored and is small, so it
 * bypasses the decode queue.
 * @returns null if there is no such picture
 */
export async function drawPng(db: Database, url: string, box: PngBox): Promise<DrawnPng | null> {
  const key = url.startsWith(UPLOADS) ? url.slice(UPLOADS.length) : undefined;
  const bytes = key === undefined ? undefined : await readPictureFile(db, key, PICTURE_WIDTHS[0]);
  return bytes ? encodePng(bytes, box) : null;
}

async function keepPicture(
  services: PictureServices,
  {
    key,
    bytes,
    by,
    isWhole,
  }: { readonly key: string; readonly bytes: Buffer; readonly by: number; readonly isWhole?: boolean },
): Promise<TakenPicture> {
  const known = await findKnown(services, key);
  if (known) return known;
  const size = await checkPicture(bytes);
  return decodeInTurn(by, 'urgent', async () => {
    // The same file may have been uploaded several times at once.
    const known = await findKnown(services, key);
    if (known) return known;
    const picture = await encodePicture(bytes, size, { isWhole: isWhole ?? false });
    const at = services.now();
    await inTransaction(services.db, (tx) => insertPicture(tx, key, picture, { by, at }));
    return { url: addressOf(key), ...size };
  });
}

async function checkPicture(bytes: Buffer) {
  if (!isPicture(bytes)) throw new Refusal('upload.not_a_picture');
  const size = await inspectPicture(bytes, MAX_PICTURE_PIXELS);
  if (!size) throw new Refusal('upload.unreadable');
  return size;
}

const UPLOADS = '/media/uploads/';
const addressOf = (key: string): string => `${UPLOADS}${key}`;

async function findKnown({ db, now }: PictureServices, key: string): Promise<TakenPicture | undefined> {
  const size = (await touchPicture(db, key, now())) ? await readPictureSize(db, key) : undefined;
  return size && { url: addressOf(key), ...size };
}
