import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createAdmin, createCustomer, signIn } from '#test/factories/customer.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';
import { insertPicture } from '../features/pictures/pictures.store.ts';

const POOL_SIZE = 4;
/** A quarter of them. */
const RESERVED = 1;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop({ DATABASE_POOL: String(POOL_SIZE) });
});
afterAll(() => shop.close());

/** As many writes as there are connections for them, which wait for each other. */
async function occupyConnections(): Promise<void> {
  const end = Promise.withResolvers<void>();
  const begun = Array.from({ length: POOL_SIZE - RESERVED }, () => Promise.withResolvers<void>());
  const writes = begun.map(({ resolve }) =>
    shop.services.db.transaction().execute(async (tx) => {
      await tx.selectFrom('setting').select('section').execute();
      resolve();
      await end.promise;
    }),
  );
  onTestFinished(async () => {
    end.resolve();
    await Promise.all(writes);
  });
  await Promise.all(begun.map(({ promise }) => promise));
}

test('while writes use all their connections, accounts, places in line, the back office, pictures and the sitemap are read', async () => {
  const { db, settings } = shop.services;
  const shopper = await createCustomer(db);
  const customer = await signIn(shop, shopper);
  // Written by another node.
  await sql`INSERT INTO line_ticket SELECT ${shopper.id}, now(), now() + '1 hour', now() + '1 hour'`.execute(db);
  const administrator = await createAdmin(db);
  const admin = await signIn(shop, administrator);
  const key = `up-${'a'.repeat(32)}`;
  const picture = { width: 1280, height: 960, files: [{ width: 1280, bytes: Buffer.from('picture') }] };
  const by = { by: administrator.id, at: shop.clock.now() };
  await db.transaction().execute((tx) => insertPicture(tx, key, picture, by));
  const avatar = 'b'.repeat(32);
  await db
    .insertInto('user_avatar')
    .values({ user_id: administrator.id, name: avatar, picture: Buffer.from('avatar') })
    .execute();

  await occupyConnections();
  // As after a change: the next request reads them again.
  settings.forget();
  const request = (url: string, token?: string) =>
    shop.app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} });
  const get = async (url: string, token?: string) => (await request(url, token)).statusCode;
  const place = request('/api/checkout/place', customer);
  const answers = [
    get('/api/auth/profile', customer),
    get('/api/orders', customer),
    get('/api/admin/orders', admin),
    get(`/media/uploads/${key}`),
    get(`/media/avatars/${avatar}.webp`),
    get('/sitemap.xml'),
    get('/manifest.webmanifest'),
  ];
  expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
  expect((await place).json()).toMatchObject({ data: { place: 1 } });
});
