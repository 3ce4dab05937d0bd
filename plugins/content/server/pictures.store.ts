import { sql } from 'kysely';
import { type AuditContext, refuse } from '#plugin';
import { refusals } from '../contract-fields.ts';
import type { Services, Transaction } from '../tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ADDRESS = /^\/media\/uploads\/[\w-]+$/;

/** Stores a picture for pages and sections; shown or not, it stays for a day. */
export async function storePicture(services: Services, bytes: Buffer, by: AuditContext) {
  const { address, width, height } = await services.pictures.storeWhole(bytes, by.actor);
  const created_at = services.now();
  await services.transaction(async (tx) => {
    await tx
      .insertInto('plugin_content.picture')
      .values({ address, width, height, created_at })
      .onConflict((conflict) => conflict.column('address').doUpdateSet({ created_at }))
      .execute();
    // The job may have just released the same picture.
    await services.pictures.claim(tx, [address]);
    const after = { address, width, height };
    await services.recordAudit(tx, {
      ...by,
      entity: 'content_picture',
      entityId: address,
      action: 'content.upload_picture',
      before: null,
      after,
    });
  });
  return { src: address, width, height };
}

/** The uploads that a content shows: `src` of pictures. Texts and links may name any address. */
function uploadsIn(content: unknown): string[] {
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([name, value]) =>
    typeof value === 'string' ? (name === 'src' && ADDRESS.test(value) ? value : []) : uploadsIn(value),
  );
}

/**
 * Keeps the pictures of a content from the clean-up while it is saved.
 * @throws a refusal `content.picture_unknown` when one was never uploaded or is gone
 */
export async function claimPictures(services: Services, tx: Transaction, content: unknown): Promise<void> {
  const addresses = [...new Set(uploadsIn(content))].sort();
  if (addresses.length === 0) return;
  const rows = await tx
    .updateTable('plugin_content.picture')
    .set({ created_at: services.now() })
    .where('address', 'in', addresses)
    .returning('address')
    .execute();
  if (rows.length < addresses.length) throw refuse(refusals.picture_unknown);
}

/** Job: releases pictures that were uploaded more than a day ago and are shown nowhere. */
export async function releasePictures(services: Services): Promise<void> {
  const before = new Date(services.now().getTime() - DAY_MS);
  await services.transaction(async (tx) => {
    const { rows } = await sql<{ address: string }>`
      DELETE FROM plugin_content.picture
       WHERE created_at < ${before}
         AND NOT EXISTS (SELECT FROM plugin_content.page WHERE position(address IN body::text) > 0)
         AND NOT EXISTS (SELECT FROM plugin_content.post
                          WHERE position(address IN concat(cover::text, body::text)) > 0)
         AND NOT EXISTS (SELECT FROM plugin_content.document
                          WHERE position(address IN concat(draft::text, published::text)) > 0)
      RETURNING address`.execute(tx);
    await services.pictures.release(
      tx,
      rows.map(({ address }) => address),
    );
  });
}
