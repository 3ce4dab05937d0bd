import type pg from 'pg';

const MAILS = 100_000;
const AUDIT_ENTRIES = 100_000;
const MESSAGES = 20_000;
const COUPONS = 2_000;
const IMPORTS = 300;

/** Random letters, as many lines as requested: well-compressing text would be read faster than real text. */
const prose = (lines: string): string =>
  `(SELECT string_agg(md5(n::text || i::text) || ' about the order', E'\\n') FROM generate_series(1, ${lines}) i)`;

/** Other back office records, in proportion to a shop with a hundred thousand orders. */
export async function seedBackOffice(client: pg.Client, products: number): Promise<void> {
  await client.query(
    `INSERT INTO mail (user_id, order_id, kind, to_name, to_email, subject, text_body, html_body, status, attempts,
                       next_attempt_at, created_at, sent_at)
     SELECT orders.user_id, orders.id, 'order-placed', customer_name, customer_email,
            'Your order ' || order_number, ${prose('8')}, ${prose('50')}, state, 1, orders.created_at,
            orders.created_at, CASE WHEN state = 'sent' THEN orders.created_at END
       FROM (SELECT n, CASE WHEN n % 200 = 0 THEN 'failed' ELSE 'sent' END AS state
               FROM generate_series(1, $1::integer) n) numbers
       JOIN orders ON orders.id = n`,
    [MAILS],
  );
  await client.query(
    `INSERT INTO audit_entry (actor_id, actor_name, action, entity, entity_id, before, after, address, created_at)
     SELECT admin.id, admin.name, (ARRAY['order.status', 'product.updated', 'user.status', 'settings.saved'])[1 + n % 4],
            (ARRAY['order', 'product', 'user', 'setting'])[1 + n % 4], (n * 7 % 50000)::text,
            '{"status": "pending", "note": null}', '{"status": "shipped", "note": "As asked for on the telephone"}',
            '127.0.0.1', now() - (100000 - n) * interval '7 minutes'
       FROM generate_series(1, $1::integer) n
       JOIN (SELECT id, name, row_number() OVER (ORDER BY id) AS nth FROM users WHERE email ~ '\\d@' LIMIT 20) admin
         ON admin.nth = 1 + n % 20`,
    [AUDIT_ENTRIES],
  );
  await client.query(
    `INSERT INTO contact_message (name, email, subject, body, status, created_at)
     SELECT name, email, (ARRAY['general', 'support', 'billing', 'shipping'])[1 + n % 4], ${prose('12')},
            (ARRAY['open', 'answered', 'done', 'done'])[1 + n % 4], now() - (20000 - n) * interval '35 minutes'
       FROM generate_series(1, $1::integer) n
       JOIN (SELECT name, email, row_number() OVER (ORDER BY id) AS nth FROM users) sender ON sender.nth = n`,
    [MESSAGES],
  );
  await client.query(
    `INSERT INTO coupon (code, kind, value, is_active, starts_at, ends_at, usage_limit, times_used, created_at)
     SELECT 'BENCH-' || n, 'percentage', 500 + n, n % 10 <> 0, now() - interval '1 year',
            CASE WHEN n % 3 = 0 THEN now() - interval '1 day' END, CASE WHEN n % 7 = 0 THEN 50 END,
            CASE WHEN n % 14 = 0 THEN 50 ELSE 5 END, now() - (2000 - n) * interval '8 hours'
       FROM generate_series(0, $1::integer - 1) n`,
    [COUPONS],
  );
  await client.query(
    `INSERT INTO product_import (file_name, content, delimiter, columns, sample, mapping, status, created_at)
     SELECT 'products-' || n || '.csv', convert_to(${prose('2000')}, 'UTF8'), ',', ARRAY['SKU', 'Name'], '[]', '{}',
            'done', now() - (300 - n) * interval '1 day'
       FROM generate_series(1, $1::integer) n`,
    [IMPORTS],
  );
  await client.query(
    `INSERT INTO product_import_row (import_id, line, outcome, sku, name, problems)
     SELECT (SELECT max(id) FROM product_import), 1 + n,
            CASE WHEN n % 20 = 0 THEN 'error' WHEN n % 3 = 0 THEN 'create' ELSE 'update' END, 'ST-' || n, 'Product ' || n,
            CASE WHEN n % 20 = 0 THEN '[{"field": "price", "message": "Please enter an amount."}]' ELSE '[]' END::jsonb
       FROM generate_series(1, $1::integer) n`,
    [products],
  );
  await seedVariants(client);
  await client.query(
    `INSERT INTO cart_line (user_id, product_id, quantity, unit_price_cents, updated_at)
     SELECT id, id % $1::integer + 1, 1, 500, now() - random() * interval '1 year' FROM users WHERE id % 4 = 0`,
    [products],
  );
}

/** Every tenth product has three sizes. */
async function seedVariants(client: pg.Client): Promise<void> {
  await client.query('DELETE FROM stock WHERE product_id > 100 AND product_id % 10 = 9');
  await client.query(
    `INSERT INTO product_variant (product_id, name, sku, options, position)
     SELECT product.id, size, sku || '-' || size, jsonb_build_object('Size', size), position
       FROM product, unnest(ARRAY['S', 'M', 'L']) WITH ORDINALITY sizes (size, position)
      WHERE product.id > 100 AND product.id % 10 = 9`,
  );
  await client.query(
    `INSERT INTO stock (product_id, variant_id, received)
     SELECT product_id, id, CASE WHEN product_id % 100 = 9 THEN 0 ELSE id % 12 END FROM product_variant`,
  );
}
