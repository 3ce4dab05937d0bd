import type { NumberLists } from '#server/platform/number-sets/number-lists.ts';
import type { DocumentMatches } from './document-scores.ts';
import { NAME_WEIGHT } from './text-reader.ts';

/** For a name that equals the search text: ranks above everything else. */
const WHOLE_NAME_BONUS = 128;

/** @param length of a name in words; @param words how many were searched for; @param typed how many different ones the search text has */
export const wholeNameBonus = (length: number, words: number, typed: number): number =>
  length === words || length === typed ? WHOLE_NAME_BONUS : 0;

/** Adds the bonus to the scores of matches in names. @param names their words */
export function preferWholeNames(
  { count, owners, scores }: DocumentMatches,
  names: NumberLists,
  { words, typed }: { readonly words: number; readonly typed: number },
): void {
  for (let i = 0; i < count; i += 1) {
    const score = scores[i] as number;
    if (score >= NAME_WEIGHT * words)
      scores[i] = score + wholeNameBonus(names.lengthOf(owners[i] as number), words, typed);
  }
}
