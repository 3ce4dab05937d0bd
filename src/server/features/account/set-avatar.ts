import { randomBytes } from 'node:crypto';
import { MAX_AVATAR_PIXELS } from '#domain/catalogue/picture-limits.ts';
import { DECODE_TIMEOUT_SECONDS, decodeInTurn, inspectPicture } from '#server/features/pictures/index.ts';
import type { UserRow } from '#server/features/users/index.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit/audit.store.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { putAvatar } from './avatar.store.ts';

/** A little more than twice the displayed 120 px (back-office §2). */
const SIDE = 256;
const QUALITY = 82;

async function squarePicture(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_AVATAR_PIXELS, failOn: 'error' }).timeout({
      seconds: DECODE_TIMEOUT_SECONDS,
    });
    // Apply the EXIF orientation before all metadata is dropped.
    return await picture.autoOrient().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: QUALITY }).toBuffer();
  } catch {
    throw new Refusal('picture.unreadable');
  }
}

/**
 * Sets the avatar of an account: cropped square, small, and encoded again so that nothing else of the file is kept.
 * @param image a data URL; its declared type is ignored.
 * @throws Refusal `picture.unreadable`, `picture.too_many_pixels`, `request.too_many`.
 */
export async function setAvatar(db: Database, image: string, by: OwnChange): Promise<UserRow> {
  const { userId } = by.caller;
  const bytes = Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
  if (!(await inspectPicture(bytes, MAX_AVATAR_PIXELS))) throw new Refusal('picture.unreadable');
  const picture = await decodeInTurn(userId, 'normal', () => squarePicture(bytes));
  const name = randomBytes(16).toString('hex');
  const user = await inTransaction(db, async (tx) => {
    await recordOwnChange(tx, by, { action: 'user.avatar' });
    return putAvatar(tx, userId, { name, picture }, by.at);
  });
  if (!user) throw new Refusal('auth.expired');
  return user;
}
