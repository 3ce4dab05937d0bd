const REMOVED = '[removed]';

/** Shorter words occur in any text: redacting "An" would leave gaps everywhere. */
const SHORTEST = 3;
/** In these scripts two characters can be a full name. */
const SHORTEST_OF_DENSE_SCRIPTS = 2;
const DENSE_SCRIPT = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u;

function isTelling(word: string): boolean {
  const shortest = DENSE_SCRIPT.test(word) ? SHORTEST_OF_DENSE_SCRIPTS : SHORTEST;
  return (word.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= shortest;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Redacts names, addresses and numbers of a person from a text that somebody else wrote, such as an admin's note.
 * @param words to redact, as whole words and case-insensitively, so that "Ann" does not affect "annual". Words of one
 * or two letters stay.
 */
export function redactText(text: string, words: readonly string[]): string {
  const wanted = words
    .map((word) => word.trim())
    .filter(isTelling)
    .sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return text;
  const pattern = `(?<![\\p{L}\\p{N}])(?:${wanted.map(escapePattern).join('|')})(?![\\p{L}\\p{N}])`;
  return text.replace(new RegExp(pattern, 'giu'), REMOVED);
}

/** The same for every string within a JSON value. */
export function redactJson<T>(value: T, words: readonly string[]): T {
  if (typeof value === 'string') return redactText(value, words) as T;
  if (Array.isArray(value)) return value.map((entry) => redactJson(entry, words)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redactJson(entry, words)])) as T;
}
