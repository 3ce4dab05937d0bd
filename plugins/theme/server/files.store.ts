import { sql } from 'kysely';
import type { Database, Services, Transaction } from '../tables.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Pages that browsers keep for offline use link to the stylesheet that was current then. */
const STYLESHEET_DAYS = 90;
/** Mails link to the logo that was current when they were sent. */
const DRAWING_DAYS = 2 * 365;

export async function readStylesheet(db: Database, hash: string): Promise<string | null> {
  const row = await db.selectFrom('plugin_theme.stylesheet').select('text').where('hash', '=', hash).executeTakeFirst();
  return row?.text ?? null;
}

export async function keepStylesheet(db: Database, hash: string, text: string, used_at: Date): Promise<void> {
  await db
    .insertInto('plugin_theme.stylesheet')
    .values({ hash, text, used_at })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ used_at }))
    .execute();
}

export async function readIcon(
  db: Database,
  hash: string,
): Promise<{ readonly png: Buffer; readonly large: Buffer | null } | undefined> {
  return db.selectFrom('plugin_theme.icon').select(['png', 'large']).where('hash', '=', hash).executeTakeFirst();
}

interface Icon {
  readonly hash: string;
  readonly png: Buffer;
  readonly large: Buffer;
  readonly created_at: Date;
}

/** Uploading an older icon again adds its large version. */
export async function keepIcon(tx: Transaction, { large, created_at, ...icon }: Icon): Promise<void> {
  await tx
    .insertInto('plugin_theme.icon')
    .values({ ...icon, large, created_at })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ large, created_at }))
    .execute();
}

/** A logo, or an icon made from it, rendered as PNG. */
export interface Drawing {
  readonly hash: string;
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

const DRAWING = ['hash', 'png', 'width', 'height'] as const;

/** @returns the drawing of this source, marked as in use */
export const touchDrawing = (db: Database, source: string, used_at: Date): Promise<Drawing | undefined> =>
  db
    .updateTable('plugin_theme.drawing')
    .set({ used_at })
    .where('source', '=', source)
    .returning(DRAWING)
    .executeTakeFirst();

/** Several nodes may insert the same drawing at once, and two sources can result in the same picture. */
export async function keepDrawing(db: Database, drawing: Drawing & { source: string; used_at: Date }): Promise<void> {
  await db
    .insertInto('plugin_theme.drawing')
    .values(drawing)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { hash, used_at } = drawing;
  await db.updateTable('plugin_theme.drawing').set({ used_at }).where('hash', '=', hash).execute();
}

export async function readDrawing(db: Database, hash: string): Promise<Buffer | null> {
  const row = await db.selectFrom('plugin_theme.drawing').select('png').where('hash', '=', hash).executeTakeFirst();
  return row?.png ?? null;
}

export async function keepLogo(tx: Transaction, address: string, created_at: Date): Promise<void> {
  await tx
    .insertInto('plugin_theme.logo')
    .values({ address, created_at })
    .onConflict((conflict) => conflict.column('address').doUpdateSet({ created_at }))
    .execute();
}

/** Keeps uploaded files from the clean-up while the theme is saved. @returns how many of them are there */
export async function claimFiles(
  tx: Transaction,
  { logos, icons, at }: { readonly logos: readonly string[]; readonly icons: readonly string[]; readonly at: Date },
): Promise<number> {
  const claimed = await Promise.all([
    logos.length === 0
      ? []
      : tx
          .updateTable('plugin_theme.logo')
          .set({ created_at: at })
          .where('address', 'in', logos)
          .returning('address')
          .execute(),
    icons.length === 0
      ? []
      : tx
          .updateTable('plugin_theme.icon')
          .set({ created_at: at })
          .where('hash', 'in', icons)
          .returning('hash')
          .execute(),
  ]);
  return claimed.flat().length;
}

/** Job: deletes pictures that were uploaded more than a day ago and are in no theme, and stylesheets out of use. */
export async function cleanUp(services: Services, currentStylesheet: string | null): Promise<void> {
  const at = services.now().getTime();
  const yesterday = new Date(at - DAY_MS);
  await services.transaction(async (tx) => {
    await tx
      .deleteFrom('plugin_theme.stylesheet')
      .where('used_at', '<', new Date(at - STYLESHEET_DAYS * DAY_MS))
      .where('hash', '<>', currentStylesheet ?? '')
      .execute();
    await tx
      .deleteFrom('plugin_theme.drawing')
      .where('used_at', '<', new Date(at - DRAWING_DAYS * DAY_MS))
      .execute();
    await sql`
      DELETE FROM plugin_theme.icon
       WHERE created_at < ${yesterday}
         AND NOT EXISTS (SELECT FROM plugin_theme.theme WHERE position(hash IN concat(draft::text, published::text)) > 0)
    `.execute(tx);
    const { rows } = await sql<{ address: string }>`
      DELETE FROM plugin_theme.logo
       WHERE created_at < ${yesterday}
         AND NOT EXISTS (SELECT FROM plugin_theme.theme WHERE position(address IN concat(draft::text, published::text)) > 0)
      RETURNING address`.execute(tx);
    await services.pictures.release(
      tx,
      rows.map(({ address }) => address),
    );
  });
}
