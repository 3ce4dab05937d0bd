import type { Database } from '#server/platform/database/database.ts';
import type { Section } from './sections.ts';

/** What was stored of a section; an empty object when it was never saved. */
export async function readStoredSection(db: Database, section: Section): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('setting').select('value').where('section', '=', section).executeTakeFirst();
  return row?.value ?? {};
}

/** The secret as it was sealed. */
export async function readStoredSecret(db: Database, name: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('setting_secret').select('ciphertext').where('name', '=', name).executeTakeFirst();
  return row?.ciphertext;
}
