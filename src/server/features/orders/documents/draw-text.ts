import { hasRightToLeft, type Run, startsRightToLeft, visualRuns } from './visual-order.ts';

type Page = PDFKit.PDFDocument;

export interface TextBox {
  readonly width: number;
  readonly align?: 'left' | 'right';
}

/** Shape runs as a whole: word by word, spaces end up on the wrong side. */
const WHOLE: PDFKit.Mixins.TextOptions = { features: [] };

/**
 * Draws a text into a box of the given width, wrapping lines. The library supports left-to-right lines; lines with
 * right-to-left words are wrapped and placed here, run by run.
 */
export function drawText(pdf: Page, text: string, x: number, y: number, { width, align = 'left' }: TextBox): void {
  if (!hasRightToLeft(text)) {
    pdf.text(text, x, y, { width, align });
    return;
  }
  const isFromRight = startsRightToLeft(text);
  for (const [at, line] of linesOf(pdf, text, width).entries()) {
    const top = y + at * lineHeight(pdf);
    let left = align === 'right' ? x + width - widthOf(pdf, line) : x;
    for (const run of visualRuns(line, isFromRight)) {
      pdf.text(asDrawn(run), left, top, { ...WHOLE, lineBreak: false });
      left += pdf.widthOfString(run.text, WHOLE);
    }
  }
  pdf.x = x;
  pdf.y = y + heightOfText(pdf, text, width);
}

/** The library treats Arabic digits as letters, and reverses them. */
const EASTERN_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/u;
const asDrawn = ({ text, isRightToLeft }: Run): string =>
  !isRightToLeft && EASTERN_DIGIT.test(text) ? Array.from(text).reverse().join('') : text;

/** Height of the text when drawn with `drawText`. */
export function heightOfText(pdf: Page, text: string, width: number): number {
  if (!hasRightToLeft(text)) return pdf.heightOfString(text, { width });
  return linesOf(pdf, text, width).length * lineHeight(pdf);
}

/** Line spacing in documents. */
export const LINE_GAP = 2;
const lineHeight = (pdf: Page): number => pdf.currentLineHeight(true) + LINE_GAP;

const widthOf = (pdf: Page, line: string): number =>
  visualRuns(line).reduce((sum, { text }) => sum + pdf.widthOfString(text, WHOLE), 0);

/** As many words per line as fit; longer words are broken. */
function linesOf(pdf: Page, text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => piecesOf(pdf, one, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(pdf, longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function piecesOf(pdf: Page, word: string, width: number): string[] {
  if (widthOf(pdf, word) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const sign of word) {
    if (piece !== '' && widthOf(pdf, piece + sign) > width) {
      pieces.push(piece);
      piece = '';
    }
    piece += sign;
  }
  return [...pieces, piece];
}
