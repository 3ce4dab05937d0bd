import { stemmer } from 'stemmer';

/** Longer words are cut. */
export const MAX_WORD_LENGTH = 40;

const ASCII_ONLY = /^[\0-\x7f]*$/;
const ACCENTS = /[\u0300-\u036f]/g;
/** Letters that Unicode does not decompose into base and accent. */
const SINGLE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};
const SINGLE_LETTER = /[ßæœøłđðþħı]/g;

/** Lower case without accents: 'Café' and 'cafe' are equal in a search. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII_ONLY.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(SINGLE_LETTER, (letter) => SINGLE_LETTERS[letter] ?? letter);
}

const APOSTROPHE = /(?<=[\p{L}\p{N}])['’ʼ](?=\p{L})/gu;
const ASCII_WORD = /[a-z0-9]+/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** The lookbehind keeps it linear: without it, a search would begin at each letter of a long run. */
const COMPOUND = /(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+(?:-[\p{L}\p{N}\p{M}]+)+/gu;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/** 'abc' as 'ab' and 'bc'. */
function pairsOf(letters: readonly string[]): string[] {
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

interface UnspacedScript {
  /** How to split a run of letters without spaces. */
  readonly split: (letters: readonly string[]) => string[];
}

function splitFolded(folded: string, { split }: UnspacedScript): string[] {
  const text =
    folded.includes("'") || folded.includes('’') || folded.includes('ʼ') ? folded.replace(APOSTROPHE, '') : folded;
  if (ASCII_ONLY.test(text)) return (text.match(ASCII_WORD) ?? []).map(cut);
  const words: string[] = [];
  for (const [run] of text.matchAll(WORD)) {
    let end = 0;
    for (const match of run.matchAll(UNSPACED)) {
      if (match.index > end) words.push(cut(run.slice(end, match.index)));
      words.push(...split([...match[0]]));
      end = match.index + match[0].length;
    }
    if (end < run.length) words.push(cut(run.slice(end)));
  }
  return words;
}

function cut(word: string): string {
  return word.length > MAX_WORD_LENGTH ? word.slice(0, MAX_WORD_LENGTH).toWellFormed() : word;
}

/**
 * The words to index for a text, with repeats. 'T-shirt' is indexed by its parts and as 'tshirt'; scripts without
 * spaces by each pair of neighbouring letters and by the last letter of a run, so that a single letter, used as a
 * prefix, matches every occurrence.
 */
export function indexedWords(text: string): string[] {
  const folded = fold(text);
  const words = splitFolded(folded, { split: (letters) => [...pairsOf(letters), ...letters.slice(-1)] });
  words.push(...compoundsOf(folded));
  return words;
}

/** 'tshirt' for 't-shirt' in a folded text. */
export function compoundsOf(folded: string): string[] {
  if (!folded.includes('-')) return [];
  return Array.from(folded.matchAll(COMPOUND), ([compound]) => cut(compound.replaceAll('-', '')));
}

/** The words of a search text, in order. */
export function searchedWords(text: string): string[] {
  return splitFolded(fold(text), { split: (letters) => (letters.length === 1 ? [...letters] : pairsOf(letters)) });
}

/** What follows it only describes the thing: 'Rubber plant in terracotta', 'Casserole, 5 L', 'Bulbs ‘Late Pink’'. */
const END_OF_HEAD = /[,:;(‘“]|\s[–-]\s|\s(?:in|with|for|of|from|by|on|and|&)\s/i;
const QUANTITY = /^(?:\d.*|[a-z]{1,2})$/;

const NUMBER_OF_THINGS = new Set(['set', 'pair', 'pack', 'kit', 'bundle', 'two', 'three', 'four', 'five', 'six']);

const lastThing = (words: readonly string[]): string | undefined =>
  words.findLast((word) => !QUANTITY.test(word) && !NUMBER_OF_THINGS.has(word));

/** What a name calls the thing: its last word before what only describes it, such as 'backpack' in 'Daytrip Backpack 18 L'. */
export function headOfName(name: string): string | undefined {
  const [front = ''] = name.split(END_OF_HEAD);
  return lastThing(indexedWords(front.replaceAll('-', ' ')));
}

const UNSPACED_WORD = new RegExp(`^${UNSPACED.source}$`, 'u');

/** Whether a word belongs to a script without spaces: it also matches inside longer runs. */
export function isUnspaced(word: string): boolean {
  return !ASCII_ONLY.test(word) && UNSPACED_WORD.test(word);
}

const STEMMABLE = /^[a-z]{3,}$/;

/** Plurals that no rule makes, and possessives without their apostrophe. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['calves', 'calf'],
  ['children', 'child'],
  ['childrens', 'child'],
  ['dice', 'die'],
  ['feet', 'foot'],
  ['geese', 'goose'],
  ['halves', 'half'],
  ['hooves', 'hoof'],
  ['knives', 'knife'],
  ['leaves', 'leaf'],
  ['loaves', 'loaf'],
  ['men', 'man'],
  ['mens', 'man'],
  ['mice', 'mouse'],
  ['scarves', 'scarf'],
  ['shelves', 'shelf'],
  ['pies', 'pie'],
  ['teeth', 'tooth'],
  ['ties', 'tie'],
  ['women', 'woman'],
  ['womens', 'woman'],
  ['wolves', 'wolf'],
]);
/** Words that would share a stem with others of another meaning: 'organic' with 'organ', 'boxing' with 'box'. */
const OWN_STEMS: ReadonlySet<string> = new Set(
  'organic boxing wedding poster posters counter counters general generally university news glasses painting paintings organiser organisers organizer organizers planter planters trainers trainer training building buildings fishing animation earring earrings stocking stockings bedding ceiling clothing clothes flooring lining pudding seating shaving recording recordings monitoring recorder adapter adapters'.split(
    ' ',
  ),
);
/** Plurals without a singular, or whose singular means something else: 'shorts' and 'short'. */
const PLURAL_ONLY: ReadonlySet<string> = new Set(
  'glasses news shorts tights briefs boxers braces flats shades scales slacks'.split(' '),
);

/** The stem of an English word ('lamps' and 'lamp'); any other word itself. */
export function stemOf(word: string): string {
  if (!STEMMABLE.test(word)) return word;
  const singular = IRREGULAR.get(word);
  if (singular !== undefined) return stemmer(singular);
  return OWN_STEMS.has(word) || PLURAL_ONLY.has(word) ? singularOf(word) : stemmer(word);
}

const PLURAL = /(?:(ies)|(ss|us|is)|(?:ch|sh|ss|x|zz)(es)|(s))$/;

/** A plural's singular, by rule; any other word itself. */
export function singularOf(word: string): string {
  if (!STEMMABLE.test(word) || PLURAL_ONLY.has(word)) return word;
  const singular = IRREGULAR.get(word);
  if (singular !== undefined) return singular;
  const [, ies, isSingular, es, plural] = PLURAL.exec(word) ?? [];
  if (isSingular || word.length < 4) return word;
  if (ies) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (es) return word.slice(0, -2);
  return plural ? word.slice(0, -1) : word;
}

/** Words that occur in every text and say nothing about it. They count in names only, such as 'The Who'. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be but by for from has have if in into is it its of on or our so such than that the their then these they this to was we were which will with you your'.split(
    ' ',
  ),
);

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The distinct meaningful words of a search; stop words only if there are no others. */
export function meaningfulWords(text: string): string[] {
  const words = [...new Set(searchedWords(text))];
  const telling = words.filter((word) => !isStopWord(word));
  return telling.length > 0 ? telling : words;
}

/** The words of a name and their stems, for repeated use. */
export interface NamedWords {
  readonly words: readonly string[];
  readonly stems: ReadonlySet<string>;
}

export function namedWords(name: string): NamedWords {
  const words = indexedWords(name);
  return { words, stems: new Set(words.map(stemOf)) };
}

/** Tests whether a name contains the words of a search in any form, the last one possibly incomplete. */
export function nameTest(words: readonly string[]): (name: NamedWords) => boolean {
  const wanted = words.map((word, index) => ({
    word,
    stem: stemOf(word),
    isUnfinished: index === words.length - 1 || isUnspaced(word),
  }));
  return (name) =>
    wanted.length > 0 &&
    wanted.every(
      ({ word, stem, isUnfinished }) =>
        name.stems.has(stem) || (isUnfinished && name.words.some((other) => other.startsWith(word))),
    );
}
