import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminImportClient } from '../clients/admin-import-client.ts';
import { adminProductClient } from '../clients/admin-product-client.ts';
import { createAdmin, createCustomer, PASSWORD, signIn } from '../factories/customer.ts';
import { ADDRESS, createShopper, fillCart, openPayment } from '../factories/order.ts';
import { createCategory, createProduct } from '../factories/product.ts';
import { notes } from '../fixtures/notes/plugin.ts';
import { openPayingShop, type PayingShop } from '../paying-shop.ts';

const AT_ONCE = 10;

let shop: PayingShop;
let admin: string;
let categoryId: number;
beforeAll(async () => {
  shop = await openPayingShop({}, { plugins: [notes()] });
  admin = await signIn(shop, await createAdmin(shop.services.db));
  categoryId = (await createCategory(shop.services.db, { name: 'Kitchen', slug: 'kitchen' })).id;
});
afterAll(() => shop.close());

const { form, post, put, create } = adminProductClient(() => ({ shop, token: admin, categoryId }));

type Answer = { readonly status: number };
/** Writes the same key several times concurrently. */
type Race = () => Promise<readonly Answer[]>;

const times = <T>(write: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: AT_ONCE }, (_, index) => write(index)));

async function customer(): Promise<string> {
  return signIn(shop, await createCustomer(shop.services.db));
}

let codes = 0;
const couponTerms = (code: string) => ({ code, kind: 'percentage' as const, value: 10 });
const freeCode = () => {
  codes += 1;
  return `FREE-${codes}`;
};

