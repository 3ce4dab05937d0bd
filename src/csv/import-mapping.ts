import { CUSTOM_KEY, type CustomField } from '#domain/catalogue/custom-fields.ts';
import type { CustomValue } from '#domain/catalogue/custom-values.ts';
import type { ListedPicture } from '#domain/catalogue/product-field-kinds.ts';
import { flagOfCell, quoted } from './import-cells.ts';
import { type CustomColumn, customColumn, keyOfColumn, readCustomCell } from './import-custom.ts';
import { type CellKind, FIELD_RULES, IMPORT_FIELDS, type ImportField, LIST_SEPARATORS } from './import-fields.ts';
import { type DecimalSign, type FormulaProblem, plainNumber, readFormula } from './import-formula.ts';
import { readFacts, readList, readPictures } from './import-lists.ts';

/** The source of a field's values. */
export type Source =
  | { readonly from: 'column'; readonly column: string }
  | { readonly from: 'fixed'; readonly value: string }
  /** A formula for numbers (`pages × 0.05 + 4`), a text with columns in braces for others (`BK-{isbn}`). */
  | { readonly from: 'computed'; readonly formula: string };

export interface ImportMapping {
  readonly fields: { readonly [F in ImportField]?: Source };
  /** Sources of custom fields, by their keys. */
  readonly custom?: Readonly<Record<string, Source>> | undefined;
  /** The file's decimal separator. */
  readonly decimal: DecimalSign;
}

/** A field's name in messages and changes of an import. */
export type MappedField = ImportField | CustomColumn;

export interface FieldProblem {
  readonly field: MappedField;
  readonly message: string;
}

type RowValue = string | boolean | readonly string[] | readonly ListedPicture[] | Readonly<Record<string, string>>;

/** The values of a row as the product form accepts them, without unchanged ones. */
export interface RowReading {
  readonly values: { readonly [F in ImportField]?: RowValue } & {
    readonly custom?: Readonly<Record<string, CustomValue | null>>;
  };
  readonly problems: readonly FieldProblem[];
}

/** Reads the cells of one row, in the order of the columns. */
export type RowReader = (cells: readonly string[]) => RowReading;

type TextOf = (cellOf: (column: string) => string) => string | FormulaProblem;

const DECIMALS: Partial<Record<CellKind, number>> = { money: 2, optionalMoney: 2, stock: 0, weight: 3 };

/** Whether formulas of a field are arithmetic; others are text templates. */
export const isNumeric = (field: ImportField): boolean => DECIMALS[FIELD_RULES[field].kind] !== undefined;

const isProblem = (value: unknown): value is FormulaProblem =>
  typeof value === 'object' && value !== null && 'problem' in value;

/**
 * Prepares a row reader.
 * @param columns unique headings of the file.
 * @param customFields all that are defined.
 * @returns the reader, or why the mapping is invalid, by field.
 */
export function readMapping(
  { fields, custom = {}, decimal }: ImportMapping,
  columns: readonly string[],
  customFields: readonly CustomField[] = [],
): { readonly read: RowReader } | { readonly problems: readonly FieldProblem[] } {
  const index = new Map(columns.map((name, at) => [name, at]));
  const known = new Set(columns);
  const problems: FieldProblem[] = [];
  const texts: FieldText[] = [];
  const customTexts: CustomText[] = [];
  for (const field of IMPORT_FIELDS) {
    const source = fields[field];
    if (!source) continue;
    const textOf = textFor(source, { columns: known, decimals: DECIMALS[FIELD_RULES[field].kind], decimal });
    if (isProblem(textOf)) problems.push({ field, message: textOf.problem });
    else texts.push({ field, textOf });
  }
  const defined = new Set(customFields.map(({ key }) => key));
  for (const key of Object.keys(custom)) {
    if (!defined.has(key)) problems.push({ field: customColumn(key), message: unknownField(key) });
  }
  for (const field of customFields) {
    const source = custom[field.key];
    if (!source) continue;
    const decimals = field.kind === 'number' ? CUSTOM_DECIMALS : undefined;
    const textOf = textFor(source, { columns: known, decimals, decimal });
    if (isProblem(textOf)) problems.push({ field: customColumn(field.key), message: textOf.problem });
    else customTexts.push({ field, textOf });
  }
  if (!fields.sku) problems.push({ field: 'sku', message: 'Please map the SKU: products are identified by it.' });
  if (problems.length > 0) return { problems };
  const read = (cells: readonly string[]): RowReading => {
    const cellOf = (column: string): string => withoutGuard(cells[index.get(column) ?? -1] ?? '');
    return withCustom(readRow(texts, cellOf, decimal), customTexts, cellOf, decimal);
  };
  return { read };
}

