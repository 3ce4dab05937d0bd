import { type RawBuilder, sql } from 'kysely';

/**
 * SQL expression that orders what waits for payment providers. Providers take turns, so that what is stuck at one of them does
 * not fill a batch. Within a provider, the least recently checked row comes first.
 * @param since column that orders rows never checked
 */
export const turnOfProvider = (since: 'expires_at' | 'updated_at' | 'created_at'): RawBuilder<number> =>
  sql`row_number() OVER (PARTITION BY provider ORDER BY coalesce(checked_at, ${sql.ref(since)}), id)`;
