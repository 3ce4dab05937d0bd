import type { ReadFilter as TextFilter } from '#domain/search/search-intent.ts';
import {
  beginAlike,
  GIFTS,
  isUnspaced,
  type Lexicon,
  type LexiconEntry,
  type PlannedTerm,
  planTerms,
  type SearchedPart,
  Spelling,
  searchedWords,
  singularOf,
  stemOf,
  type Term,
  withoutObject,
} from '#server/features/search/index.ts';
import type { CategoryWords } from './category-words.ts';
import { KEY_SIGN, NAMING_SIGN, quoteLexeme, STEM_SIGN, THING_SIGN } from './product-document.ts';
import type { Beginning } from './words.store.ts';

/** Looks up words of the products, several at once. */
export interface Vocabulary {
  wordsByStem(stems: readonly string[]): Promise<readonly { word: string; stem: string; is_naming: boolean }[]>;
  beginning(beginning: string): Promise<Beginning>;
  /** Words that name a product and look like this one. */
  similarTo(word: string): Promise<readonly string[]>;
}

/** The tsqueries of one part of a search, from the best place to the worst. */
export interface ScoredPart {
  /** The word as it was typed, in a name; empty: there is none. */
  readonly own: string;
  readonly any: Places;
}

interface Places {
  /** Where a product says what it is. */
  readonly naming: string;
  /** The same texts and the short description. */
  readonly presenting: string;
  readonly anywhere: string;
}

/** A part of a search that is matched or dropped as a whole. */
export interface QueryPart extends ScoredPart, SearchedPart {
  readonly label: string;
  readonly isGift: boolean;
}

export interface ReadText {
  readonly parts: readonly QueryPart[];
  /** The text with its spelling corrected; null: unchanged. */
  readonly corrected: string | null;
}

/** More would not change the result. */
const MAX_PARTS = 8;
const SHORTEST_BEGINNING = 2;
const SHORTEST_PAIR = 5;
/** The weight of words of the name. */
const NAME = 'A';
const PLACES = { naming: 'AB', presenting: 'ABC', anywhere: '' } as const;
/** Matches nothing, because no text contains it as a word. */
export const NO_WORDS = quoteLexeme(KEY_SIGN);

const or = (queries: readonly string[]): string =>
  queries.length === 0 ? NO_WORDS : queries.length === 1 ? String(queries[0]) : `(${queries.join(' | ')})`;
const and = (queries: readonly string[]): string =>
  queries.length === 1 ? String(queries[0]) : `(${queries.join(' & ')})`;

/** Also in the names of categories. */
function placed(categories: CategoryWords, queryAt: (letters: string) => string): Places {
  return {
    naming: categories.expand(queryAt(PLACES.naming)),
    presenting: categories.expand(queryAt(PLACES.presenting)),
    anywhere: categories.expand(queryAt(PLACES.anywhere)),
  };
}

/** Words that name a product are lexemes of their own, because an index does not know the weights of words. */
function lexeme(word: string, letters: string, isBeginning: boolean | undefined = false): string {
  const isNaming = letters === PLACES.naming || letters === NAME;
  const flags = (isBeginning ? '*' : '') + (letters === PLACES.naming ? '' : letters);
  return quoteLexeme(isNaming ? NAMING_SIGN + word : word) + (flags === '' ? '' : `:${flags}`);
}

/** A word in any form. @param beginning the words that start with it, if it may be unfinished */
function formsQuery(word: string, letters: string, beginning?: Beginning): string {
  const stem = stemOf(word);
  const isPrefix = (beginning && !beginning.words) || (isUnspaced(word) && [...word].length === 1);
  const completions = (beginning?.words ?? []).filter((one) => letters !== PLACES.naming || one.is_naming);
  return or([
    ...new Set([
      lexeme(word, letters, isPrefix),
      lexeme(stem, letters),
      lexeme(STEM_SIGN + stem, letters),
      ...completions.map((one) => lexeme(one.word, letters)),
    ]),
  ]);
}

/** A word in any form, but not in a text that names the product. Without weights, so that the index alone decides. */
function describedQuery(word: string): string {
  const stem = stemOf(word);
  const forms = [...new Set([word, stem, STEM_SIGN + stem])];
  if (isUnspaced(word) && [...word].length === 1) return formsQuery(word, 'CD');
  return or(forms.map((form) => `(${quoteLexeme(form)} & !${quoteLexeme(NAMING_SIGN + form)})`));
}

/** A word in any form, but not where it only describes the thing in a name. */
function thingQuery(word: string, letters: string): string {
  const stem = stemOf(word);
  const things = [...new Set([word, stem, STEM_SIGN + stem])].map((form) => quoteLexeme(THING_SIGN + form));
  if (letters === PLACES.naming) return or(things);
  return or([...things, letters === PLACES.presenting ? formsQuery(word, 'C') : describedQuery(word)]);
}