/** Exports escape formulas with an apostrophe. */
const withoutGuard = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

interface FieldText {
  readonly field: ImportField;
  readonly textOf: TextOf;
}

interface CustomText {
  readonly field: CustomField;
  readonly textOf: TextOf;
}

const CUSTOM_DECIMALS = 3;

const unknownField = (key: string): string =>
  `There is no custom field “${key}”. Please define it first, or leave this column out.`;

interface TextOptions {
  readonly columns: ReadonlySet<string>;
  /** For numbers; undefined for texts. */
  readonly decimals: number | undefined;
  readonly decimal: DecimalSign;
}

function textFor(source: Source, { columns, decimals, decimal }: TextOptions): TextOf | FormulaProblem {
  if (source.from === 'fixed') {
    if (source.value.trim() === '') return { problem: 'Please enter a value.' };
    return () => source.value;
  }
  if (source.from === 'column') {
    if (!columns.has(source.column)) return { problem: `The file has no column “${source.column}”.` };
    return (cellOf) => cellOf(source.column);
  }
  if (decimals === undefined) return readTemplate(source.formula, columns);
  const formula = readFormula(source.formula, columns, { decimals, decimal });
  if (isProblem(formula) || decimal === '.') return formula;
  // Computed values are parsed like a cell of the file.
  return (cellOf) => {
    const value = formula(cellOf);
    return isProblem(value) ? value : value.replace('.', ',');
  };
}

const MAX_TEMPLATE = 2_000;

/** A text with columns in braces; empty if all of them are empty in a row. */
function readTemplate(template: string, columns: ReadonlySet<string>): TextOf | FormulaProblem {
  if (template.trim() === '') return { problem: 'Please enter a text with columns in braces, such as BK-{number}.' };
  if (template.length > MAX_TEMPLATE) return { problem: `A computed text has at most ${MAX_TEMPLATE} characters.` };
  const parts = template.split(/\{([^{}]+)\}/);
  const named = parts.filter((_, at) => at % 2 === 1).map((name) => name.trim());
  const unknown = named.find((name) => !columns.has(name));
  if (unknown !== undefined) return { problem: `The file has no column “${unknown}”.` };
  return (cellOf) => {
    const cells = named.map((name) => cellOf(name).trim());
    if (named.length > 0 && cells.every((cell) => cell === '')) return '';
    return parts.map((part, at) => (at % 2 === 0 ? part : (cells[(at - 1) / 2] ?? ''))).join('');
  };
}

function withCustom(
  { values, problems }: RowReading,
  texts: readonly CustomText[],
  cellOf: (column: string) => string,
  decimal: DecimalSign,
): RowReading {
  if (texts.length === 0) return { values, problems };
  const custom: Record<string, CustomValue | null> = {};
  const all = [...problems];
  for (const { field, textOf } of texts) {
    const text = textOf(cellOf);
    const read = isProblem(text) ? text : readCustomCell(field, text.trim(), decimal);
    if (isProblem(read)) all.push({ field: customColumn(field.key), message: read.problem });
    else custom[field.key] = read.value;
  }
  return { values: { ...values, custom }, problems: all };
}

