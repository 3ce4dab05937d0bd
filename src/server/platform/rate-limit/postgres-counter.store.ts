import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { SharedCounter } from './shared-counter.ts';

/** Counts in the table `rate_limit_window`, with one statement for any number of clients. */
export function postgresCounter(db: Database): SharedCounter {
  return {
    async add(hits) {
      // Ordered: two nodes that add to the same clients must not deadlock.
      const { rows } = await sql<{ client: string; hits: number; ends_in_ms: number }>`
        INSERT INTO rate_limit_window AS known (client, hits, ends_at)
        SELECT added.client, added.hits, now() + added.window_ms * interval '1 millisecond'
          FROM unnest(${hits.map(({ client }) => client)}::bytea[], ${hits.map((added) => added.hits)}::integer[],
                      ${hits.map(({ windowMs }) => Math.ceil(windowMs))}::integer[]) AS added (client, hits, window_ms)
         ORDER BY added.client
        ON CONFLICT (client) DO UPDATE
          SET hits = CASE WHEN known.ends_at > now() THEN known.hits ELSE 0 END + excluded.hits,
              ends_at = CASE WHEN known.ends_at > now() THEN known.ends_at ELSE excluded.ends_at END
        RETURNING encode(client, 'hex') AS client, hits,
                  greatest(1, ceil(extract(epoch FROM ends_at - now()) * 1000))::integer AS ends_in_ms`.execute(db);
      const found = new Map(rows.map((row) => [row.client, { hits: row.hits, endsInMs: row.ends_in_ms }]));
      return hits.map(({ client, ...added }) => {
        return found.get(client.toString('hex')) ?? { hits: added.hits, endsInMs: added.windowMs };
      });
    },
    close: async () => undefined,
  };
}