/**
 * Words that belong together: the last one says what it is, the others describe it.
 * @param onlyThings not where the last one only describes the thing in a name
 */
const termQuery = (term: Term, letters: string, onlyThings = true): string =>
  and(
    term.map((word, place) => {
      if (letters !== PLACES.naming) return formsQuery(word, letters);
      if (place < term.length - 1) return formsQuery(word, PLACES.presenting);
      return onlyThings ? thingQuery(word, letters) : formsQuery(word, letters);
    }),
  );

/** Which words the products have. */
class KnownWords {
  readonly #stems = new Map<string, boolean>();

  constructor(words: readonly { stem: string; is_naming: boolean }[]) {
    for (const { stem, is_naming: isNaming } of words)
      this.#stems.set(stem, isNaming || this.#stems.get(stem) === true);
  }

  has(word: string): boolean {
    return this.#stems.has(stemOf(word));
  }

  isNaming(word: string): boolean {
    return this.#stems.get(stemOf(word)) === true;
  }

  /** A synonym counts only if it names a product. */
  hasSynonym(term: Term): boolean {
    const last = term.at(-1) ?? '';
    return (term.every((word) => this.has(word)) && this.isNaming(last)) || this.isNaming(term.join(''));
  }
}

const synonymsOf = (entry: LexiconEntry | undefined): readonly Term[] =>
  entry ? [...entry.equal, ...entry.narrower] : [];

/** All stems that can be used to look up a text. */
function stemsOf(words: readonly string[], lexicon: Lexicon): string[] {
  const joined = words.slice(1).map((word, at) => `${words[at]}${word}`);
  const singulars = words.map(singularOf);
  const terms = words.flatMap((word, at) => [
    ...synonymsOf(lexicon.longestAt(singulars, at)?.entry),
    ...synonymsOf(lexicon.entry([word])),
  ]);
  const all = [...words, ...joined, words.join(''), ...terms.flat(), ...terms.map((term) => term.join(''))];
  return [...new Set(all.map(stemOf))];
}

/** Reads a search text into parts that PostgreSQL can match. */
export class TextReader {
  readonly #vocabulary: Vocabulary;
  readonly #lexicon: Lexicon;
  readonly #categories: CategoryWords;

  constructor(vocabulary: Vocabulary, lexicon: Lexicon, categories: CategoryWords) {
    this.#vocabulary = vocabulary;
    this.#lexicon = lexicon;
    this.#categories = categories;
  }

