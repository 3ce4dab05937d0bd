import { refuse } from '#plugin';
import type { AdminCollection, CollectionForm } from '../admin-contract.ts';
import { collectionRefusals } from '../refusals.ts';
import type { CollectionRow, Services, Transaction } from '../tables.ts';
import type { By } from './by.ts';
import {
  deleteCollectionRows,
  findCollection,
  insertCollection,
  lockCollections,
  readPicked,
  rememberSlug,
  updateCollections,
  writePicked,
} from './collections.store.ts';
import { claimPicture, releaseUnused } from './pictures.ts';
import { adminView } from './views.ts';

type Row = Omit<CollectionRow, 'created_at'>;

const columnsOf = (form: CollectionForm) => ({
  slug: form.slug,
  name: form.name,
  description: form.description,
  image: form.image,
  seo_title: form.seo_title,
  seo_description: form.seo_description,
  kind: form.kind,
  rule: form.kind === 'rule' ? JSON.stringify(form.rule) : null,
  sort: form.sort,
  max_products: form.max_products,
  position: form.position,
  is_published: form.is_published,
  published_from: form.published_from === null ? null : new Date(form.published_from),
  published_until: form.published_until === null ? null : new Date(form.published_until),
});

const auditFacts = (row: Row, picked: readonly number[]) => ({
  name: row.name,
  slug: row.slug,
  description: row.description,
  image: row.image,
  seo_title: row.seo_title,
  seo_description: row.seo_description,
  kind: row.kind,
  rule: row.rule && JSON.stringify(row.rule),
  products: picked.join(', '),
  sort: row.sort,
  max_products: row.max_products,
  position: row.position,
  is_published: row.is_published,
  published_from: row.published_from?.toISOString() ?? null,
  published_until: row.published_until?.toISOString() ?? null,
});

const audited = ({ caller, request }: By, id: number) =>
  ({ actor: caller, request, entity: 'collection', entityId: String(id) }) as const;

/** PostgreSQL's error code for a unique violation. */
const UNIQUE_VIOLATION = '23505';

async function refuseTakenSlug<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== UNIQUE_VIOLATION || constraint !== 'collection_slug_key') throw error;
    throw refuse(collectionRefusals.slug_taken, { errors: { slug: ['Another collection has this slug already.'] } });
  }
}

/** The collection as the form reads it. @throws a refusal `collections.not_found` */
export async function readCollection({ db, products }: Services, id: number): Promise<AdminCollection> {
  const [row, picked] = await Promise.all([findCollection(db, id), readPicked(db, [id])]);
  if (!row) throw refuse(collectionRefusals.not_found);
  return adminView(row, await products.byIds(picked.get(id) ?? []));
}

/** @throws a refusal `collections.slug_taken` or `collections.picture_unknown` */
export async function createCollection(services: Services, form: CollectionForm, by: By): Promise<AdminCollection> {
  const at = services.now();
  const id = await refuseTakenSlug(
    services.transaction(async (tx) => {
      const created = await insertCollection(tx, columnsOf(form), at);
      await rememberSlug(tx, created, form.slug, form.slug);
      await writeRest(services, tx, { id: created, form, before: null, by });
      return created;
    }),
  );
  return readCollection(services, id);
}

/**
 * @throws a refusal `collections.not_found`, `collections.changed` with the collection, `collections.slug_taken` or
 * `collections.picture_unknown`
 */
export async function updateCollection(
  services: Services,
  id: number,
  { revision, ...form }: CollectionForm & { readonly revision?: number | undefined },
  by: By,
): Promise<AdminCollection> {
  const at = services.now();
  const isSaved = await refuseTakenSlug(
    services.transaction(async (tx) => {
      const [before] = await lockCollections(tx, [id]);
      if (!before) throw refuse(collectionRefusals.not_found);
      if (revision !== undefined && revision !== before.revision) return false;
      const picked = (await readPicked(tx, [id])).get(id) ?? [];
      await updateCollections(tx, [id], columnsOf(form), at);
      await rememberSlug(tx, id, before.slug, form.slug);
      await writeRest(services, tx, { id, form, before: { row: before, picked }, by });
      return true;
    }),
  );
  const collection = await readCollection(services, id);
  if (!isSaved) throw refuse(collectionRefusals.changed, { data: { collection } });
  return collection;
}

interface WrittenCollection {
  readonly id: number;
  readonly form: CollectionForm;
  /** Null for a new one. */
  readonly before: { readonly row: Row; readonly picked: readonly number[] } | null;
  readonly by: By;
}

/** Writes what creating and updating have in common. */
async function writeRest(
  services: Services,
  tx: Transaction,
  { id, form, before, by }: WrittenCollection,
): Promise<void> {
  await claimPicture(services, tx, form.image);
  await writePicked(tx, id, form.kind === 'manual' ? form.product_ids : []);
  const former = before?.row.image;
  if (former && former !== form.image) await releaseUnused(services, tx, [former]);
  const row = await findCollection(tx, id);
  if (!row) throw refuse(collectionRefusals.not_found);
  const picked = (await readPicked(tx, [id])).get(id) ?? [];
  await services.recordAudit(tx, {
    ...audited(by, id),
    action: before ? 'collections.update' : 'collections.create',
    before: before && auditFacts(before.row, before.picked),
    after: auditFacts(row, picked),
  });
  await services.announceChange(tx);
}

/** Publishes or hides collections; skips those already in that state. @returns how many changed */
export function setPublished(
  services: Services,
  ids: readonly number[],
  isPublished: boolean,
  by: By,
): Promise<number> {
  return services.transaction(async (tx) => {
    const changed = (await lockCollections(tx, ids)).filter(({ is_published }) => is_published !== isPublished);
    if (changed.length === 0) return 0;
    const changedIds = changed.map(({ id }) => id);
    await updateCollections(tx, changedIds, { is_published: isPublished }, services.now());
    for (const { id } of changed) {
      await services.recordAudit(tx, {
        ...audited(by, id),
        action: isPublished ? 'collections.publish' : 'collections.hide',
        before: { is_published: !isPublished },
        after: { is_published: isPublished },
      });
    }
    await services.announceChange(tx);
    return changed.length;
  });
}

/** Deletes collections for good; their products stay. @returns how many there were */
export function deleteCollections(services: Services, ids: readonly number[], by: By): Promise<number> {
  return services.transaction(async (tx) => {
    const rows = await lockCollections(tx, ids);
    if (rows.length === 0) return 0;
    const there = rows.map(({ id }) => id);
    const picked = await readPicked(tx, there);
    await deleteCollectionRows(tx, there);
    for (const row of rows) {
      await services.recordAudit(tx, {
        ...audited(by, row.id),
        action: 'collections.delete',
        before: auditFacts(row, picked.get(row.id) ?? []),
        after: null,
      });
    }
    await releaseUnused(
      services,
      tx,
      rows.flatMap(({ image }) => image ?? []),
    );
    await services.announceChange(tx);
    return rows.length;
  });
}
