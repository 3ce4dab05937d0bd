/** A cut that leaves less than this share of the allowed length is no improvement: the word is cut instead. */
const LEAST_SHARE = 1 / 4;

const SPACE = /\s/u;
const NO_ENDING = /[\s.,;:!?…–—-]/u;

/** The end of the first `max` characters, as an index in UTF-16 units. */
function endOfCharacters(text: string, max: number): number {
  let end = 0;
  for (let left = max; left > 0 && end < text.length; left -= 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}

/** The first `max` characters, as PostgreSQL's `left` counts them. */
export const firstCharacters = (text: string, max: number): string => text.slice(0, endOfCharacters(text, max));

const HALF_CHARACTER = /[\uD800-\uDBFF]$/;

/**
 * The first `max` UTF-16 units, as `length` and the limits of fields count them; one less rather than half of an emoji: JSON
 * with half a character is refused by PostgreSQL.
 */
export const cutText = (text: string, max: number): string => text.slice(0, max).replace(HALF_CHARACTER, '');

/** A text of at most `max` UTF-16 units, or its beginning and an ellipsis. */
export const shortenText = (text: string, max: number): string => (text.length > max ? `${cutText(text, max)}…` : text);

/**
 * Where to cut a text so that at most `max` characters are shown and no word is cut in the middle; its length if it fits.
 * Punctuation before the cut is left out, because an ellipsis follows. A character outside the basic plane, such as most
 * emoji, counts as one and is never cut in half. Text without spaces is cut at `max`.
 * @returns an index in UTF-16 units, as for `slice`
 */
export function wordCut(text: string, max: number): number {
  if (text.length <= max) return text.length;
  const end = endOfCharacters(text, max);
  if (end === text.length) return end;
  // The last space, which may be the first character that is not shown.
  let cut = end;
  while (cut >= 0 && !SPACE.test(text.charAt(cut))) cut -= 1;
  if (cut < max * LEAST_SHARE) cut = end;
  while (cut > 0 && NO_ENDING.test(text.charAt(cut - 1))) cut -= 1;
  return cut;
}
