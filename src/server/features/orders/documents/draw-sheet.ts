import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import { drawText, heightOfText, LINE_GAP } from './draw-text.ts';
import type { Column, Sheet } from './sheet.ts';

const require = createRequire(import.meta.url);
const MARGIN = 54;
/** Space for the page number at the bottom of each page. */
const FOOT = 36;
const INK = '#1c1a16';
const MUTED = '#6a6459';
const LINE = '#d8d1c3';
const SIZE = 10;
const SMALL = 8.5;
const GAP = 8;
/** Maximum size of a logo. */
const LOGO = { width: 180, height: 36 } as const;

type Page = PDFKit.PDFDocument;

/** Fonts for Latin, Greek, Cyrillic, Hebrew and Arabic; loaded once, because they never change. */
let faces: Promise<readonly [regular: Buffer, bold: Buffer]> | undefined;

function readFaces(): Promise<readonly [Buffer, Buffer]> {
  const read = (name: string) => readFile(require.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
  faces ??= Promise.all([read('DejaVuSansCondensed'), read('DejaVuSansCondensed-Bold')]);
  return faces;
}

/** Renders a sheet as PDF; long tables continue on further pages, with repeated headings. */
export async function drawSheet(sheet: Sheet): Promise<Buffer> {
  const [regular, bold] = await readFaces();
  const pdf = new PDFDocument({
    size: sheet.paper,
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOT },
    bufferPages: true,
    info: { Title: `${sheet.title} ${sheet.facts[0] ?? ''}`.trim(), Author: sheet.shopName },
  });
  const pieces: Buffer[] = [];
  pdf.on('data', (piece: Buffer) => pieces.push(piece));
  const done = new Promise((resolve, reject) => pdf.once('end', resolve).once('error', reject));
  pdf.registerFont('regular', regular).registerFont('bold', bold);
  pdf.lineGap(LINE_GAP);

  drawHead(pdf, sheet);
  drawBlocks(pdf, sheet.blocks);
  drawRows(pdf, sheet);
  drawSums(pdf, sheet);
  drawClosing(pdf, sheet.closing);
  numberPages(pdf, sheet.facts[0]);
  pdf.end();
  await done;
  return Buffer.concat(pieces);
}

const widthOf = (pdf: Page): number => pdf.page.width - 2 * MARGIN;
const endOf = (pdf: Page): number => pdf.page.height - MARGIN - FOOT;

/** @returns the y coordinate of the bottom of the logo */
function drawLogo(pdf: Page, { png, width, height }: NonNullable<Sheet['logo']>): number {
  const scale = Math.min(LOGO.width / width, LOGO.height / height);
  pdf.image(Buffer.from(png, 'base64'), MARGIN, MARGIN, { width: width * scale, height: height * scale });
  return MARGIN + height * scale;
}

function drawHead(pdf: Page, { shopName, logo, accent, title, facts }: Sheet): void {
  const width = widthOf(pdf);
  const top = logo ? drawLogo(pdf, logo) + GAP : MARGIN;
  pdf
    .font('bold')
    .fontSize(logo ? SIZE : 20)
    .fillColor(INK);
  drawText(pdf, shopName, MARGIN, top, { width: width * 0.55 });
  const left = pdf.y;
  pdf
    .fillColor(accent)
    .fontSize(15)
    .text(title, MARGIN + width * 0.6, MARGIN, { width: width * 0.4, align: 'right' });
  pdf.font('regular').fontSize(SIZE);
  for (const [index, fact] of facts.entries()) {
    pdf.fillColor(index === 0 ? INK : MUTED).text(fact, { width: width * 0.4, align: 'right' });
  }
  pdf.y = Math.max(left, pdf.y) + 3 * GAP;
}

function drawBlocks(pdf: Page, blocks: Sheet['blocks']): void {
  const top = pdf.y;
  const width = widthOf(pdf) / Math.max(1, blocks.length);
  let bottom = top;
  for (const [index, { heading, lines }] of blocks.entries()) {
    const x = MARGIN + index * width;
    pdf.font('bold').fontSize(SMALL).fillColor(MUTED);
    pdf.text(heading, x, top, { width: width - GAP });
    pdf.font('regular').fontSize(SIZE).fillColor(INK);
    for (const line of lines) drawText(pdf, line, x, pdf.y, { width: width - GAP });
    bottom = Math.max(bottom, pdf.y);
  }
  pdf.y = bottom + 3 * GAP;
}

interface PlacedColumn extends Column {
  readonly x: number;
  readonly width: number;
}

function placeColumns(pdf: Page, columns: readonly Column[]): PlacedColumn[] {
  let x = MARGIN;
  return columns.map((column) => {
    const width = widthOf(pdf) * column.share;
    const placed = { ...column, x, width: width - GAP };
    x += width;
    return placed;
  });
}

