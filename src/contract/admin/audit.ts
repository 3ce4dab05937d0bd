import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { paged } from '../envelope.ts';
import { blankAsMissing, day, idParam, line, moment, page, perPage } from '../fields.ts';

const facts = z.record(z.string(), z.unknown()).nullable();

const auditEntry = z.object({
  id: z.int(),
  /** `id` is null when the account is gone; the name stays. */
  actor: z.object({ id: z.int().nullable(), name: z.string() }),
  /** What was done, such as `order.status`. */
  action: z.string(),
  /** To what: its kind and its id. */
  entity: z.string(),
  entity_id: z.string(),
  /** As far as the change touched it; null where it did not exist. */
  before: facts,
  after: facts,
  /** The network address that it came from. */
  address: z.string().nullable(),
  created_at: moment,
});
export type AuditEntryView = z.output<typeof auditEntry>;

export const auditEndpoints = defineEndpoints({
  'GET /admin/audit': {
    access: 'admin',
    summary: 'Changes made in the back office, newest first; `from` and `to` are inclusive days of the shop',
    query: z.object({
      page,
      per_page: perPage,
      /** Looked for in who, what, and the id of the thing. */
      search: blankAsMissing(line(0, 200)),
      entity: blankAsMissing(line(0, 100)),
      /** A user's id. */
      actor: blankAsMissing(idParam),
      from: blankAsMissing(day),
      to: blankAsMissing(day),
    }),
    data: paged(auditEntry),
  },
  'GET /admin/audit/choices': {
    access: 'admin',
    summary: 'Filters of the audit log: record types and people',
    data: z.object({
      entities: z.array(z.string()),
      actors: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  },
});
