import { type RawBuilder, sql } from 'kysely';
import type { SecretName, Section } from '#contract/admin/settings.ts';
import { anyOf, type Database, type Handle, type Transaction } from '#server/platform/database/database.ts';

export interface StoredSection {
  readonly value: Readonly<Record<string, unknown>>;
  readonly revision: number;
}

const NEVER_SAVED: StoredSection = { value: {}, revision: 0 };

/** The stored values of a section; empty at revision 0. */
export async function readStoredSection(db: Handle, section: Section): Promise<StoredSection> {
  const row = await db
    .selectFrom('setting')
    .select(['value', 'revision'])
    .where('section', '=', section)
    .executeTakeFirst();
  return row ?? NEVER_SAVED;
}

/** The value of a section, for a statement that does something else; null if it was never saved. */
export const storedValueOf = (section: Section): RawBuilder<StoredSection['value'] | null> =>
  sql`(SELECT value FROM setting WHERE section = ${section})`;

/** The saved ones of these sections, in one statement. */
export function listSections(
  db: Database,
  sections: readonly string[],
): Promise<(Pick<StoredSection, 'value'> & { readonly section: string })[]> {
  return db
    .selectFrom('setting')
    .select(['section', 'value'])
    .where(sql<boolean>`section = ${anyOf(sections, 'text')}`)
    .execute();
}

/** A section and its secret, read together. */
export async function readSectionWithSecret(
  db: Handle,
  section: Section,
  name: SecretName,
): Promise<{ readonly value: StoredSection['value']; readonly ciphertext: Buffer | null }> {
  const { rows } = await sql<{ value: StoredSection['value'] | null; ciphertext: Buffer | null }>`
    SELECT (SELECT value FROM setting WHERE section = ${section}) AS value,
           (SELECT ciphertext FROM setting_secret WHERE name = ${name}) AS ciphertext`.execute(db);
  return { value: rows[0]?.value ?? {}, ciphertext: rows[0]?.ciphertext ?? null };
}

export interface Sales {
  readonly hasOrders: boolean;
  /** An open checkout may become an order. */
  readonly isPaying: boolean;
}

export async function countSales(db: Handle): Promise<Sales> {
  const { rows } = await sql<Sales>`
    SELECT EXISTS (SELECT FROM orders) AS "hasOrders",
           EXISTS (SELECT FROM checkout WHERE status = 'open') AS "isPaying"`.execute(db);
  return rows[0] ?? { hasOrders: false, isPaying: false };
}

/** Blocks new, continuing and completing checkouts until the transaction ends; waits for running ones. */
export async function blockCheckouts(tx: Transaction): Promise<void> {
  await sql`LOCK TABLE checkout IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

export interface SectionRow extends StoredSection {
  readonly section: string;
  readonly updated_at: Date;
  /** Null: nobody, or a deleted account. */
  readonly updated_by_name: string | null;
}

export async function listStoredSections(db: Handle): Promise<SectionRow[]> {
  return db
    .selectFrom('setting')
    .leftJoin('users', 'users.id', 'setting.updated_by')
    .select(['section', 'value', 'revision', 'setting.updated_at', 'users.name as updated_by_name'])
    .execute();
}

export async function listSecretNames(db: Handle): Promise<string[]> {
  const rows = await db.selectFrom('setting_secret').select('name').execute();
  return rows.map(({ name }) => name);
}

/** Locks the row of a section, to serialise concurrent saves. */
export async function lockSection(tx: Transaction, section: Section): Promise<StoredSection> {
  return tx
    .insertInto('setting')
    .values({ section, value: '{}', revision: 0 })
    .onConflict((conflict) => conflict.column('section').doUpdateSet({ section }))
    .returning(['value', 'revision'])
    .executeTakeFirstOrThrow();
}

export async function updateSection(
  tx: Transaction,
  section: Section,
  changed: { readonly value: object; readonly by: number; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('setting')
    .set((eb) => ({
      value: JSON.stringify(changed.value),
      revision: eb('revision', '+', 1),
      updated_at: changed.at,
      updated_by: changed.by,
    }))
    .where('section', '=', section)
    .execute();
}

/** The encrypted secret. */
export async function readStoredSecret(db: Database, name: SecretName): Promise<Buffer | undefined> {
  const row = await db.selectFrom('setting_secret').select('ciphertext').where('name', '=', name).executeTakeFirst();
  return row?.ciphertext;
}

export async function putSecret(tx: Transaction, name: SecretName, ciphertext: Buffer, at: Date): Promise<void> {
  await tx
    .insertInto('setting_secret')
    .values({ name, ciphertext, updated_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ciphertext, updated_at: at }))
    .execute();
}

export async function deleteSecret(tx: Transaction, name: SecretName): Promise<void> {
  await tx.deleteFrom('setting_secret').where('name', '=', name).execute();
}
