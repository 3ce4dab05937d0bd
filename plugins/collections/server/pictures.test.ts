import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countWaiting } from '#plugin/testing';
import { type CollectionsTestShop, openCollectionsShop, pictureForm } from '../testing.ts';

let shop: CollectionsTestShop;
beforeAll(async () => {
  shop = await openCollectionsShop();
});
afterAll(() => shop.close());

let drawn = 0;
/** The form of a picture that no other test uses. */
async function somePicture(): Promise<FormData> {
  drawn += 1;
  const size = { width: 8, height: 8, channels: 3, background: { r: drawn, g: 90, b: 90 } } as const;
  return pictureForm(await sharp({ create: size }).png().toBuffer());
}
const uploadPicture = async () =>
  (await shop.call('POST /admin/collections/pictures', { body: await somePicture() }, shop.admin)).data.url;
const uploadInBackOffice = async () =>
  (await shop.call('POST /admin/uploads', { body: await somePicture() }, shop.admin)).data.picture.url;

async function cleanUp() {
  await shop.jobs.run('collections.release-uploads');
  await shop.jobs.run('clean-up-pictures');
}
const statusOf = async (picture: string) => (await shop.app.inject({ url: `${picture}-640.webp` })).statusCode;

test.each([
  ['with its form', uploadPicture],
  ['with the uploads of the back office', uploadInBackOffice],
])('a picture that was uploaded %s stays while a collection shows it', async (_how, upload) => {
  const picture = await upload();
  const { data } = await shop.createCollection({ image: picture });
  await shop.advance({ days: 2 });
  await cleanUp();
  expect(await statusOf(picture)).toBe(200);

  await shop.saveCollection(data.id, shop.collectionForm({ slug: data.slug, image: null }));
  await shop.advance({ days: 2 });
  await cleanUp();
  expect(await statusOf(picture)).toBe(404);
});

test('a picture that was never uploaded, or is gone when the form is saved, is refused', async () => {
  const refusal = {
    code: 'collections.picture_unknown',
    errors: { image: ['This picture is no longer there. Please upload it again.'] },
  };
  const unknown = await shop.createCollection({ image: '/media/uploads/nonexistent' });
  expect([unknown.status, unknown.failure]).toMatchObject([422, refusal]);

  const picture = await uploadPicture();
  const { data } = await shop.createCollection();
  await shop.advance({ days: 2 });
  await cleanUp();
  const late = await shop.saveCollection(data.id, shop.collectionForm({ slug: data.slug, image: picture }));
  expect([late.status, late.failure]).toMatchObject([422, refusal]);
  expect((await shop.readCollection(data.id)).image).toBeNull();
});

test('a picture stays if one collection begins to show it while another one stops', async () => {
  const { db } = shop.services;
  const picture = await uploadPicture();
  const { data: former } = await shop.createCollection({ image: picture });
  await shop.advance({ days: 2 });
  await cleanUp();

  const auditLog = await db.startTransaction().execute();
  try {
    // Both changes stop before they are recorded, and with that before their commit.
    await sql`LOCK TABLE audit_entry IN SHARE ROW EXCLUSIVE MODE`.execute(auditLog);
    const started = shop.createCollection({ image: picture });
    await expect.poll(() => countWaiting(db)).toBe(1);
    const stopped = shop.saveCollection(former.id, shop.collectionForm({ slug: former.slug, image: null }));
    await expect.poll(() => countWaiting(db)).toBe(2);
    await auditLog.rollback().execute();
    expect([(await started).status, (await stopped).status]).toEqual([201, 200]);
  } finally {
    if (!auditLog.isRolledBack) await auditLog.rollback().execute();
  }
  await shop.advance({ days: 2 });
  await cleanUp();
  expect(await statusOf(picture)).toBe(200);
});

test('pictures of earlier collections are kept by a migration', async () => {
  const { db } = shop.services;
  const [shown, other] = [await uploadInBackOffice(), await uploadInBackOffice()];
  await shop.createCollection({ image: shown });
  await db.deleteFrom('plugin_picture').execute();
  const migration = await readFile(join(import.meta.dirname, '../migrations/0003_claim_pictures.sql'), 'utf8');
  await db.transaction().execute((tx) => sql.raw(migration).execute(tx));
  await shop.advance({ days: 2 });
  await cleanUp();
  expect([await statusOf(shown), await statusOf(other)]).toEqual([200, 404]);
});
