import { FILLER_WORDS, GIFTS, OPTIONAL_WORDS, PREPOSITIONS } from './filler-words.ts';
import type { Lexicon, LexiconEntry } from './lexicon.ts';
import { isStopWord, searchedWords } from './words.ts';

/** A word of a search, or several that belong together, which a product should have. */
export interface PlannedTerm {
  readonly words: readonly string[];
  readonly entry: LexiconEntry | undefined;
  /** Optional: it only adds to the score. */
  readonly isOptional: boolean;
  /** It names the product rather than describing it: 'lamp' in 'red lamp for the desk'. */
  readonly isHead: boolean;
  /** The last word of the text may be incomplete. */
  readonly isLast: boolean;
}

interface Draft {
  words: readonly string[];
  entry: LexiconEntry | undefined;
  isOptional: boolean;
  /** Whether it is before the first preposition. */
  isBeforePreposition: boolean;
}

const isEmptyWord = (word: string): boolean => isStopWord(word) || FILLER_WORDS.has(word);

/**
 * Splits the words of a search text into terms. Multi-word terms of the lexicon stay together; `areJoined` tells whether two
 * neighbours are one word in the catalogue, as in 'head phones'.
 */
export function planTerms(
  words: readonly string[],
  lexicon: Lexicon,
  areJoined: (first: string, second: string) => boolean,
): PlannedTerm[] {
  const drafts: Draft[] = [];
  let isBeforePreposition = true;
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const known = lexicon.longestAt(words, at);
    const isPhrase = known !== undefined && known.length > 1;
    if (!isPhrase && isEmptyWord(word)) {
      if (PREPOSITIONS.has(word) && drafts.some(({ isOptional }) => !isOptional)) isBeforePreposition = false;
      at += 1;
      continue;
    }
    const next = words[at + 1];
    const isPair = !isPhrase && next !== undefined && !isEmptyWord(next) && areJoined(word, next);
    const length = isPhrase ? known.length : isPair ? 2 : 1;
    const taken = words.slice(at, at + length);
    drafts.push({
      words: taken,
      entry: isPair ? lexicon.entry([taken.join('')]) : known?.entry,
      isOptional: length === 1 && OPTIONAL_WORDS.has(word),
      isBeforePreposition,
    });
    at += length;
  }
  return markHead(drafts.length > 0 ? drafts : fillersOf(words, lexicon));
}

/** Whether a text says anything about a product: "something nice" does not. */
export const isTelling = (text: string): boolean => searchedWords(text).some((word) => !isEmptyWord(word));

/** A text of only such words, such as 'The Who', is taken literally. */
function fillersOf(words: readonly string[], lexicon: Lexicon): Draft[] {
  const telling = words.filter((word) => !isStopWord(word));
  return (telling.length > 0 ? telling : words).map((word) => ({
    words: [word],
    entry: lexicon.entry([word]),
    isOptional: false,
    isBeforePreposition: true,
  }));
}

function markHead(drafts: readonly Draft[]): PlannedTerm[] {
  const unique = drafts.filter(
    ({ words }, index) => drafts.findIndex((other) => other.words.join(' ') === words.join(' ')) === index,
  );
  const isAllOptional = unique.every(({ isOptional }) => isOptional);
  // "Gift for my mother" is a gift.
  const first = unique.find(({ words: [word = ''] }) => GIFTS.has(word)) ?? unique[0];
  const required = isAllOptional && first ? [first] : unique.filter(({ isOptional }) => !isOptional);
  const front = required.filter(({ isBeforePreposition }) => isBeforePreposition);
  const head = (front.length > 0 ? front : required).at(-1);
  return unique.map((draft, index) => ({
    words: draft.words,
    entry: draft.entry,
    isOptional: !required.includes(draft),
    isHead: draft === head,
    isLast: index === unique.length - 1,
  }));
}
