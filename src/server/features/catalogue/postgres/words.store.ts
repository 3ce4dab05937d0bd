import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { NAMING_SIGN, quoteLexeme, STEM_SIGN } from './product-document.ts';

/** How many of the nearest words by trigrams are compared by edit distance. */
const NEAREST = 100;
const LAST_CHARACTER = '\u{10ffff}';

export interface StoredWord {
  readonly word: string;
  readonly stem: string;
  readonly is_naming: boolean;
}

/** The words of products with any of these stems. */
export async function readWordsByStem(db: Database, stems: readonly string[]): Promise<StoredWord[]> {
  const { rows } = await sql<StoredWord>`
    SELECT word, stem, is_naming FROM product_search.word WHERE stem = ANY (${stems}::text[])`.execute(db);
  return rows;
}

/** Whether any word has this prefix, and whether one that names a product does. */
export async function readBeginning(
  db: Database,
  beginning: string,
): Promise<{ readonly is_found: boolean; readonly is_naming: boolean }> {
  const range = sql`word >= ${beginning} AND word < ${beginning + LAST_CHARACTER}`;
  const { rows } = await sql<{ is_found: boolean; is_naming: boolean }>`
    SELECT EXISTS (SELECT FROM product_search.word WHERE ${range}) AS is_found,
           EXISTS (SELECT FROM product_search.word WHERE ${range} AND is_naming) AS is_naming`.execute(db);
  return rows[0] ?? { is_found: false, is_naming: false };
}

/** Words that name a product and look like this one, nearest first. */
export async function readSimilarWords(db: Database, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT near.word
      FROM (SELECT w.word FROM product_search.word w WHERE w.is_naming
             ORDER BY w.word <-> ${word} LIMIT ${NEAREST}) near
     WHERE product_search.count_names(quote_literal(${NAMING_SIGN}::text || near.word)::tsquery, 1) > 0`.execute(db);
  return rows.map((row) => row.word);
}

/** Whether a name has all of these words, the last one perhaps unfinished. */
export const namedQuery = (words: readonly { readonly word: string; readonly stem: string }[]): string =>
  words
    .map(({ word, stem }, place) => {
      const named = (form: string) => quoteLexeme(NAMING_SIGN + form);
      const own = `${named(word)}:A | ${named(stem)}:A | ${named(STEM_SIGN + stem)}:A`;
      return place === words.length - 1 ? `(${own} | ${named(word)}:*A)` : `(${own})`;
    })
    .join(' & ');
