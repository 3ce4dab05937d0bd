const REMOVED = '[removed]';

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/**
 * Takes somebody's names, addresses and numbers out of a text that another person wrote, such as an admin's note.
 * @param words what to take out; as whole words and without regard to case, so that 'Al' stays in 'also'.
 */
export function redactText(text: string, words: readonly string[]): string {
  const wanted = words.filter((word) => word.trim() !== '').sort((a, b) => b.length - a.length);
  if (wanted.length === 0) return text;
  const pattern = `(?<![\\p{L}\\p{N}])(?:${wanted.map(escapePattern).join('|')})(?![\\p{L}\\p{N}])`;
  return text.replace(new RegExp(pattern, 'giu'), REMOVED);
}

/** The same for every text within a JSON value. */
export function redactJson<T>(value: T, words: readonly string[]): T {
  if (typeof value === 'string') return redactText(value, words) as T;
  if (Array.isArray(value)) return value.map((entry) => redactJson(entry, words)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redactJson(entry, words)])) as T;
}
