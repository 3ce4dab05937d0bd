import {
  ARTICLES,
  CONTAINERS,
  DEPENDENT_HEADS,
  FILLER_WORDS,
  GIFTS,
  OPTIONAL_WORDS,
  PREPOSITIONS,
} from './filler-words.ts';
import { type Lexicon, type LexiconEntry, WHOLE_KIND } from './lexicon.ts';
import { isStopWord, searchedWords, singularOf } from './words.ts';

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

const NUMBER = /^\d+$/;

const isEmptyWord = (word: string): boolean => isStopWord(word) || FILLER_WORDS.has(word);

/**
 * Splits the words of a search text into terms. Multi-word terms of the lexicon stay together; `areJoined` tells whether two
 * neighbours are one word in the catalogue, as in 'head phones'.
 */
export function planTerms(
  typed: readonly string[],
  lexicon: Lexicon,
  areJoined: (first: string, second: string) => boolean,
): PlannedTerm[] {
  const words = typed.filter((word) => !ARTICLES.has(word));
  const singulars = words.map(singularOf);
  const isOneWord = (first: string, second: string): boolean =>
    areJoined(first, second) || lexicon.entry([first + second])?.isProduct === true;
  const drafts: Draft[] = [];
  let isBeforePreposition = true;
  for (let at = 0; at < words.length; ) {
    const word = words[at] as string;
    const known = lexicon.longestAt(singulars, at);
    const isPhrase = known !== undefined && known.length > 1;
    if (!isPhrase && isEmptyWord(word)) {
      if (PREPOSITIONS.has(word) && drafts.some(({ isOptional }) => !isOptional)) isBeforePreposition = false;
      at += 1;
      continue;
    }
    const next = words[at + 1];
    if (next === 'of' && CONTAINERS.has(word) && !words.slice(at + 2).every(isEmptyWord)) {
      at += 2;
      continue;
    }
    const after = words[at + (known?.length ?? 1)];
    const isPair = !isPhrase && next !== undefined && !isEmptyWord(next) && isOneWord(word, next);
    const isDependent = !isPair && known?.entry.isProduct && after !== undefined && DEPENDENT_HEADS.has(after);
    const length = (isPhrase ? known.length : 1) + (isPair || isDependent ? 1 : 0);
    const taken = words.slice(at, at + length);
    drafts.push({
      words: taken,
      entry: isPair ? lexicon.entry([taken.join('')]) : isDependent ? WHOLE_KIND : known?.entry,
      // After a kind of product, a number is mostly that of a model: 'iphone 15'.
      isOptional:
        length === 1 && (OPTIONAL_WORDS.has(word) || (NUMBER.test(word) && drafts.at(-1)?.entry?.isProduct === true)),
      isBeforePreposition,
    });
    at += length;
  }
  return markHead(drafts.length > 0 ? drafts : fillersOf(typed, lexicon));
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
  const candidates = front.length > 0 ? front : required;
  // In 'which chair is comfortable' the last word is no thing.
  const head = candidates.findLast(({ entry }) => entry?.isProduct) ?? candidates.at(-1);
  return unique.map((draft, index) => ({
    words: draft.words,
    entry: draft.entry,
    isOptional: !required.includes(draft),
    isHead: draft === head,
    isLast: index === unique.length - 1,
  }));
}
