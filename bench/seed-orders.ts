import { createHash } from 'node:crypto';
import pg from 'pg';
import { seedBackOffice } from './seed-back-office.ts';

const ORDERS = 100_000;
const USERS = 20_000;
const TOKEN = 'bench-token-of-the-admin';

/**
 * Two years of orders with lines, payments, refunds and history, other back office records, and a signed-in admin.
 * Generated in the database, once: existing orders are kept.
 * @returns the admin's token
 */
export async function seedOrders(url: string, products: number): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await signAdminIn(client);
    const { rowCount } = await client.query('SELECT FROM orders LIMIT 1');
    if (rowCount === 0) {
      await fill(client, products);
      await seedBackOffice(client, products);
      await client.query('VACUUM ANALYZE');
    }
  } finally {
    await client.end();
  }
  return TOKEN;
}

async function signAdminIn(client: pg.Client): Promise<void> {
  await client.query("DELETE FROM users WHERE email = 'admin-of-bench@example.com'");
  await client.query(
    `WITH admin AS (
       INSERT INTO users (name, email, is_admin) VALUES ('Admin', 'admin-of-bench@example.com', true) RETURNING id)
     INSERT INTO session (token_hash, user_id, expires_at) SELECT $1, id, now() + interval '1 day' FROM admin`,
    [createHash('sha256').update(TOKEN).digest()],
  );
}

const FIRST_NAMES =
  'Ada Bruno Clara David Elif Farid Greta Hugo Ines Jonas Kira Liam Mona Noah Olga Paul Quinn Rosa Sami Tara';
const LAST_NAMES =
  'Adler Bianchi Costa Dupont Evans Fischer Garcia Haddad Ivanov Jensen Kowalski Lopez Müller Novak Okafor Petrov';

async function fill(client: pg.Client, products: number): Promise<void> {
  await client.query(
    `INSERT INTO users (name, email, is_active, email_verified_at, last_login_at, created_at)
     SELECT first || ' ' || last, lower(first || '.' || last || n) || '@example.com', n % 25 <> 0, at,
            CASE WHEN n % 3 > 0 THEN at + (now() - at) * random() END, at
       FROM (SELECT n, ($2::text[])[1 + n % 20] AS first, ($3::text[])[1 + n % 16] AS last,
                    now() - random() * interval '2 years' AS at
               FROM generate_series(1, $1::integer) n) person`,
    [USERS, FIRST_NAMES.split(' '), LAST_NAMES.split(' ')],
  );
  await client.query(
    `INSERT INTO orders (order_number, user_id, customer_name, customer_email, status, payment_status, payment_method,
                         currency, subtotal_cents, discount_cents, tax_cents, shipping_cents, total_cents, coupon_code,
                         tracking_number, shipping_address, created_at, updated_at)
     SELECT 'ORD-' || extract(year FROM at) || '-' || lpad(n::text, 6, '0'), buyer.id, buyer.name, buyer.email,
            CASE WHEN n % 20 = 0 THEN 'cancelled' WHEN n > $1::integer - 500 THEN 'pending'
                 WHEN n > $1::integer - 1500 THEN 'shipped' ELSE 'delivered' END,
            CASE WHEN n % 20 = 0 THEN 'refunded' ELSE 'completed' END, 'card',
            CASE WHEN n % 50 = 7 THEN 'eur' ELSE 'usd' END, cents, 0, cents * 8 / 100, 1000,
            cents + cents * 8 / 100 + 1000, CASE WHEN n % 10 = 0 THEN 'BENCH-' || n % 2000 END,
            CASE WHEN n % 20 <> 0 AND n <= $1::integer - 500 THEN 'TRACK-' || n END,
            '{"name": "A", "line1": "B", "city": "C", "state": "D", "postal_code": "1", "country": "US"}', at, at
       FROM (SELECT n, 1 + (n::bigint * 7919) % $2::integer AS nth, 1000 + (n % 2000) * 15 AS cents,
                    now() - ($1::integer - n) * interval '2 years' / $1::integer AS at
               FROM generate_series(1, $1::integer) n) placed
       JOIN (SELECT id, name, email, row_number() OVER (ORDER BY id) AS nth FROM users WHERE email ~ '\\d@') buyer
         USING (nth)
      ORDER BY n`,
    [ORDERS, USERS],
  );
  await client.query(
    `INSERT INTO order_line (order_id, position, product_id, sku, product_name, unit_price_cents, quantity)
     SELECT id, position, 1 + floor(power(random(), 3) * ($1::integer - 1)), 'SKU', 'Product', 500 + random() * 3000,
            1 + floor(random() * 3)
       FROM orders, generate_series(1, 1 + id % 4) position`,
    [products],
  );
  await client.query(
    `INSERT INTO payment (order_id, provider, currency, captured_cents, refunded_cents, problem, created_at)
     SELECT id, 'sandbox', currency, total_cents,
            CASE WHEN status = 'cancelled' THEN total_cents WHEN id % 33 = 0 THEN 500 ELSE 0 END,
            CASE WHEN id % 100 = 1 THEN 'refund_failed' END, created_at
       FROM orders`,
  );
  await client.query(
    `INSERT INTO refund (payment_id, amount_cents, status, created_at, settled_at)
     SELECT id, refunded_cents, 'succeeded', created_at, created_at FROM payment WHERE refunded_cents > 0`,
  );
  await client.query(
    `INSERT INTO order_status_change (order_id, from_status, to_status, created_at)
     SELECT id, before, after, created_at + hours * interval '1 hour'
       FROM orders, (VALUES (NULL, 'pending', 0), ('pending', 'shipped', 1), ('shipped', 'delivered', 2))
            change (before, after, hours)`,
  );
  await client.query(
    `INSERT INTO checkout (user_id, status, order_id, expires_at, created_at)
     SELECT user_id, 'completed', id, created_at, created_at FROM orders`,
  );
  await client.query("SELECT setval(pg_get_serial_sequence('orders', 'id'), (SELECT max(id) FROM orders))");
}
