import { createHash } from 'node:crypto';
import type pg from 'pg';

/**
 * Replaces the accounts of this kind by new ones, with verified addresses and a session each.
 * @returns the tokens of the sessions.
 */
export async function seedSessions(
  client: Pick<pg.Client, 'query'>,
  count: number,
  kind: 'buyer' | 'customer',
): Promise<string[]> {
  const tokens = Array.from({ length: count }, (_, index) => `bench-token-of-${kind}-${index}`);
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  await client.query('DELETE FROM users WHERE email LIKE $1', [`bench-${kind}-%@example.com`]);
  await client.query(
    `WITH account AS (
       INSERT INTO users (name, email, email_verified_at)
       SELECT 'Bench ' || n, 'bench-' || $3::text || '-' || n || '@example.com', now()
         FROM generate_series(1, $1::integer) n
       RETURNING id, email)
     INSERT INTO session (token_hash, user_id, expires_at)
     SELECT ($2::bytea[])[split_part(split_part(email, '-', 3), '@', 1)::integer], id, now() + interval '1 day'
       FROM account`,
    [count, hashes, kind],
  );
  return tokens;
}