  /** @param filters those that the index holds as words: colours, sizes and measures */
  async read(text: string, filters: readonly TextFilter[]): Promise<ReadText> {
    const words = searchedWords(text);
    const known = await this.#known(words, filters);
    const areJoined = (first: string, second: string) =>
      first.length + second.length >= SHORTEST_PAIR && known.isNaming(first + second);
    const corrections = new Map<string, string>();
    const parts: QueryPart[] = [];
    for (const term of planTerms(words, this.#lexicon, areJoined))
      parts.push(...(await this.#partsOf(term, known, corrections)));
    for (const filter of filters) parts.push(this.#filterPart(filter, known));
    return {
      parts: withoutObject(words[0], parts).slice(0, MAX_PARTS),
      corrected: corrections.size === 0 ? null : words.map((word) => corrections.get(word) ?? word).join(' '),
    };
  }

  async #known(words: readonly string[], filters: readonly TextFilter[] = []): Promise<KnownWords> {
    const keys = filters.flatMap((filter) => filter.keys.map((key) => KEY_SIGN + key));
    const labels = filters.flatMap(({ label }) => searchedWords(label)).map(stemOf);
    return new KnownWords(await this.#vocabulary.wordsByStem([...stemsOf(words, this.#lexicon), ...keys, ...labels]));
  }

  /** The parts that match a term. If a term of several words occurs nowhere, each word is a part. */
  async #partsOf(term: PlannedTerm, known: KnownWords, corrections: Map<string, string>): Promise<QueryPart[]> {
    const part = await this.#part(term, known);
    if (part.isFound || term.isOptional) return [part];
    if (term.words.length > 1) {
      if (term.entry && !this.#lexicon.isDivisible(term.words, term.entry)) return [part];
      const parts: QueryPart[] = [];
      for (const [index, word] of term.words.entries()) {
        const isHead = term.isHead && index === term.words.length - 1;
        const single = { ...term, words: [word], entry: this.#lexicon.entry([word]), isHead };
        parts.push(...(await this.#partsOf(single, known, corrections)));
      }
      return parts;
    }
    const [word = ''] = term.words;
    const correct = term.entry ? undefined : await this.#correct(word);
    if (correct === undefined) return [part];
    corrections.set(word, correct);
    const entry = this.#lexicon.entry([correct]);
    return [await this.#part({ ...term, words: [correct], entry, isLast: false }, await this.#known([correct]))];
  }

  async #part({ words, entry, isOptional, isHead, isLast }: PlannedTerm, known: KnownWords): Promise<QueryPart> {
    const [word = ''] = words;
    const isProduct = entry?.isProduct ?? false;
    const synonyms = synonymsOf(entry).filter((term) => known.hasSynonym(term));
    const related = synonyms.flatMap((term) => [
      termQuery(term, PLACES.naming, !entry?.own.has(term)),
      ...(term.length > 1 ? [formsQuery(term.join(''), PLACES.naming)] : []),
    ]);
    const split = words.length === 1 && !isProduct && !known.has(word) ? await this.#splitWord(word) : undefined;
    const others = [...related, ...(split ? [termQuery(split, PLACES.naming)] : [])];
    const isLiteral = words.every((one) => known.has(one));
    // A kind of product is not the beginning of another one: 'kettle' and 'kettlebell'.
    const mayBeUnfinished = isLast && !isProduct && words.length === 1 && word.length >= SHORTEST_BEGINNING;
    const beginning = mayBeUnfinished ? await this.#vocabulary.beginning(word) : undefined;
    const unfinished = isLiteral ? undefined : beginning;
    const isJoined = words.length > 1 && known.has(words.join(''));
    // The shop sells a kind of product only if it names a product so.
    const isOwn = isProduct && words.length === 1 ? known.isNaming(word) : isLiteral;
    const isNaming = words.every((one) => known.isNaming(one)) || unfinished?.isNaming === true || isJoined;
    const own = words.length > 1 ? and(words.map((one) => lexeme(one, NAME))) : lexeme(word, NAME);
    const queryAt = (letters: string) => {
      // Words that belong together count as a term only in texts that name or present a product.
      const literal =
        words.length > 1
          ? termQuery(words, isProduct ? PLACES.naming : letters === '' ? PLACES.presenting : letters)
          : isProduct && isHead
            ? thingQuery(word, letters)
            : formsQuery(word, letters, beginning);
      return or([literal, ...(words.length > 1 ? [formsQuery(words.join(''), letters)] : []), ...others]);
    };
    return {
      label: words.join(' '),
      own,
      any: placed(this.#categories, queryAt),
      isFound: isOwn || isJoined || unfinished?.isFound === true || others.length > 0,
      isNaming: isNaming || others.length > 0,
      isOptional,
      isHead,
      isProduct,
      isFilter: false,
      isTopic: entry !== undefined && !isProduct && (isNaming || others.length > 0),
      isGift: GIFTS.has(words.join(' ')),
    };
  }

  #filterPart({ kind, keys, label }: TextFilter, known: KnownWords): QueryPart {
    const found = keys.map((key) => KEY_SIGN + key).filter((key) => known.has(key));
    const words = kind === 'size' ? [] : searchedWords(label);
    const isLiteral = words.length > 0 && words.every((word) => known.has(word));
    const queryAt = (letters: string) => {
      const places = kind === 'colour' && letters === '' ? PLACES.presenting : letters;
      const literal = isLiteral ? [termQuery(words, places)] : [];
      return or([...found.map((key) => lexeme(key, letters)), ...literal]);
    };
    return {
      label,
      own: '',
      any: placed(this.#categories, queryAt),
      isFound: found.length > 0 || isLiteral,
      isNaming: false,
      isOptional: false,
      isHead: false,
      isProduct: false,
      isFilter: true,
      isTopic: false,
      isGift: false,
    };
  }

  /** Splits one word into two words of names, such as 'fryingpan'. */
  async #splitWord(word: string): Promise<Term | undefined> {
    const shortest = 3;
    const splits: Term[] = [];
    for (let end = word.length - shortest; end >= shortest; end -= 1)
      splits.push([word.slice(0, end), word.slice(end)]);
    if (splits.length === 0) return undefined;
    const known = new KnownWords(await this.#vocabulary.wordsByStem(splits.flat().map(stemOf)));
    return splits.find((parts) => parts.every((part) => known.isNaming(part)));
  }

  /** Corrects the spelling. Only words that name products count, because merchants spell those with care. */
  async #correct(word: string): Promise<string | undefined> {
    const candidates = await this.#vocabulary.similarTo(word);
    const spelling = new Spelling();
    for (const candidate of candidates) spelling.add(candidate);
    const choose = (typed: string) =>
      spelling.closestTo(typed, {
        wordOf: (number) => candidates[number] ?? '',
        isLikely: beginAlike,
        frequencyOf: () => 1,
      });
    const number = choose(word) ?? (word.length > 3 ? choose(`${word}s`) : undefined);
    return number === undefined ? undefined : candidates[number];
  }
}

/** Requires all parts. If there are several, those that name a kind of product must be in the texts that name products. */
export function queryOf(parts: readonly QueryPart[], place: keyof Places = 'anywhere', isNarrowed = false): string {
  const isStrict = parts.length > 1 || isNarrowed;
  return parts
    .map(({ any, isProduct, isNaming }) => (isStrict && isProduct && isNaming ? any.naming : any[place]))
    .join(' & ');
}
