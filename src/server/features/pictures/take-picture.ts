import { createHash } from 'node:crypto';
import { MAX_PICTURE_PIXELS } from '#domain/picture-limits.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Clock } from '#server/platform/clock.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import type { Caller, RequestFacts } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { decodeInTurn } from './decode-queue.ts';
import { encodePicture } from './encode-picture.ts';
import { inspectPicture, isPicture } from './inspect-picture.ts';
import { insertPicture, readPictureSize, touchPicture } from './pictures.store.ts';

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
  { actor, request }: { readonly actor: Caller; readonly request: RequestFacts },
): Promise<TakenPicture> {
  const key = `up-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
  const taken = await keepPicture(services, { key, bytes, by: actor.userId });
  const { width, height } = taken;
  const picture = { entity: 'picture', entityId: key, before: null, after: { width, height } };
  await inTransaction(services.db, (tx) =>
    recordAudit(tx, { ...picture, actor, request, action: 'picture.upload', at: services.now() }),
  );
  return taken;
}

async function keepPicture(
  services: PictureServices,
  { key, bytes, by }: { readonly key: string; readonly bytes: Buffer; readonly by: number },
): Promise<TakenPicture> {
  const known = await findKnown(services, key);
  if (known) return known;
  if (!isPicture(bytes)) throw new Refusal('upload.not_a_picture');
  const size = await inspectPicture(bytes, MAX_PICTURE_PIXELS);
  if (!size) throw new Refusal('upload.unreadable');
  return decodeInTurn(by, 'urgent', async () => {
    // The same file may have been uploaded several times at once.
    const known = await findKnown(services, key);
    if (known) return known;
    const picture = await encodePicture(bytes, size);
    const at = services.now();
    await inTransaction(services.db, (tx) => insertPicture(tx, key, picture, { by, at }));
    return { url: addressOf(key), ...size };
  });
}

const addressOf = (key: string): string => `/media/uploads/${key}`;

async function findKnown({ db, now }: PictureServices, key: string): Promise<TakenPicture | undefined> {
  const size = (await touchPicture(db, key, now())) ? await readPictureSize(db, key) : undefined;
  return size && { url: addressOf(key), ...size };
}
