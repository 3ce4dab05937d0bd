/** A block of a description. */
export type DescriptionBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'bullets' | 'numbers'; readonly items: readonly string[] };

const BULLET = /^[ \t]*[-•*][ \t]+(?=\S)/;
const NUMBER = /^[ \t]*(\d{1,3})[.)][ \t]+(?=\S)/;

type ListKind = 'bullets' | 'numbers';

/** @param last number of the previous item; a numbered list starts at 1 without gaps. */
function itemOf(line: string, last: number): { readonly kind: ListKind; readonly text: string } | undefined {
  if (BULLET.test(line)) return { kind: 'bullets', text: line.replace(BULLET, '') };
  const [, number] = NUMBER.exec(line) ?? [];
  return Number(number) === last + 1 ? { kind: 'numbers', text: line.replace(NUMBER, '') } : undefined;
}

/**
 * Parses a plain-text description: blank lines separate paragraphs, and lines starting with `- `, `• ` or `* `, or
 * numbered `1. `, `2. `, are lists.
 */
export function descriptionBlocks(description: string): DescriptionBlock[] {
  const blocks: DescriptionBlock[] = [];
  let lines: string[] = [];
  let list: { readonly kind: ListKind; readonly items: string[] } | undefined;

  const endParagraph = () => {
    const text = lines.join('\n').trim();
    if (text !== '') blocks.push({ kind: 'paragraph', text });
    lines = [];
  };
  for (const line of description.split(/\r?\n/)) {
    const item = itemOf(line, list?.kind === 'numbers' ? list.items.length : 0);
    if (item) {
      endParagraph();
      if (list?.kind === item.kind) list.items.push(item.text.trim());
      else {
        list = { kind: item.kind, items: [item.text.trim()] };
        blocks.push(list);
      }
    } else if (line.trim() === '') {
      endParagraph();
    } else {
      list = undefined;
      lines.push(line);
    }
  }
  endParagraph();
  return blocks;
}

/** A description in one line, without list markers: for cards and search engines. */
export function descriptionLine(description: string): string {
  if (!description.includes('\n')) return description;
  return descriptionBlocks(description)
    .flatMap((block) => (block.kind === 'paragraph' ? block.text.split('\n') : block.items))
    .map((line) => line.trim())
    .join(' ');
}
