import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { withReservedConnections } from '../database/read-scope.ts';
import type { KnownTicket, SharedTickets, Ticket } from './shared-tickets.ts';

async function exchange(db: Database, tickets: readonly Ticket[]): Promise<readonly KnownTicket[]> {
  const column = (read: (ticket: (typeof tickets)[number]) => number) => tickets.map(read);
  // Ordered: two nodes that write the tickets of the same customers must not deadlock.
  const { rows } = await sql<{ owner: number; waited_ms: number; counts: boolean }>`
    WITH given AS (
      INSERT INTO line_ticket AS known (owner, entered_at, counts_until, ends_at)
      SELECT owner, now() - waited_ms * interval '1 millisecond', now() + counts_for_ms * interval '1 millisecond',
             now() + kept_for_ms * interval '1 millisecond'
        FROM unnest(${column(({ owner }) => owner)}::integer[], ${column(({ waitedMs }) => waitedMs)}::float8[],
                    ${column(({ countsForMs }) => countsForMs)}::float8[],
                    ${column(({ keptForMs }) => keptForMs)}::float8[]) AS t (owner, waited_ms, counts_for_ms, kept_for_ms)
       ORDER BY owner
      ON CONFLICT (owner) DO UPDATE
        SET entered_at = CASE WHEN known.ends_at > now() THEN least(known.entered_at, excluded.entered_at)
                              ELSE excluded.entered_at END,
            counts_until = CASE WHEN excluded.ends_at > now() THEN greatest(known.counts_until, excluded.counts_until)
                                ELSE excluded.counts_until END,
            ends_at = CASE WHEN excluded.ends_at > now() THEN greatest(known.ends_at, excluded.ends_at)
                           ELSE excluded.ends_at END
      RETURNING owner, entered_at, counts_until, ends_at
    ), ticket AS (
      SELECT owner, entered_at, counts_until, ends_at FROM given
      UNION ALL
      SELECT owner, entered_at, counts_until, ends_at FROM line_ticket
       WHERE NOT EXISTS (SELECT FROM given WHERE given.owner = line_ticket.owner)
    )
    SELECT owner, (extract(epoch FROM now() - entered_at) * 1000)::float8 AS waited_ms, counts_until > now() AS counts
      FROM ticket WHERE ends_at > now()`.execute(db);
  return rows.map(({ owner, waited_ms: waitedMs, counts }) => ({ owner, waitedMs, counts }));
}

/**
 * Keeps tickets in the table `line_ticket`; an exchange is one statement, for any number of them. It does not wait for the carts
 * and orders that use the other connections when a line is long.
 */
export const postgresTickets = (db: Database): SharedTickets => ({
  exchange: (tickets) => withReservedConnections(() => exchange(db, tickets)),
  close: async () => undefined,
});
