import { sql } from 'kysely';
import { type Database, inTransaction, type Transaction } from '../database/database.ts';
import { insertRecords } from '../database/insert-records.ts';
import type { Caller, RequestFacts } from '../http/handler.ts';

type AuditValues = Readonly<Record<string, string | number | boolean | null>>;

export interface AuditedChange {
  /** Without an id: a plug-in. */
  readonly actor: { readonly userId: number | null; readonly name: string };
  readonly request: { readonly address: string | null };
  /** The action, such as `order.status`. */
  readonly action: string;
  readonly entity: string;
  readonly entityId: string;
  readonly before: AuditValues | null;
  readonly after: AuditValues | null;
  readonly at: Date;
}

/** Who changes something in the back office, with the request that does it. */
export interface AuditContext {
  readonly actor: Caller;
  readonly request: RequestFacts;
}

const rowOf = ({ actor, request, action, entity, entityId, before, after, at }: AuditedChange) => ({
  actor_id: actor.userId,
  actor_name: actor.name,
  action,
  entity,
  entity_id: entityId,
  before,
  after,
  address: request.address,
  created_at: at,
});

/** Records who changed what in the back office, in the transaction of the change. */
export async function recordAudit(tx: Transaction, change: AuditedChange): Promise<void> {
  await recordAudits(tx, [change]);
}

/** The same for thousands of changes in one transaction. */
export async function recordAudits(tx: Transaction, changes: readonly AuditedChange[]): Promise<void> {
  if (changes.length > 0) await insertRecords('audit_entry', changes.map(rowOf)).execute(tx);
}

/** Whether a recorded change replaced this value of a record's field. */
export async function wasReplaced(
  tx: Transaction,
  { entity, entityId, field }: Pick<AuditedChange, 'entity' | 'entityId'> & { readonly field: string },
  value: string,
): Promise<boolean> {
  const entry = await tx
    .selectFrom('audit_entry')
    .select('id')
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .where(sql<boolean>`before ->> ${field}::text = ${value}`)
    .where(sql<boolean>`after ->> ${field}::text IS DISTINCT FROM ${value}`)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** A change of the actor's own account. */
export interface OwnChange {
  readonly caller: Caller;
  readonly request: Pick<RequestFacts, 'address'>;
  readonly at: Date;
}

/** Records what an admin changed about their own account; changes by customers are not recorded. */
export async function recordOwnChange(
  tx: Transaction,
  { caller, request, at }: OwnChange,
  change: Pick<AuditedChange, 'action'> & Partial<Pick<AuditedChange, 'before' | 'after'>>,
): Promise<void> {
  if (!caller.isAdmin && !caller.needsSecondFactor) return;
  const entity = { entity: 'user', entityId: String(caller.userId) };
  await recordAudit(tx, { before: null, after: null, ...change, ...entity, actor: caller, request, at });
}

/** Who exports data, and when. */
export type AuditedExport = Pick<AuditedChange, 'actor' | 'request' | 'at'>;

/** Whether an admin has recorded an export of the same data since then. */
export async function hasRecordedExport(
  db: Database,
  entity: string,
  { actor }: AuditedExport,
  after: AuditValues,
  since: Date,
): Promise<boolean> {
  const entry = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('actor_id', '=', actor.userId)
    .where('created_at', '>=', since)
    .where('action', '=', `${entity}.exported`)
    .where('after', '=', sql<AuditValues>`${JSON.stringify(after)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

/** Records an export before the data leaves the shop. */
export async function recordExport(
  db: Database,
  entity: string,
  by: AuditedExport,
  after: AuditValues | null = null,
): Promise<void> {
  const change = { action: `${entity}.exported`, entity, entityId: 'all', before: null, after };
  await inTransaction(db, (tx) => recordAudit(tx, { ...by, ...change }));
}
