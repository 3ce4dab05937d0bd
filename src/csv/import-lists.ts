import type { ListedPicture } from '#domain/catalogue/product-field-kinds.ts';

/**
 * Lists in one cell of a CSV file: `red | round | for tea`. A backslash escapes separators and backslashes within an
 * item, so that lists are read back unchanged.
 */

/** Splits at unescaped separators and line breaks; keeps the backslashes. */
function split(text: string, separators: string): string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\\' && at + 1 < text.length) {
      part += sign + text[at + 1];
      at += 1;
    } else if (separators.includes(sign) || sign === '\n' || sign === '\r') {
      parts.push(part);
      part = '';
    } else part += sign;
  }
  return [...parts, part];
}

const bare = (text: string): string => text.replace(/\\([\\|,;:])/g, '$1').trim();

function escaped(text: string, separators: string): string {
  let safe = '';
  for (const sign of text) safe += sign === '\\' || separators.includes(sign) ? `\\${sign}` : sign;
  return safe;
}

/** @param separators single characters, such as `'|,;'`; a line break always separates. */
export function readList(text: string, separators: string): string[] {
  return split(text, separators)
    .map(bare)
    .filter((item) => item !== '');
}

export function writeList(items: readonly string[], separators: string): string {
  return items.map((item) => escaped(item, separators)).join(' | ');
}

/**
 * `Material: Stoneware | Size: 3`.
 * @returns undefined when an item has no name and value.
 */
export function readFacts(text: string): Record<string, string> | undefined {
  const facts: [string, string][] = [];
  for (const part of split(text, '|').filter((one) => one.trim() !== '')) {
    const [name = '', ...value] = split(part, ':');
    if (value.length === 0 || bare(name) === '' || bare(value.join(':')) === '') return undefined;
    facts.push([bare(name), bare(value.join(':'))]);
  }
  return Object.fromEntries(facts);
}

const writeInOrder = (facts: Readonly<Record<string, string>>, names: readonly string[]): string =>
  names.map((name) => `${escaped(name, '|:')}: ${escaped(facts[name] ?? '', '|')}`).join(' | ');

/** Sorted by name, because the database keeps no order. */
export const writeFacts = (facts: Readonly<Record<string, string>>): string =>
  writeInOrder(facts, Object.keys(facts).sort());

/** In the merchant's order, such as `Colour: Mist | Size: M`. */
export const writeOptions = (options: Readonly<Record<string, string>>): string =>
  writeInOrder(options, Object.keys(options));

/** `/media/teapot-1 A teapot | /media/teapot-2`: a URL and its alt text. */
export function readPictures(text: string): ListedPicture[] {
  return readList(text, '|').map((item) => {
    const [url = ''] = item.split(/\s/u, 1);
    return { url, alt: item.slice(url.length).trim() };
  });
}

export function writePictures(pictures: readonly ListedPicture[]): string {
  return writeList(
    pictures.map(({ url, alt }) => `${url} ${alt}`.trim()),
    '|',
  );
}
