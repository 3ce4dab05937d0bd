import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { csvLine } from '#csv/csv-line.ts';
import { CONVERTED_COLUMNS, type ConvertedRow, exportRows, type ImportFormat, PLAIN_CSV } from '#csv/import-format.ts';
import { cutText } from '#domain/cut-text.ts';
import type { Logger } from '#server/platform/log.ts';
import { fieldRefusal, Refusal } from '#server/platform/refusal.ts';
import type { ImportServices } from './import-services.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const DELIMITERS = [',', ';', '\t', '|'] as const;
const COMMA = ',';
/** More columns are no table of products. */
const MAX_COLUMNS = 200;
const MAX_HEADING = 200;
const SAMPLE_ROWS = 5;
const CHUNK = 64 * 1024;
/** Rows of another shop's export. */
const CONVERTED_AT_ONCE = 500;
/** Twice as many as can be imported: some rows of an export have pictures only. */
const MAX_EXPORT_ROWS = 100_000;
/**
 * Characters of a converted export, several times those of the largest file: rows of variants repeat the names of options,
 * and the SKU, that the export has once.
 */
const MAX_CONVERTED = 64 * 1024 * 1024;
/** A longer cell means that a quote was never closed. */
const MAX_RECORD = 1024 * 1024;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** What spreadsheets save: `windows-1252` is assumed for files in no other encoding. */
export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252';

export interface CsvRow {
  /** First line in the file. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Byte offset of its end in the file. */
  readonly bytes: number;
}

export interface CsvFile {
  /** UTF-8 without a byte order mark. */
  readonly content: Buffer;
  /** Of the uploaded file. */
  readonly encoding: Encoding;
  /** Name of the import format that converted `content` to our columns; `csv`: none. */
  readonly format: string;
  readonly delimiter: string;
  readonly columns: readonly string[];
  readonly sample: readonly (readonly string[])[];
}

const unreadable = (message: string) => fieldRefusal('import.unreadable', 'file', message);
const tooLarge = () => unreadable('This export is too large. Please split the file.');

/**
 * Inspects an uploaded file: encoding, delimiter, headings and first rows.
 * @param today see `ImportFormat.convert`.
 * @throws Refusal `import.unreadable` with what to do about it.
 */
export async function inspectCsv(
  file: Buffer,
  { importFormats, log }: Pick<ImportServices, 'importFormats' | 'log'>,
  today: string,
): Promise<CsvFile> {
  const { content, encoding } = textOf(file);
  const table = await inspectTable(content, detectDelimiter(content));
  const format = recognise(table.columns, importFormats, log);
  if (!format) return { ...table, encoding, format: PLAIN_CSV };
  return {
    ...(await inspectTable(await converted(format, table, { today, log }), COMMA)),
    encoding,
    format: format.name,
  };
}

/** A format whose `recognises` throws is skipped. */
function recognise(columns: readonly string[], formats: readonly ImportFormat[], log: Pick<Logger, 'error'>) {
  const known = new Set(columns);
  return formats.find((format) => {
    try {
      return format.recognises(known);
    } catch (error) {
      log.error({ format: format.name, err: error }, 'An import format could not recognise a file');
      return false;
    }
  });
}

type Table = Omit<CsvFile, 'encoding' | 'format'>;

async function inspectTable(content: Buffer, delimiter: string): Promise<Table> {
  const rows: (readonly string[])[] = [];
  for await (const { cells } of readCsvRows(content, delimiter)) {
    rows.push(cells);
    if (rows.length > SAMPLE_ROWS) break;
  }
  const [headings, ...sample] = rows;
  if (!headings) throw unreadable('This file is empty.');
  if (sample.length === 0) throw unreadable('This file has a heading and no rows below it.');
  if (headings.length > MAX_COLUMNS) throw unreadable(`This file has more than ${MAX_COLUMNS} columns.`);
  return { content, delimiter, columns: columnNames(headings), sample };
}

/** The export of another shop system as a file with our columns. */
async function converted(
  format: ImportFormat,
  table: Table,
  { today, log }: { readonly today: string; readonly log: Pick<Logger, 'error'> },
): Promise<Buffer> {
  const rows = exportRows(table.columns, await exportedCells(table));
  try {
    return await writeConverted(format.convert(rows, today));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    log.error({ format: format.name, err: error }, 'An export of another shop system could not be converted');
    throw unreadable(`This export of ${format.label} could not be converted.`);
  }
}

/** The rows below the heading. */
async function exportedCells({ content, delimiter, columns }: Table): Promise<(readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const { cells, line } of readCsvRows(content, delimiter)) {
    if (rows.length > MAX_EXPORT_ROWS) throw tooLarge();
    // An unquoted comma shifts every later cell by one. Spreadsheets leave out empty cells at the end.
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      throw unreadable(`Line ${line} has ${cells.length} cells, the heading has ${columns.length}.`);
    }
    rows.push(cells);
  }
  return rows.slice(1);
}

async function writeConverted(rows: Iterable<ConvertedRow>): Promise<Buffer> {
  const lines = [csvLine(CONVERTED_COLUMNS)];
  let length = 0;
  for (const row of rows) {
    const line = csvLine(CONVERTED_COLUMNS.map((column) => row[column] ?? ''));
    length += line.length;
    if (length > MAX_CONVERTED) throw tooLarge();
    lines.push(line);
    // Yield to other requests.
    if (lines.length % CONVERTED_AT_ONCE === 0) await nextTurn();
  }
  return Buffer.from(lines.join(''));
}