function drawRows(pdf: Page, { columns, rows }: Sheet): void {
  const placed = placeColumns(pdf, columns);
  drawHeadings(pdf, placed);
  for (const row of rows) {
    if (pdf.y + heightOf(pdf, placed, row) > endOf(pdf)) {
      pdf.addPage();
      drawHeadings(pdf, placed);
    }
    drawRow(pdf, placed, row);
  }
  pdf.y += GAP;
}

function drawHeadings(pdf: Page, columns: readonly PlacedColumn[]): void {
  const top = pdf.y;
  pdf.font('bold').fontSize(SMALL).fillColor(MUTED);
  for (const { heading, x, width, isFigure } of columns) {
    pdf.text(heading, x, top, { width, align: isFigure ? 'right' : 'left' });
  }
  drawRule(pdf, top + SMALL + GAP);
  pdf.y = top + SMALL + 2 * GAP;
}

/** The text of a cell in its two font sizes. */
function partsOf(cell: string): readonly (readonly [text: string, size: number, colour: string])[] {
  const [first = '', ...rest] = cell.split('\n');
  return [[first, SIZE, INK], ...rest.map((line) => [line, SMALL, MUTED] as const)];
}

function heightOf(pdf: Page, columns: readonly PlacedColumn[], row: readonly string[]): number {
  pdf.font('regular');
  const heights = columns.map(({ width }, index) =>
    partsOf(row[index] ?? '').reduce((sum, [text, size]) => sum + heightOfText(pdf.fontSize(size), text, width), 0),
  );
  return Math.max(...heights) + GAP;
}

function drawRow(pdf: Page, columns: readonly PlacedColumn[], row: readonly string[]): void {
  const top = pdf.y;
  let bottom = top;
  pdf.font('regular');
  for (const [index, { x, width, isFigure }] of columns.entries()) {
    pdf.y = top;
    for (const [text, size, colour] of partsOf(row[index] ?? '')) {
      pdf.fontSize(size).fillColor(colour);
      drawText(pdf, text, x, pdf.y, { width, align: isFigure ? 'right' : 'left' });
    }
    bottom = Math.max(bottom, pdf.y);
  }
  drawRule(pdf, bottom + GAP / 2);
  pdf.y = bottom + GAP;
}

function drawRule(pdf: Page, y: number): void {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(pdf.page.width - MARGIN, y)
    .lineWidth(0.5)
    .strokeColor(LINE)
    .stroke();
}

const fontOfSum = (isTotal: boolean | undefined) => (isTotal ? 'bold' : 'regular');

/** A label of several lines, such as that of a long coupon code, makes its row higher. */
function heightOfSum(pdf: Page, { label, isTotal }: Sheet['sums'][number], width: number): number {
  pdf.font(fontOfSum(isTotal)).fontSize(SIZE);
  return heightOfText(pdf, label, width) - LINE_GAP + GAP;
}

/** Keep totals together: a total alone on a page would be confusing. */
function drawSums(pdf: Page, { sums, accent }: Sheet): void {
  if (sums.length === 0) return;
  const width = widthOf(pdf) * 0.45;
  const labelWidth = width * 0.6;
  const x = MARGIN + widthOf(pdf) - width;
  const rows = sums.map((sum) => ({ ...sum, height: heightOfSum(pdf, sum, labelWidth) }));
  const height = rows.reduce((total, row) => total + row.height, 0);
  if (pdf.y + height > endOf(pdf)) pdf.addPage();
  for (const { label, amount, isTotal, height: rowHeight } of rows) {
    const top = pdf.y;
    pdf
      .font(fontOfSum(isTotal))
      .fontSize(SIZE)
      .fillColor(isTotal ? accent : INK);
    drawText(pdf, label, x, top, { width: labelWidth });
    pdf.text(amount, x + labelWidth, top, { width: width - labelWidth - GAP, align: 'right' });
    pdf.y = top + rowHeight;
  }
}

function drawClosing(pdf: Page, closing: readonly string[]): void {
  pdf.y += 2 * GAP;
  pdf.font('regular').fontSize(SMALL).fillColor(MUTED);
  for (const line of closing) drawText(pdf, line, MARGIN, pdf.y, { width: widthOf(pdf) });
}

/** Every page names its document. */
function numberPages(pdf: Page, name: string | undefined): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index);
    // The footer is in the margin, where text would start a new page.
    pdf.page.margins.bottom = 0;
    pdf.font('regular').fontSize(SMALL).fillColor(MUTED);
    pdf.text(
      [name, `${index - start + 1} / ${count}`].filter(Boolean).join('  ·  '),
      MARGIN,
      pdf.page.height - MARGIN,
      {
        width: widthOf(pdf),
        align: 'center',
        lineBreak: false,
      },
    );
  }
}
