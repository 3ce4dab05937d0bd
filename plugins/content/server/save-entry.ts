import { type AuditContext, isSameJson, refuse } from '#plugin';
import { refusals } from '../contract-fields.ts';
import type { Services, Transaction } from '../tables.ts';
import { deleteEntryRow, type EntryTable, hasSlug } from './entries.store.ts';
import { claimPictures } from './pictures.store.ts';
import { deleteRedirectsTo, lockAddresses, redirectMovedPage } from './redirects.store.ts';

interface EntryRow {
  readonly id: number;
  readonly slug: string;
  readonly is_published: boolean;
  readonly revision: number;
}

/** How saving a page differs from saving a post. */
export interface EntryKind<Fields extends { readonly slug: string }, Row extends EntryRow, View extends Fields> {
  readonly noun: 'page' | 'post';
  readonly table: EntryTable;
  readonly notFound: keyof typeof refusals;
  readonly slugTaken: keyof typeof refusals;
  addressOf(slug: string): string;
  /** Sets fields that follow from others. @param current the saved entry */
  completed(fields: Fields, at: Date, current?: View): Fields;
  /** The row, locked until the end of the transaction. */
  lock(tx: Transaction, id: number): Promise<Row | undefined>;
  /** @returns undefined when another entry has the slug */
  insert(tx: Transaction, fields: Fields, at: Date): Promise<Row | undefined>;
  update(tx: Transaction, id: number, fields: Fields, revision: number, at: Date): Promise<Row>;
  view(row: Row, at: Date): View;
  /** Fields for the audit log. The full text would fill it; its length shows that it changed. */
  audited(fields: Fields): Readonly<Record<string, string | number | boolean | null>>;
  /** The part of the fields that can contain pictures. */
  contentOf(fields: Fields): unknown;
}

/** @throws a refusal: the kind's `slugTaken`, or `content.picture_unknown` */
export function createEntry<Fields extends { readonly slug: string }, Row extends EntryRow, View extends Fields>(
  services: Services,
  kind: EntryKind<Fields, Row, View>,
  given: Fields,
  by: AuditContext,
): Promise<View> {
  return services.transaction(async (tx) => {
    await lockAddresses(tx);
    const at = services.now();
    const fields = kind.completed(given, at);
    await claimPictures(services, tx, kind.contentOf(fields));
    const row = await kind.insert(tx, fields, at);
    if (!row) throw slugTaken(kind);
    await services.recordAudit(tx, {
      ...by,
      entity: `content_${kind.noun}`,
      entityId: String(row.id),
      action: `content.create_${kind.noun}`,
      before: null,
      after: kind.audited(fields),
    });
    await services.announceChange(tx);
    return kind.view(row, at);
  });
}

/**
 * Saves on top of a revision. Repeated with the same content, it succeeds again.
 * @throws a refusal: the kind's `notFound` or `slugTaken`, `content.changed` with the current entry, or
 * `content.picture_unknown`
 */
export function changeEntry<Fields extends { readonly slug: string }, Row extends EntryRow, View extends Fields>(
  services: Services,
  kind: EntryKind<Fields, Row, View>,
  id: number,
  { revision, fields: given }: { readonly revision: number; readonly fields: Fields },
  by: AuditContext,
): Promise<View> {
  const comparable = (fields: Fields) => [kind.audited(fields), kind.contentOf(fields)];
  return services.transaction(async (tx) => {
    const former = await kind.lock(tx, id);
    if (!former) throw refuse(refusals[kind.notFound]);
    const at = services.now();
    const current = kind.view(former, at);
    const fields = kind.completed(given, at, current);
    if (isSameJson(comparable(current), comparable(fields))) return current;
    if (former.revision !== revision) throw refuse(refusals.changed, { data: { [kind.noun]: current } });
    if (former.slug !== fields.slug) await moveAddress(services, kind, tx, former, fields.slug);
    await claimPictures(services, tx, kind.contentOf(fields));
    const row = await kind.update(tx, id, fields, revision + 1, at);
    await services.recordAudit(tx, {
      ...by,
      entity: `content_${kind.noun}`,
      entityId: String(id),
      action: `content.change_${kind.noun}`,
      before: kind.audited(current),
      after: kind.audited(fields),
    });
    await services.announceChange(tx);
    return kind.view(row, at);
  });
}

/** @throws a refusal: the kind's `notFound` */
export function deleteEntry<Fields extends { readonly slug: string }, Row extends EntryRow, View extends Fields>(
  services: Services,
  kind: EntryKind<Fields, Row, View>,
  id: number,
  by: AuditContext,
): Promise<void> {
  return services.transaction(async (tx) => {
    const former = await kind.lock(tx, id);
    if (!former) throw refuse(refusals[kind.notFound]);
    await deleteEntryRow(tx, kind.table, id);
    await lockAddresses(tx);
    await deleteRedirectsTo(tx, kind.addressOf(former.slug));
    await services.recordAudit(tx, {
      ...by,
      entity: `content_${kind.noun}`,
      entityId: String(id),
      action: `content.delete_${kind.noun}`,
      before: kind.audited(kind.view(former, services.now())),
      after: null,
    });
    await services.announceChange(tx);
  });
}

type AnyKind = Pick<EntryKind<never, never, never>, 'slugTaken' | 'table' | 'addressOf'>;

function slugTaken(kind: AnyKind): Error {
  const refusal = refusals[kind.slugTaken];
  return refuse(refusal, { errors: { slug: [refusal.message] } });
}

/** Links to the former address of an entry that was public lead to the new one. */
async function moveAddress(
  services: Services,
  kind: AnyKind,
  tx: Transaction,
  former: EntryRow,
  slug: string,
): Promise<void> {
  await lockAddresses(tx);
  if (await hasSlug(tx, kind.table, slug)) throw slugTaken(kind);
  await redirectMovedPage(tx, {
    from: kind.addressOf(former.slug),
    to: kind.addressOf(slug),
    at: services.now(),
    isNeeded: former.is_published,
  });
}
