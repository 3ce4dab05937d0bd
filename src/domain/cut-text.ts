/** A cut that leaves less than this share of the allowed length is no improvement: the word is cut instead. */
const LEAST_SHARE = 1 / 4;

/**
 * Where to cut a text so that at most `max` characters are shown and no word is cut in the middle; its length if it fits.
 * Punctuation before the cut is left out, because an ellipsis follows. A character outside the basic plane, such as most
 * emoji, counts as one and is never cut in half. Text without spaces is cut at `max`.
 * @returns an index in UTF-16 units, as for `slice`
 */
export function wordCut(text: string, max: number): number {
  // Upper bound of UTF-16 units for the shown characters and one more, which tells whether a word ends at `max`.
  const characters = [...text.slice(0, 2 * (max + 1))];
  if (characters.length <= max) return text.length;
  const shown = characters.slice(0, max).join('');
  const lastSpace = /\s/u.test(characters[max] ?? '') ? shown.length : shown.search(/\s\S*$/u);
  const whole = lastSpace >= max * LEAST_SHARE ? shown.slice(0, lastSpace) : shown;
  return whole.replace(/[\s.,;:!?…–—-]+$/u, '').length;
}
