import { type RawBuilder, sql } from 'kysely';
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

/** `noted`: words that products have or once had; `used`: only those that products have, which takes a search for each word. */
export type WordScope = 'noted' | 'used';

/** A column as a lexeme of a tsquery. Of a text with backslashes, `quote_literal` makes an escape string. */
const lexemeOf = (column: string, sign: string) =>
  sql`ltrim(quote_literal(${sign}::text || ${sql.ref(column)}), ' E')::tsquery`;
const isNamed = (column: string) => sql<boolean>`product_search.count_names(${lexemeOf(column, NAMING_SIGN)}, 1) > 0`;

const WORDS: Readonly<Record<WordScope, RawBuilder<unknown>>> = {
  noted: sql`product_search.word`,
  used: sql`(
    SELECT w.word, w.stem, named.is_naming
      FROM product_search.word w, LATERAL (SELECT w.is_naming AND ${isNamed('w.word')} AS is_naming OFFSET 0) AS named
     WHERE named.is_naming OR product_search.count_words(${lexemeOf('w.word', '')}, 1) > 0) AS used`,
};

/** The words with any of these stems. */
export async function readWordsByStem(db: Database, stems: readonly string[], scope: WordScope): Promise<StoredWord[]> {
  const { rows } = await sql<StoredWord>`
    SELECT word, stem, is_naming FROM ${WORDS[scope]} WHERE stem = ANY (${stems}::text[])`.execute(db);
  return rows;
}

/** Up to this many words with a prefix are searched one by one, which is much faster than a prefix search in the index. */
const MAX_COMPLETIONS = 30;

export interface Beginning {
  readonly isFound: boolean;
  /** Whether a word that names a product has the prefix. */
  readonly isNaming: boolean;
  /** All words that have it; undefined: too many. */
  readonly words: readonly StoredWord[] | undefined;
}

/** Looks up the words with this prefix. */
export async function readBeginning(db: Database, beginning: string, scope: WordScope): Promise<Beginning> {
  const range = sql`word >= ${beginning} AND word < ${beginning + LAST_CHARACTER}`;
  const { rows } = await sql<StoredWord>`
    SELECT word, stem, is_naming FROM ${WORDS[scope]} WHERE ${range} ORDER BY word LIMIT ${MAX_COMPLETIONS + 1}`.execute(
    db,
  );
  const isNaming = rows.some((row) => row.is_naming);
  if (rows.length <= MAX_COMPLETIONS) return { isFound: rows.length > 0, isNaming, words: rows };
  if (isNaming) return { isFound: true, isNaming, words: undefined };
  const { rows: naming } = await sql<{ is_naming: boolean }>`
    SELECT EXISTS (SELECT FROM ${WORDS[scope]} WHERE ${range} AND is_naming) AS is_naming`.execute(db);
  return { isFound: true, isNaming: naming[0]?.is_naming === true, words: undefined };
}

/** Words that name a product and look like this one, nearest first. */
export async function readSimilarWords(db: Database, word: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    SELECT near.word
      FROM (SELECT w.word FROM product_search.word w WHERE w.is_naming
             ORDER BY w.word <-> ${word} LIMIT ${NEAREST}) near
     WHERE ${isNamed('near.word')}`.execute(db);
  return rows.map((row) => row.word);
}

/** Tsqueries of names that have given words. */
export interface NameQuery {
  /** Matches in the name, brand, tags and category; decided by the index of words alone. */
  readonly loose: string;
  /** Matches in the name itself; needs the text of each product. */
  readonly exact: string;
}

/** Whether a name has all of these words, the last one perhaps unfinished. @param completions of the last word, if known */
export function namedQuery(
  words: readonly { readonly word: string; readonly stem: string }[],
  completions?: readonly StoredWord[],
): NameQuery {
  const queryOf = (letter: string): string =>
    words
      .map(({ word, stem }, place) => {
        const named = (form: string) => quoteLexeme(NAMING_SIGN + form) + (letter && `:${letter}`);
        const own = [named(word), named(stem), named(STEM_SIGN + stem)];
        if (place < words.length - 1) return `(${own.join(' | ')})`;
        const unfinished = completions
          ? completions.flatMap((one) => (one.is_naming ? [named(one.word)] : []))
          : [`${quoteLexeme(NAMING_SIGN + word)}:*${letter}`];
        return `(${[...own, ...unfinished].join(' | ')})`;
      })
      .join(' & ');
  return { loose: queryOf(''), exact: queryOf('A') };
}
