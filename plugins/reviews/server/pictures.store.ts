import { sql } from 'kysely';
import { refuse } from '#plugin';
import { reviewRefusals } from '../contract.ts';
import type { Services, Transaction } from '../tables.ts';
import { type Buyer, hasBought } from './purchases.store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** More than anybody needs; keeps an account from filling the disk. */
const MAX_UPLOADS_PER_DAY = 40;
const BATCH = 500;

/**
 * Stores a picture that its customer may use in a review within a day. @returns its address
 * @throws a refusal: `reviews.nothing_bought` or `reviews.order_void`, `reviews.too_many_uploads`, or what is wrong with the picture
 */
export async function storeUpload(services: Services, buyer: Buyer, bytes: Buffer): Promise<string> {
  const { userId } = buyer;
  // Checked before the picture is decoded, which is slow.
  if (!(await hasBought(services.db, buyer))) {
    throw refuse(buyer.orderId === undefined ? reviewRefusals.nothing_bought : reviewRefusals.order_void);
  }
  if (!(await mayUpload(services, services.db, userId))) throw refuse(reviewRefusals.too_many_uploads);
  const address = await services.pictures.store(bytes, { userId });
  const isStored = await services.transaction(async (tx) => {
    // Other uploads may have been stored meanwhile.
    await sql`SELECT pg_advisory_xact_lock(hashtext('plugin_reviews.upload'), ${userId}::integer)`.execute(tx);
    if (await mayUpload(services, tx, userId)) {
      await insertUpload(tx, userId, address, services.now());
      // Another customer may have just deleted the last review that showed the same picture.
      await services.pictures.claim(tx, [address]);
      return true;
    }
    await releaseUnused(services, tx, [address]);
    return false;
  });
  if (!isStored) throw refuse(reviewRefusals.too_many_uploads);
  return address;
}

async function mayUpload(services: Services, db: Services['db'] | Transaction, userId: number): Promise<boolean> {
  const since = new Date(services.now().getTime() - DAY_MS);
  const { count } = await db
    .selectFrom('plugin_reviews.upload')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count < MAX_UPLOADS_PER_DAY;
}

async function insertUpload(tx: Transaction, userId: number, address: string, created_at: Date): Promise<void> {
  await tx
    .insertInto('plugin_reviews.upload')
    .values({ address, user_id: userId, created_at })
    .onConflict((conflict) => conflict.columns(['address', 'user_id']).doUpdateSet({ created_at }))
    .execute();
}

/**
 * Keeps uploads from the clean-up while a review begins to show them.
 * @throws a refusal `reviews.picture_unknown` for a picture that the customer has not uploaded within a day
 */
export async function claimUploads(
  services: Services,
  tx: Transaction,
  userId: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  const rows = await tx
    .updateTable('plugin_reviews.upload')
    .set({ created_at: services.now() })
    .where('user_id', '=', userId)
    .where('address', 'in', [...new Set(addresses)].sort())
    .returning('address')
    .execute();
  if (rows.length < new Set(addresses).size) {
    throw refuse(reviewRefusals.picture_unknown, { errors: { pictures: [reviewRefusals.picture_unknown.message] } });
  }
}

/** Those of these pictures that a review shows, or that somebody may still use in one. */
async function listUsed(tx: Transaction, addresses: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    SELECT address FROM unnest(${[...addresses]}::text[]) AS address
     WHERE EXISTS (SELECT FROM plugin_reviews.review WHERE pictures @> ARRAY[address])
        OR EXISTS (SELECT FROM plugin_reviews.upload WHERE upload.address = address.address)`.execute(tx);
  return rows.map(({ address }) => address);
}

/** Releases pictures that no review shows and nobody may use any more. */
export const releaseUnused = (services: Services, tx: Transaction, addresses: readonly string[]): Promise<void> =>
  services.pictures.release(tx, addresses, () => listUsed(tx, addresses));

/** Releases uploads of a customer, or before a moment, that are in no review. */
async function releaseUploads(
  services: Services,
  tx: Transaction,
  which: { readonly before: Date } | { readonly userId: number },
) {
  const rows = await tx
    .deleteFrom('plugin_reviews.upload')
    .where((eb) => ('before' in which ? eb('created_at', '<', which.before) : eb('user_id', '=', which.userId)))
    .returning('address')
    .execute();
  await releaseUnused(
    services,
    tx,
    rows.map(({ address }) => address),
  );
}

/** A deleted account has no pictures but those in its reviews. */
export const releaseUploadsOf = (services: Services, tx: Transaction, userId: number): Promise<void> =>
  releaseUploads(services, tx, { userId });

/** Job: releases what was uploaded more than a day ago and is in no review, and the pictures of deleted reviews. */
export async function releasePictures(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - DAY_MS);
  await services.transaction((tx) => releaseUploads(services, tx, { before }));
  while ((await services.transaction((tx) => releaseDeleted(services, tx))) === BATCH);
}

/** @returns how many pictures of deleted reviews it has taken */
async function releaseDeleted(services: Services, tx: Transaction): Promise<number> {
  const { rows } = await sql<{ address: string }>`
    DELETE FROM plugin_reviews.released_picture WHERE address IN (
      SELECT address FROM plugin_reviews.released_picture ORDER BY address LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING address`.execute(tx);
  await releaseUnused(
    services,
    tx,
    rows.map(({ address }) => address),
  );
  return rows.length;
}
