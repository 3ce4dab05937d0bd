import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { drawText } from './draw-text.ts';

/** What is drawn on each line, from the left. */
function drawn(text: string, width: number): string[] {
  const pdf = new PDFDocument();
  const lines = new Map<number, string[]>();
  // Each sign is as wide as any other.
  pdf.widthOfString = (piece: string) => 10 * Array.from(piece).length;
  pdf.text = (piece: string, _x?: unknown, top?: unknown) => {
    const y = Number(top);
    lines.set(y, [...(lines.get(y) ?? []), piece]);
    return pdf;
  };
  drawText(pdf, text, 0, 0, { width });
  return [...lines.values()].map((pieces) => pieces.join('|'));
}

test('a long right-to-left text starts on its first line', () => {
  expect(drawn('אבג דהו זחט', 75)).toEqual(['אבג דהו', 'זחט']);
});

test('a word longer than a line is broken', () => {
  expect(drawn('אבגדהוזחט', 40)).toEqual(['אבגד', 'הוזח', 'ט']);
});

test('Arabic digits are printed in reading order', () => {
  expect(drawn('شارع ١٢', 200)).toEqual(['٢١|شارع ']);
});
