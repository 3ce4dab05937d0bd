/** Deeper than any body of the contract, and shallow enough for recursive code. */
export const MAX_JSON_DEPTH = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The index of the quote that closes the string opened at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/**
 * Whether arrays and objects in a JSON text are nested deeper than `max`. A single pass without recursion, so it is safe
 * before parsing. Malformed text is left to the parser.
 */
export function isNestedDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (sign === QUOTE) index = endOfString(text, index);
    else if (sign === OPEN_BRACKET || sign === OPEN_BRACE) {
      depth += 1;
      if (depth > max) return true;
    } else if (sign === CLOSE_BRACKET || sign === CLOSE_BRACE) depth -= 1;
  }
  return false;
}
