/**
 * Rich text as structure: what the editor writes, the database stores and pages render. `rich-text-schema.ts` checks it.
 * It is the document format of ProseMirror (https://prosemirror.net/docs/guide/#doc) with these nodes and marks only.
 */
export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } };

export type Inline = { type: 'text'; text: string; marks?: Mark[] | undefined } | { type: 'hardBreak' };

export interface Paragraph {
  type: 'paragraph';
  content?: Inline[] | undefined;
}

export interface Heading {
  type: 'heading';
  /** 2 or 3: the page's title is the only h1. */
  attrs: { level: 2 | 3 };
  content?: Inline[] | undefined;
}

export interface ListItem {
  type: 'listItem';
  content: (Paragraph | List)[];
}

export type List =
  | { type: 'bulletList'; content: ListItem[] }
  | { type: 'orderedList'; attrs?: { start: number } | undefined; content: ListItem[] };

export interface Quote {
  type: 'blockquote';
  content: (Paragraph | List)[];
}

export interface RichImage {
  type: 'image';
  /** `src` is the base path of an uploaded picture; width and height are its pixels. */
  attrs: { src: string; alt: string; width: number; height: number };
}

export type Block = Paragraph | Heading | List | Quote | RichImage;

export interface RichText {
  type: 'doc';
  content: Block[];
}

export const EMPTY_TEXT: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

/** Paths of the shop, anchors, web, mail and phone links. `//host` and `/\host` would leave the shop. */
const ADDRESS = /^(?:\/(?![/\\])[^\s\\]*|#[^\s\\]*|https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[+\d()-]+)$/i;

/** Whether a link may lead there; `javascript:` and other protocols are refused. */
export const isSafeAddress = (address: string): boolean => ADDRESS.test(address);

type AnyNode = Block | ListItem | Inline;

const childrenOf = (node: AnyNode): readonly AnyNode[] => ('content' in node ? (node.content ?? []) : []);

/** The words of a text without its structure, for search results and lists. */
export function plainText({ content }: RichText): string {
  const read = (node: AnyNode): string => {
    if (node.type === 'text') return node.text;
    return node.type === 'image' ? '' : `${childrenOf(node).map(read).join('')} `;
  };
  return content.map(read).join('').replace(/\s+/g, ' ').trim();
}

/** The beginning of a text, cut at a word. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/[\s,;:.–-]+$/, '')}…`;
}
