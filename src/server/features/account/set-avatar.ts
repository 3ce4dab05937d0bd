import { randomBytes } from 'node:crypto';
import { MAX_AVATAR_PIXELS } from '#domain/picture-limits.ts';
import { DECODE_TIMEOUT_SECONDS, decodeInTurn, inspectPicture } from '#server/features/pictures/index.ts';
import type { UserRow } from '#server/features/users/index.ts';
import { type OwnChange, recordOwnChange } from '#server/platform/audit.ts';
import { type Database, inTransaction } from '#server/platform/database/database.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { putAvatar } from './avatar.store.ts';

/** Twice the 120 px at which it is shown (back-office §2), and a little more. */
const SIDE = 256;
const QUALITY = 82;

async function squarePicture(bytes: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { limitInputPixels: MAX_AVATAR_PIXELS, failOn: 'error' }).timeout({
      seconds: DECODE_TIMEOUT_SECONDS,
    });
    // Turned as the camera says, before what the camera says is dropped with all other metadata.
    return await picture.autoOrient().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: QUALITY }).toBuffer();
  } catch {
    throw new Refusal('picture.unreadable');
  }
}

/**
 * Gives an account a picture: cropped square, small, drawn anew so that nothing else of the file is kept.
 * @param image a data URL; what it says of its type counts for nothing.
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