async function uploadPicture(url: string, token: string, colour: string): Promise<Answer> {
  const create = { width: 40, height: 40, channels: 3 as const, background: colour };
  const file = await sharp({ create }).png().toBuffer();
  const boundary = 'stoa-picture';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\n`;
  const response = await shop.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: response.statusCode };
}

/** For each unique key that callers can choose or collide on, what ten concurrent callers do. */
const RACES: Readonly<Record<string, Readonly<Record<string, Race>>>> = {
  product_slug_key: {
    'products of one name are created': async () => {
      const replies = await times(() => post(form({ name: 'Teapot' })));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
      expect(new Set(replies.map(({ data }) => data.product.slug)).size).toBe(AT_ONCE);
      return replies;
    },
    'products are renamed to one name': async () => {
      const products = await times(() => create());
      const rename = (id: number, sku: string) => put(id, form({ name: 'Sugar bowl', sku }));
      const replies = await Promise.all(products.map(({ id, sku }) => rename(id, sku)));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      expect(new Set(replies.map(({ data }) => data.product.slug)).size).toBe(AT_ONCE);
      return replies;
    },
    'a name and the number behind another name meet': async () => {
      const names = ['Spoon', 'Spoon 2', 'Spoon 3', 'Spoon 2', 'Spoon'];
      const replies = await times((index) => post(form({ name: names[index % names.length] ?? '' })));
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
      return replies;
    },
    'two imports and the form use one name': async () => {
      const client = adminImportClient(() => ({ shop, token: admin }));
      const file = (prefix: string) =>
        `name,sku,description,price,stock,category\n${Array.from({ length: 20 }, (_, n) => `Ladle,${prefix}-${n},Soup,5.00,3,kitchen`).join('\n')}`;
      const imports = [await client.check(file('LA')), await client.check(file('LB'))];
      for (const { id } of imports) expect((await client.run(id, 'all_or_nothing')).status).toBe(202);
      // All of the pool's connections can wait for the imports.
      const forms = times(() => post(form({ name: 'Ladle' })));
      const [replies] = await Promise.all([forms, shop.jobs.runRequested()]);
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
      for (const { id } of imports) expect(await client.read(id)).toMatchObject({ status: 'done' });
      const { slugs } = await shop.services.db
        .selectFrom('product')
        .select(({ fn }) => fn.count<number>('slug').distinct().as('slugs'))
        .where('name', '=', 'Ladle')
        .executeTakeFirstOrThrow();
      expect(slugs).toBe(40 + AT_ONCE);
      return replies;
    },
  },
  product_slug_history_pkey: {
    'products take and give up one name': async () => {
      const products = await times((index) => create({ name: `Cup ${index}` }));
      const rename = (name: string) =>
        Promise.all(products.map(({ id, sku }, index) => put(id, form({ name: name || `Cup ${index}`, sku }))));
      const replies = [...(await rename('Beaker')), ...(await rename('')), ...(await rename('Beaker'))];
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      return replies;
    },
  },
  product_sku_key: {
    'products of one SKU are created': () => times(() => post(form({ sku: 'ONE-SKU' }))),
    'products are given one SKU': async () => {
      const products = await times(() => create());
      return Promise.all(products.map(({ id }) => put(id, form({ sku: 'ONE-SKU-LATER' }))));
    },
  },
  product_variant_sku_key: {
    'products with a variant of one SKU are created': () =>
      times(() => post(form({ variants: [{ sku: 'ONE-VARIANT', options: { Size: 'S' } }] }))),
    'a variant is given the SKU that another product is given': async () => {
      const both = await times((index) =>
        index % 2 === 0
          ? post(form({ sku: 'SHARED-SKU' }))
          : post(form({ variants: [{ sku: 'SHARED-SKU', options: { Size: 'S' } }] })),
      );
      return both;
    },
  },
  product_variant_product_id_name_key: {
    'one variant is added to one product': async () => {
      const { id, sku } = await create();
      return times((index) => put(id, form({ sku, variants: [{ sku: `${sku}-${index}`, options: { Size: 'S' } }] })));
    },
  },
  stock_product_id_variant_id_key: {
    'a product loses its variants and gets them back': async () => {
      const { id, sku } = await create();
      const variants = [{ sku: `${sku}-S`, options: { Size: 'S' } }];
      return times((index) => put(id, form({ sku, variants: index % 2 === 0 ? variants : [] })));
    },
  },
  category_slug_key: {
    'categories of one slug are created': () =>
      times(() =>
        shop.call('POST /admin/categories', { body: { name: 'Garden', slug: 'one-slug' } }, { token: admin }),
      ),
    'categories are given one slug': async () => {
      const categories = await times(() => createCategory(shop.services.db));
      return Promise.all(
        categories.map(({ id }) =>
          shop.call(
            'PUT /admin/categories/{id}',
            { params: { id }, body: { name: 'Garden', slug: 'one-slug-later' } },
            { token: admin },
          ),
        ),
      );
    },
  },
  custom_field_key_key: {
    'custom fields of one key are defined': () =>
      times(() =>
        shop.call(
          'POST /admin/custom-fields',
          { body: { key: 'material', label: 'Material', kind: 'text' } },
          { token: admin },
        ),
      ),
  },
  search_rule_query_key: {
    'rules of one search are made': () =>
      times(() =>
        shop.call('POST /admin/search/rules', { body: { query: 'returns', redirect_to: '/faq' } }, { token: admin }),
      ),
    'rules are given one search': async () => {
      const rules = await times((index) =>
        shop.call(
          'POST /admin/search/rules',
          { body: { query: `help ${index}`, redirect_to: '/faq' } },
          { token: admin },
        ),
      );
      return Promise.all(
        rules.map(({ data: { rule } }) =>
          shop.call(
            'PUT /admin/search/rules/{id}',
            { params: { id: rule.id }, body: { query: 'help', redirect_to: '/faq' } },
            { token: admin },
          ),
        ),
      );
    },
  },
  coupon_code_key: {
    'coupons of one code are created': () =>
      times(() => shop.call('POST /admin/coupons', { body: couponTerms('ONE-CODE') }, { token: admin })),
    'coupons are given one code': async () => {
      const coupons = await times(() =>
        shop.call('POST /admin/coupons', { body: couponTerms(freeCode()) }, { token: admin }),
      );
      return Promise.all(
        coupons.map(
          ({
            data: {
              coupon: { id, revision },
            },
          }) =>
            shop.call(
              'PUT /admin/coupons/{id}',
              { params: { id }, body: { ...couponTerms('ONE-CODE-LATER'), revision } },
              { token: admin },
            ),
        ),
      );
    },
  },
  users_email_key: {
    'accounts of one address are registered': () =>
      times(() => {
        const body = {
          name: 'Rita',
          email: 'rita@example.test',
          password: PASSWORD,
          password_confirmation: PASSWORD,
        };
        return shop.call('POST /auth/register', { body }, {});
      }),
    'accounts of one address are created by admins': () =>
      times(() => {
        const body = { name: 'Ina', email: 'ina@example.test' };
        return shop.call('POST /admin/users', { body }, { token: admin });
      }),
    'accounts are given one address': async () => {
      const tokens = await times(customer);
      return Promise.all(
        tokens.map((token) =>
          shop.call('PUT /auth/profile', { body: { email: 'ed@example.test', current_password: PASSWORD } }, { token }),
        ),
      );
    },
  },
  newsletter_subscription_email_key: {
    'one address subscribes': () =>
      times(() => shop.call('POST /newsletter', { body: { email: 'news@example.test' } }, {})),
  },
  cart_pkey: {
    'a coupon is put on one cart': async () => {
      const shopper = await createShopper(shop);
      await fillCart(shop, shopper, (await createProduct(shop.services.db)).id);
      const made = await shop.call('POST /admin/coupons', { body: couponTerms(freeCode()) }, { token: admin });
      const { code } = made.data.coupon;
      return times(() => shop.call('POST /cart/coupon', { body: { code } }, { token: shopper.token }));
    },
  },
  cart_line_user_id_product_id_variant_id_key: {
    'one product is added to one cart': async () => {
      const [token, product] = [await customer(), await createProduct(shop.services.db, { stock: 50 })];
      return times(() => shop.call('POST /cart', { body: { product_id: product.id } }, { token }));
    },
  },
  wishlist_entry_user_id_product_id_key: {
    'one product is put on one wishlist': async () => {
      const [token, product] = [await customer(), await createProduct(shop.services.db)];
      return times(() => shop.call('POST /wishlist/{productId}', { params: { productId: product.id } }, { token }));
    },
  },
  checkout_one_open_per_user: {
    'one cart is paid for in ten windows': async () => {
      const shopper = await createShopper(shop);
      await fillCart(shop, shopper, (await createProduct(shop.services.db)).id);
      return times(() => openPayment(shop, shopper));
    },
  },
  user_address_one_default: {
    'default addresses are saved': async () => {
      const token = await customer();
      return times(() => shop.call('POST /account/addresses', { body: { ...ADDRESS, is_default: true } }, { token }));
    },
  },
  user_avatar_pkey: {
    'pictures of one person are uploaded': async () => {
      const token = await customer();
      const create = { width: 40, height: 40, channels: 3 as const, background: '#aa3311' };
      const picture = (await sharp({ create }).png().toBuffer()).toString('base64');
      const body = { image: `data:image/png;base64,${picture}` };
      return times(() => shop.call('PUT /account/avatar', { body }, { token }));
    },
  },
  uploaded_picture_pkey: {
    'one picture is uploaded': () => times(() => uploadPicture('/api/admin/uploads', admin, '#223355')),
  },
  two_factor_pkey: {
    'one account sets up its second factor': async () => {
      const user = await createCustomer(shop.services.db, { email_verified_at: new Date() });
      const token = await signIn(shop, user);
      return times(() => shop.call('POST /auth/two-factor/setup', { body: { current_password: PASSWORD } }, { token }));
    },
  },
  email_change_pending: {
    'one account asks for other addresses': async () => {
      const token = await customer();
      return times((index) => {
        const body = { email: `moving-${index}@example.test`, current_password: PASSWORD };
        return shop.call('PUT /auth/profile', { body }, { token });
      });
    },
  },
  known_login_address_pkey: {
    'one person logs in on several devices': async () => {
      const { email } = await createCustomer(shop.services.db);
      return times(() => shop.call('POST /auth/login', { body: { email, password: PASSWORD } }, {}));
    },
  },
  login_failure_pkey: {
    'wrong passwords are tried for one account': async () => {
      const { email } = await createCustomer(shop.services.db);
      return times(() => shop.call('POST /auth/login', { body: { email, password: 'Wrong-horse-1' } }, {}));
    },
  },
  audit_entry_failed_login: {
    'wrong passwords are tried for an admin': async () => {
      const { email } = await createAdmin(shop.services.db);
      return times(() => shop.call('POST /auth/login', { body: { email, password: 'Wrong-horse-1' } }, {}));
    },
  },
  monthly_goal_pkey: {
    'goals of one month are set': () =>
      times(() => {
        const body = { month: '2031-05', revenue: '100.00', orders: 5, customers: 5, revision: 0 };
        return shop.call('PUT /admin/analytics/goals', { body }, { token: admin });
      }),
  },
  setting_pkey: {
    'one section is saved for the first time': () =>
      times((index) => {
        const body = { flatShippingCost: index, revision: 0 };
        return shop.call('PUT /admin/settings/shipping', { body }, { token: admin });
      }),
  },
  setting_secret_pkey: {
    'one secret is entered': () =>
      times((index) => {
        const body = { paypalClientSecret: `secret-${index}`, revision: 0 };
        return shop.call('PUT /admin/settings/payment', { body }, { token: admin });
      }),
  },
  idempotency_record_pkey: {
    'one Idempotency-Key is sent': async () => {
      const [token, product] = [await customer(), await createProduct(shop.services.db)];
      const headers = { 'idempotency-key': 'the-same-for-all-ten' };
      return times(() => shop.call('POST /cart', { body: { product_id: product.id } }, { token, headers }));
    },
  },
  plugin_setting_pkey: {
    'settings of a plug-in are saved for the first time': () =>
      times((index) => {
        const body = { revision: 0, values: { limit: index + 1 } };
        const params = { plugin: 'notes' };
        return shop.call('PUT /admin/plugins/{plugin}/settings', { params, body }, { token: admin });
      }),
  },
};

const GENERATED = 'made by the shop: an identity column, a random key or a hash of random bytes';
const OF_ANOTHER = 'repeats the key of the row it belongs to, which is written under that row’s lock';

/** The other unique keys, and why no caller can choose them. */
const NOT_CHOSEN: Readonly<Record<string, string>> = {
  category_order_pkey: 'the second of two first moves is refused; category-order.test.ts',
  checkout_key_key: GENERATED,
  email_change_confirm_token_hash_key: GENERATED,
  email_change_notice_token_hash_key: GENERATED,
  email_change_undo_token_hash_key: GENERATED,
  login_challenge_pkey: GENERATED,
  newsletter_subscription_token_hash_key: GENERATED,
  one_time_token_token_hash_key: GENERATED,
  orders_order_number_key: GENERATED,
  recovery_code_pkey: GENERATED,
  refund_key_key: GENERATED,
  session_token_hash_key: GENERATED,
  user_avatar_name_key: GENERATED,
  order_counter_pkey: 'written by nodes of earlier versions alone',
  invoice_pkey: 'given under the lock of the counter; invoices.test.ts',
  invoice_order_id_key: 'given under the lock of the counter; invoices.test.ts',
  credit_note_pkey: 'given under the lock of the counter; credit-notes.test.ts',
  credit_note_refund_id_key: 'given under the lock of the counter; credit-notes.test.ts',
  credit_note_counter_pkey: 'written by migrations alone',
  change_notifier_pkey: 'written by migrations alone',
  app_secret_identity_pkey: 'the first of the nodes that start together wins',
  invoice_counter_pkey: 'written by migrations alone',
  event_delivery_of_subject: OF_ANOTHER,
  event_subscriber_pkey: 'written when a node starts',
  backup_one_open: 'a second request is refused; backups.test.ts',
  shop_node_pkey: GENERATED,
  schema_migration_pkey: 'written by migrations alone',
  verified_email_pkey: 'written by a trigger of users after its key on the address; the last user to prove it has it',
  checkout_intent_id_key: 'given by the payment provider; races.test.ts',
  payment_intent_id_key: 'given by the payment provider; races.test.ts',
  payment_customer_pkey: 'a second writer reads the row of the first; checkout/saved-cards.test.ts',
  rate_limit_window_pkey: 'written by nodes together: a second writer adds to the row; two-nodes.test.ts',
  line_ticket_pkey: 'written by nodes together: a second writer keeps the earlier time; two-nodes.test.ts',
  search_count_pkey: 'written by nodes together: a second writer adds to the row; search.test.ts',
  provider_event_pkey: 'given by the payment provider under its signature; webhook.test.ts',
  refund_provider_refund_id_key: 'given by the payment provider; webhook.test.ts',
  checkout_order_id_key: OF_ANOTHER,
  checkout_freeze_pkey: OF_ANOTHER,
  checkout_line_pkey: OF_ANOTHER,
  coupon_use_pkey: OF_ANOTHER,
  order_line_order_id_position_key: OF_ANOTHER,
  payment_checkout_id_key: OF_ANOTHER,
  payment_order_id_key: OF_ANOTHER,
  product_import_row_pkey: OF_ANOTHER,
  product_stock_pkey: OF_ANOTHER,
  product_variant_product_id_id_key: OF_ANOTHER,
  stock_hold_pkey: OF_ANOTHER,
  unverified_two_factor_pkey: OF_ANOTHER,
  uploaded_picture_file_pkey: OF_ANOTHER,
  plugin_secret_pkey: OF_ANOTHER,
  deleted_picture_pkey: 'a second deletion of the same picture only changes the time',
  plugin_picture_pkey: 'a second use of the same picture by the same plug-in changes nothing',
};

test('every unique key of the database has a decision here', async () => {
  // A primary key on an identity column is assigned by PostgreSQL.
  const { rows } = await sql<{ name: string }>`
    SELECT index.relname AS name
      FROM pg_index i
      JOIN pg_class index ON index.oid = i.indexrelid
      JOIN pg_namespace n ON n.oid = index.relnamespace AND n.nspname = 'public'
     WHERE i.indisunique AND NOT index.relispartition
       AND NOT EXISTS (SELECT FROM pg_attribute a
                        WHERE a.attrelid = i.indrelid AND i.indnatts = 1 AND a.attnum = i.indkey[0]
                          AND a.attidentity <> '')
     ORDER BY name`.execute(shop.services.db);
  const names = rows.map(({ name }) => name);
  const decided = [...Object.keys(RACES), ...Object.keys(NOT_CHOSEN)].sort();
  expect([...names].sort()).toEqual(decided);
});

/**
 * Refusals that tell the caller what to do: wrong passwords are unauthorised, and a key is processed once at a time.
 */
const CLEAR = new Set([401, 409, 422, 429]);

describe.each(Object.keys(RACES))('%s', (key) => {
  test.each(Object.keys(RACES[key] ?? {}))('at the same moment %s, and each gets a clear answer', async (name) => {
    const answers = (await RACES[key]?.[name]?.()) ?? [];
    const statuses = answers.map(({ status }) => status);
    expect(answers.length).toBeGreaterThan(1);
    expect(statuses.filter((status) => status >= 300 && !CLEAR.has(status))).toEqual([]);
    const isGuessing = key === 'login_failure_pkey' || key === 'audit_entry_failed_login';
    if (!isGuessing) expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(0);
    expect(shop.log.text()).not.toContain('An unexpected error occurred');
  });
});
