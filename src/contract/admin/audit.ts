import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { paged } from '../envelope.ts';
import { blankAsMissing, day, idParam, page, perPage, singleLine, timestamp } from '../fields.ts';

const facts = z.record(z.string(), z.unknown()).nullable();

const auditEntry = z.object({
  id: z.int(),
  /** `id` is null for a deleted account; the name stays. */
  actor: z.object({ id: z.int().nullable(), name: z.string() }),
  /** The action, such as `order.status`. */
  action: z.string(),
  /** Type and id of the record. */
  entity: z.string(),
  entity_id: z.string(),
  /** The changed fields; null where the record did not exist. */
  before: facts,
  after: facts,
  /** The client's IP address. */
  address: z.string().nullable(),
  created_at: timestamp,
});
export type AuditEntryView = z.output<typeof auditEntry>;

export const auditEndpoints = defineEndpoints({
  'GET /admin/audit': {
    access: 'admin',
    summary: 'Changes made in the back office, newest first; `from` and `to` are inclusive days of the shop',
    query: z.object({
      page,
      per_page: perPage,
      /** Searched in actor, action, and record id. */
      search: blankAsMissing(singleLine(0, 200)),
      entity: blankAsMissing(singleLine(0, 100)),
      /** User id. */
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
