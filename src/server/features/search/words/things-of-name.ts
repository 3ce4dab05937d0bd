import { CONTAINERS, DEPENDENT_HEADS } from './filler-words.ts';
import { createLexicon, type Lexicon, termOf } from './lexicon.ts';
import { headOfName, indexedWords, singularOf } from './words.ts';

/** Where a name mentions another thing: 'Carafe & Two Tumblers'. What stands behind 'with' is a part of the thing. */
const NEXT_THING = /,\s|\s[&+]\s|\sand\s/i;
const PARTS_OF_THING = /\swith\s/i;
/** Parts of a name that are read alone: 'Acme – Table Lamp', 'Oslo (Chair)'. */
const NEXT_PART = /[,:;()‘’“”]|\s[–-]\s|\s(?:in|with|for|from|by|on|and|&)\s/i;
const OF = 'of';

/** A constant, built on first use. */
let lexicon: Lexicon | undefined;
/** The built-in kinds of products: a name means the same whatever synonyms a merchant adds. A start from the index file reads no names. */
const kinds = (): Lexicon => {
  lexicon ??= createLexicon();
  return lexicon;
};

/** The last words of the built-in kinds of products in a part of a name, and where each kind begins. */
function kindsIn(words: readonly string[]): { readonly word: string; readonly start: number }[] {
  const singulars = words.map(singularOf);
  const found: { word: string; start: number }[] = [];
  for (let at = 0; at < words.length; ) {
    const known = kinds().longestAt(singulars, at);
    if (known?.entry.isProduct) found.push({ word: words[at + known.length - 1] as string, start: at });
    at += known?.length ?? 1;
  }
  return found;
}

/**
 * The last kind of product that a part of a name mentions, unless what belongs to it follows: 'chair' in 'Desk Chair Oslo', but
 * not in 'Chair Cover'. Behind 'of' only what something holds is meant: 'Set of Four Mugs', not 'Lord of the Rings'.
 */
function kindOf(part: string): string | undefined {
  const words = indexedWords(part.replaceAll('-', ' '));
  const of = words.indexOf(OF);
  const isContent = of > 0 && CONTAINERS.has(words[of - 1] as string);
  const all = kindsIn(words);
  const spanning = all.find(({ word, start }) => start < of && words.indexOf(word, of) > of);
  const own = isContent || of < 0 ? all : all.filter(({ start }) => start < of);
  const { word } = (isContent ? undefined : spanning) ?? own.at(-1) ?? {};
  if (word === undefined) return undefined;
  const after = words.slice(words.lastIndexOf(word) + 1, isContent || of < 0 ? undefined : of);
  return after.some((one) => DEPENDENT_HEADS.has(one)) ? undefined : word;
}

/** What a name mentions besides its head: 'tumblers' in 'Bedside Carafe & Two Tumblers', 'chair' in 'Chair Oslo'. */
export function thingsOfName(name: string): string[] {
  const [things = ''] = NEXT_THING.test(name) ? name.split(PARTS_OF_THING) : [];
  const heads = things === '' ? [] : things.split(NEXT_THING).flatMap((part) => headOfName(part) ?? []);
  for (const part of name.split(NEXT_PART)) {
    const kind = kindOf(part);
    if (kind !== undefined) return [...new Set([...heads, kind])];
  }
  return heads;
}

/** Neighbours in a name that are a built-in kind of product as one word: 'lunchbox' for 'Lunch Box'. */
export function joinedKindsOf(name: string): { readonly joined: string; readonly last: string }[] {
  const words = indexedWords(name);
  return words.slice(1).flatMap((last, at) => {
    const joined = `${words[at]}${last}`;
    return kinds().entry([joined])?.isProduct ? [{ joined, last }] : [];
  });
}

/** A built-in kind of several words as one word, such as 'smokealarm'; undefined for any other text. */
export function joinedKind(text: string): string | undefined {
  const term = termOf(text) ?? [];
  return term.length > 1 && kinds().entry(term)?.isProduct ? term.join('') : undefined;
}
