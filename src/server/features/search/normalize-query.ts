import { cutText } from '#domain/cut-text.ts';
import { searchedWords } from './words/words.ts';

const MAX_LENGTH = 80;
/** Texts that look like email addresses or telephone numbers are not counted. */
const PERSONAL = /[@＠]|\d(?:[\s().+/–-]*\d){7}/;

/** The normalised search text of rules and counts: words without case, accents and punctuation. Empty for none. */
export function normalizeQuery(text: string): string {
  return cutText(searchedWords(text).join(' '), MAX_LENGTH).trim();
}

export const mayBePersonal = (text: string): boolean => PERSONAL.test(text);
