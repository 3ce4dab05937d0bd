import { searchedWords } from './words.ts';

const MAX_LENGTH = 80;
/** What looks like an email address or a telephone number is nobody's business. */
const PERSONAL = /@|\d{3}[\d\s()/-]{4,}\d/;

/** A search text as rules and counts know it: words without case, accents and punctuation. Empty for none. */
export function normalizeQuery(text: string): string {
  return searchedWords(text).join(' ').slice(0, MAX_LENGTH).trim();
}

export const mayBePersonal = (text: string): boolean => PERSONAL.test(text);
