import { Parser } from 'htmlparser2';

/** Tags in exports of other shops. Anything else between angle brackets is text, such as `a < b`. */
const TAG =
  /<\/?(?:a|abbr|article|b|blockquote|body|br|center|code|dd|div|dl|dt|em|figure|font|h[1-6]|hr|html|i|iframe|img|li|meta|ol|p|pre|s|script|section|small|span|strong|style|sub|sup|svg|table|tbody|td|tfoot|th|thead|tr|u|ul|video)(?:\s[^<>]*)?\/?>/i;
const COMMENT = '<!--';
const ENTITY = /&(?:[a-z]{2,8}\d?|#\d{1,7}|#x[\da-f]{1,6});/i;

/** Ten times the limit of descriptions. Longer text is left unchanged, and refused by the form as too long. */
const MAX_HTML = 200_000;

/** Elements whose content is dropped. */
const DROPPED = new Set([
  'head',
  'iframe',
  'noscript',
  'object',
  'script',
  'style',
  'svg',
  'template',
  'title',
  'video',
]);
/** Block elements. Others are inline. */
const BLOCKS = new Set(
  'address article blockquote body center dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);
/** Blocks without a blank line before them. */
const TIGHT = new Set(['dd', 'dt', 'li', 'tr']);
const LISTS = new Set(['ol', 'ul']);

/** Whether a text is HTML: it contains tags or entities. */
export const isHtml = (text: string): boolean => TAG.test(text) || ENTITY.test(text) || text.includes(COMMENT);

/**
 * Converts HTML to structured plain text: paragraphs separated by blank lines, list items starting with `- ` or `1. `,
 * and line breaks. Drops scripts and styles, decodes entities. Text without HTML is returned unchanged.
 */
export function htmlToText(html: string): string {
  if (html.length > MAX_HTML || !isHtml(html)) return html;
  // WooCommerce writes a line break as a backslash and an n.
  const source = html.includes('\n') ? html : html.replaceAll('\\n', '\n');
  const isMarkup = TAG.test(source) || source.includes(COMMENT);
  const text = isMarkup ? readMarkup(source) : decode(source);
  return text
    .replace(/[\u00a0\u202f]/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** HTML text in one line, for names and the like. */
export const inOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/^(?:-|\d+\.) /, ''))
    .filter(Boolean)
    .join(' ');

function decode(text: string): string {
  let decoded = '';
  const parser = new Parser({
    ontext: (part) => {
      decoded += part;
    },
  });
  // Without tags, angle brackets are text.
  parser.end(text.replaceAll('<', '&lt;'));
  return decoded;
}

function readMarkup(html: string): string {
  // Chunks: appending to a string that is also inspected at its end would copy it each time.
  const written: string[] = [];
  let isLineEmpty = true;
  let endsWithSpace = true;
  /** Pending line breaks. */
  let breaks = 0;
  let mark = '';
  let dropped = 0;
  let preformatted = 0;
  /** Open lists with the number of their last item; undefined for bullets. */
  const lists: (number | undefined)[] = [];

  const breakLine = (count: number): void => {
    // An item starts with its marker, whatever surrounds its text.
    if (mark === '') breaks = Math.max(breaks, lists.length > 0 ? 1 : count);
  };
  const write = (part: string): void => {
    const words = preformatted > 0 ? part : part.replace(/[^\S\u00a0]+/g, ' ');
    const isSpaced = breaks > 0 || mark !== '' || endsWithSpace;
    const added = isSpaced && preformatted === 0 ? words.replace(/^ /, '') : words;
    if (added === '') return;
    written.push('\n'.repeat(breaks), mark, added);
    endsWithSpace = added.endsWith(' ');
    isLineEmpty = false;
    breaks = 0;
    mark = '';
  };
  const writeParagraphs = (part: string): void => {
    // In text with inline markup only, a blank line ends a paragraph.
    for (const [index, paragraph] of part.split(/\n[ \t]*\r?\n\s*/).entries()) {
      if (index > 0) breakLine(2);
      write(paragraph);
    }
  };
  const beginItem = (): void => {
    breakLine(1);
    const last = lists.at(-1);
    if (last !== undefined) lists[lists.length - 1] = last + 1;
    mark = last === undefined ? '- ' : `${last + 1}. `;
  };
  const beginCell = (): void => {
    if (breaks > 0 || isLineEmpty) return;
    written.push(endsWithSpace ? '| ' : ' | ');
    endsWithSpace = true;
  };

  const parser = new Parser({
    onopentagname(name) {
      if (DROPPED.has(name)) dropped += 1;
      if (dropped > 0) return;
      if (name === 'pre') preformatted += 1;
      if (name === 'li') beginItem();
      else if (name === 'br') breaks = Math.min(2, breaks + 1);
      else if (name === 'td' || name === 'th') beginCell();
      else if (BLOCKS.has(name)) breakLine(TIGHT.has(name) ? 1 : 2);
      if (LISTS.has(name)) lists.push(name === 'ol' ? 0 : undefined);
    },
    onclosetag(name) {
      if (DROPPED.has(name)) dropped = Math.max(0, dropped - 1);
      if (dropped > 0) return;
      if (name === 'pre') preformatted = Math.max(0, preformatted - 1);
      if (name === 'li') mark = '';
      if (LISTS.has(name)) lists.pop();
      if (BLOCKS.has(name)) breakLine(TIGHT.has(name) ? 1 : 2);
    },
    ontext(part) {
      if (dropped > 0) return;
      if (preformatted > 0) write(part);
      else writeParagraphs(part);
    },
  });
  parser.end(html);
  return written.join('');
}