/** Bytes without a character in Windows-1252: the file has another encoding, which its bytes do not tell. */
const NOT_WINDOWS_1252 = /[\u0081\u008d\u008f\u0090\u009d]/;

function textOf(file: Buffer): Pick<CsvFile, 'content' | 'encoding'> {
  const begins = (...bytes: number[]) => file.subarray(0, bytes.length).equals(Buffer.from(bytes));
  if (file.length === 0) throw unreadable('This file is empty.');
  if (begins(0x50, 0x4b, 0x03, 0x04) || begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw unreadable('This is a spreadsheet’s own file. Please save it as “CSV UTF-8” and upload that.');
  }
  if (begins(0xff, 0xfe)) return { content: decoded(file, 'utf-16le'), encoding: 'utf-16' };
  if (begins(0xfe, 0xff)) return { content: decoded(file, 'utf-16be'), encoding: 'utf-16' };
  if (file.includes(0)) throw unreadable('This is not a text file. Please choose a CSV file.');
  if (isUtf8(file)) {
    return { content: begins(...BYTE_ORDER_MARK) ? file.subarray(BYTE_ORDER_MARK.length) : file, encoding: 'utf-8' };
  }
  const content = decoded(file, 'windows-1252');
  if (NOT_WINDOWS_1252.test(content.toString())) {
    throw unreadable('The encoding of this file is unknown. Please save it as “CSV UTF-8” and upload that.');
  }
  return { content, encoding: 'windows-1252' };
}

/** As UTF-8, without a byte order mark. */
function decoded(file: Buffer, encoding: 'utf-16le' | 'utf-16be' | 'windows-1252'): Buffer {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(file);
    if (text.includes('\0')) throw new TypeError('A text has no null characters');
    return Buffer.from(text);
  } catch {
    throw unreadable('This is not a text file. Please choose a CSV file.');
  }
}

/** Written and read by spreadsheets above the heading: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([^\w\s"]|\t)"?(?:\r\n|\n|\r)/i;
const LONGEST_SEPARATOR_LINE = 'sep=;'.length + 2 + 2;

/** The separator named in the first line, and the length of that line in bytes. */
function namedDelimiter(content: Buffer): { readonly delimiter: string | undefined; readonly bytes: number } {
  const [line = '', delimiter] = SEPARATOR_LINE.exec(content.toString('latin1', 0, LONGEST_SEPARATOR_LINE)) ?? [];
  return { delimiter, bytes: line.length };
}

/** The separator that the file names; otherwise the most frequent candidate in the heading, outside quotes. */
function detectDelimiter(content: Buffer): string {
  const { delimiter } = namedDelimiter(content);
  if (delimiter !== undefined) return delimiter;
  const head = content.subarray(0, CHUNK).toString('utf8').trimStart();
  const counts = new Map<string, number>();
  let isQuoted = false;
  for (const sign of head) {
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (sign === '\n' || sign === '\r') break;
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const found = DELIMITERS.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0];
  return found ?? COMMA;
}

/** The headings, made unique and non-empty. */
function columnNames(headings: readonly string[]): string[] {
  const taken = new Set<string>();
  return headings.map((heading, index) => {
    const bare = cutText(heading.replace(/[\p{Cc}{}]+/gu, ' ').trim(), MAX_HEADING) || `Column ${index + 1}`;
    let name = bare;
    for (let number = 2; taken.has(name); number += 1) name = `${bare} (${number})`;
    taken.add(name);
    return name;
  });
}

/** Counts the line breaks of any operating system. */
class LineCounter {
  readonly #content: Buffer;
  #at = 0;
  #breaks = 0;

  constructor(content: Buffer) {
    this.#content = content;
  }

  /** The line of the last character before this byte, not of its line break. */
  lineBefore(bytes: number): number {
    for (; this.#at < bytes; this.#at += 1) {
      const byte = this.#content[this.#at];
      const isBreak = byte === LINE_FEED || (byte === CARRIAGE_RETURN && this.#content[this.#at + 1] !== LINE_FEED);
      if (isBreak) this.#breaks += 1;
    }
    const last = this.#content[bytes - 1];
    return last === LINE_FEED || last === CARRIAGE_RETURN ? this.#breaks : this.#breaks + 1;
  }
}

function breaksIn(cells: readonly string[]): number {
  let breaks = 0;
  for (const cell of cells) if (/[\r\n]/.test(cell)) breaks += cell.split(/\r\n|\r|\n/).length - 1;
  return breaks;
}

async function* chunksOf(content: Buffer, from: number): AsyncGenerator<Buffer> {
  for (let at = from; at < content.length; at += CHUNK) {
    yield content.subarray(at, at + CHUNK);
    // Yield to other requests.
    await nextTurn();
  }
}

/**
 * The rows of a file, heading first; skips empty rows and a line that names the separator.
 * @throws Refusal `import.unreadable` when a quote is never closed, or a row has no end.
 */
export async function* readCsvRows(content: Buffer, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD,
    info: true,
  });
  const lines = new LineCounter(content);
  let line = 0;
  const { bytes: before } = namedDelimiter(content);
  const source = Readable.from(chunksOf(content, before), { objectMode: false });
  source.pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { bytes: number } }>) {
      const bytes = before + info.bytes;
      line = lines.lineBefore(bytes);
      yield { line: line - breaksIn(record), cells: record, bytes };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const isEndless = error.code === 'CSV_MAX_RECORD_SIZE';
    throw unreadable(
      isEndless
        ? `The row after line ${line} is longer than a megabyte. Is there a quote that is never closed?`
        : `A quote that opens after line ${line} is never closed.`,
    );
  } finally {
    source.destroy();
    parser.destroy();
  }
}