function readRow(texts: readonly FieldText[], cellOf: (column: string) => string, decimal: DecimalSign): RowReading {
  const values: { [F in ImportField]?: RowValue } = {};
  const problems: FieldProblem[] = [];
  for (const { field, textOf } of texts) {
    const text = textOf(cellOf);
    const read = isProblem(text) ? text : readValue(field, text.trim(), decimal);
    if (isProblem(read)) problems.push({ field, message: read.problem });
    else if (read.value !== undefined) values[field] = read.value;
  }
  return { values, problems };
}

const SAMPLES = { '.': { money: '12.50', weight: '0.45' }, ',': { money: '12,50', weight: '0,45' } } as const;

/** Wrapped in an object, because a specification may also be named `problem`. */
type ParsedValue<T extends RowValue = RowValue> = { readonly value: T | undefined } | FormulaProblem;

/** Undefined for an empty cell that keeps the field's value. */
function readValue(field: ImportField, text: string, decimal: DecimalSign): ParsedValue {
  const { kind, isKept } = FIELD_RULES[field];
  if (text === '' && isKept) return { value: undefined };
  switch (kind) {
    case 'text':
    case 'optionalText':
    case 'longText':
    case 'category':
      return { value: text };
    case 'money':
    case 'optionalMoney':
    case 'weight':
      return text === '' ? { value: '' } : readNumber(text, decimal, kind === 'weight' ? 'weight' : 'money');
    case 'stock':
      return readUnits(text, decimal);
    case 'flag':
      return readFlag(text);
    case 'words':
    case 'sentences':
      return { value: readList(text, LIST_SEPARATORS[kind]) };
    case 'facts':
      return readNamedFacts(text);
    case 'pictures':
      return { value: readPictures(text) };
  }
}

function readNumber(text: string, decimal: DecimalSign, kind: 'money' | 'weight'): ParsedValue<string> {
  const plain = plainNumber(text, decimal);
  if (plain === undefined) return { problem: `${quoted(text)} is not a number such as ${SAMPLES[decimal][kind]}.` };
  const [whole = '', decimals = ''] = plain.split('.');
  const digits = decimals.replace(/0+$/, '').padEnd(kind === 'money' ? 2 : 0, '0');
  return { value: digits === '' ? whole : `${whole}.${digits}` };
}

function readUnits(text: string, decimal: DecimalSign): ParsedValue<string> {
  const plain = plainNumber(text, decimal)?.replace(/\.0+$/, '');
  if (plain === undefined || plain.includes('.')) return { problem: `${quoted(text)} is not a whole number of units.` };
  return { value: plain };
}

function readFlag(text: string): ParsedValue<boolean> {
  const value = flagOfCell(text);
  return value === undefined ? { problem: `${quoted(text)} is neither yes nor no.` } : { value };
}

/** The property name of an object's prototype: JSON parsers drop it. */
const DROPPED_NAME = '__proto__';

function readNamedFacts(text: string): ParsedValue<Readonly<Record<string, string>>> {
  const facts = readFacts(text);
  if (!facts) return { problem: 'Please write specifications as “Material: Stoneware | Size: 3”.' };
  if (!Object.hasOwn(facts, DROPPED_NAME)) return { value: facts };
  return { problem: `“${DROPPED_NAME}” cannot be a name. Please choose another one.` };
}

const bareHeading = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Guesses the column of each field from the headings. */
export function guessMapping(columns: readonly string[], decimal: DecimalSign): ImportMapping {
  const bare = columns.map((name) => ({ name, heading: bareHeading(name) }));
  const fields: { [F in ImportField]?: Source } = {};
  for (const field of IMPORT_FIELDS) {
    for (const heading of [bareHeading(field), ...FIELD_RULES[field].headings]) {
      const column = bare.find((one) => one.heading === heading);
      if (!column || fields[field]) continue;
      fields[field] = { from: 'column', column: column.name };
    }
  }
  const custom = columns.flatMap((name) => {
    const key = keyOfColumn(name.trim().toLowerCase());
    return key !== undefined && CUSTOM_KEY.test(key) ? [[key, { from: 'column', column: name }] as const] : [];
  });
  return { fields, custom: Object.fromEntries(custom), decimal };
}
