import { FILLER_WORDS, OPTIONAL_WORDS, PREPOSITIONS } from './filler-words.ts';
import type { Lexicon, LexiconEntry } from './lexicon.ts';
import { isStopWord, searchedWords } from './words.ts';

/** A word of a search, or a few that belong together, which a product should have. */
export interface PlannedTerm {
  readonly words: readonly string[];
  readonly entry: LexiconEntry | undefined;
  /** It only adds to the score of what the others find. */
  readonly isOptional: boolean;
  /** It says what is looked for, not what it is like: 'lamp' in 'red lamp for the desk'. */
  readonly isHead: boolean;
  /** The last word of the text may be unfinished. */
  readonly isLast: boolean;
}

interface Draft {
  words: readonly string[];
  entry: LexiconEntry | undefined;
  isOptional: boolean;
  /** Whether it stands before the first preposition. */
  isBeforePreposition: boolean;
}

const isEmptyWord = (word: string): boolean => isStopWord(word) || FILLER_WORDS.has(word);

/**
 * Which terms a search text consists of. Terms of several words that the lexicon knows stay together; `areJoined` tells of
 * two neighbours whether they are one word of the catalogue, as in 'head phones'.
 */
export function planTerms(
  text: string,
  lexicon: Lexicon,
  areJoined: (first: string, second: string) => boolean,
): PlannedTerm[] {
  const words = searchedWords(text);
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

/** A text of nothing but such words, as 'The Who', is taken as it is. */
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
  const required = unique.filter(({ isOptional }) => isAllOptional || !isOptional);
  const front = required.filter(({ isBeforePreposition }) => isBeforePreposition);
  const head = (front.length > 0 ? front : required).at(-1);
  return unique.map((draft, index) => ({
    words: draft.words,
    entry: draft.entry,
    isOptional: draft.isOptional && !isAllOptional,
    isHead: draft === head,
    isLast: index === unique.length - 1,
  }));
}
