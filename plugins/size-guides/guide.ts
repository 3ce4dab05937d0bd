/** The sizes of a category with their measurements. */
export interface SizeGuide {
  /** Names of the categories it is for, with those below them. */
  readonly categories: readonly string[];
  readonly columns: readonly GuideColumn[];
  /** As many cells as columns. */
  readonly rows: readonly (readonly string[])[];
  readonly note: string;
}

export interface GuideColumn {
  readonly name: string;
  /** Whether its numbers are centimetres. */
  readonly isMeasured: boolean;
}

const CELL = '|';
const CENTIMETRES = /\scm$/i;

const cellsOf = (line: string): string[] => line.split(CELL).map((cell) => cell.trim());

/**
 * Reads the guides that a merchant has written: blocks with blank lines between them. A block is a line with the names of
 * categories, one with the headings (`cm` at the end of one means that its column contains measurements), one for each size, and a note.
 * Blocks that are not guides are ignored.
 */
export function parseGuides(text: string): SizeGuide[] {
  const blocks = text.split(/\n\s*\n/).map((block) => block.split('\n').map((line) => line.trim()));
  return blocks.flatMap((block) => parseBlock(block.filter(Boolean)));
}

function parseBlock([names = '', headings = '', ...lines]: readonly string[]): SizeGuide[] {
  const columns = cellsOf(headings).map((heading) => ({
    name: heading.replace(CENTIMETRES, '').trimEnd(),
    isMeasured: CENTIMETRES.test(heading),
  }));
  const rows = lines.filter((line) => line.includes(CELL)).map(cellsOf);
  const categories = names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (categories.length === 0 || columns.length < 2 || rows.length === 0) return [];
  return [
    {
      categories,
      columns,
      rows: rows.map((row) => columns.map((_, at) => row[at] ?? '')),
      note: lines.filter((line) => !line.includes(CELL)).join(' '),
    },
  ];
}

/** What a guide is for, without its measurements. */
export interface GuideSubject {
  readonly categories: readonly string[];
  /** Its systems of sizes, such as `US`, and its sizes, such as `M`. */
  readonly labels: readonly string[];
}

const SYSTEM = /^(?:US|UK|EU)(?= |$)/;

export const subjectOf = ({ categories, columns, rows }: SizeGuide): GuideSubject => ({
  categories,
  labels: [...columns.flatMap(({ name }) => SYSTEM.exec(name) ?? []), ...rows.map(([size = '']) => size)].filter(
    (label, at, all) => all.indexOf(label) === at,
  ),
});

const keyOf = (name: string): string => name.trim().toLowerCase();

/**
 * Finds the guide for a product: that of its own category, else of the nearest category above, if it contains the product's sizes.
 * @param path names of its categories, from the first level down
 * @param sizes of the product, such as `US 9` or `M`
 * @returns the category that has it, or undefined
 */
export function categoryWithGuide(
  subjects: readonly GuideSubject[],
  path: readonly string[],
  sizes: readonly string[],
): string | undefined {
  return path
    .toReversed()
    .find((name) => subjects.some((subject) => isFor(subject, name) && fits(subject.labels, sizes)));
}

export const isFor = ({ categories }: Pick<SizeGuide, 'categories'>, name: string): boolean =>
  categories.some((category) => keyOf(category) === keyOf(name));

export const fits = (labels: readonly string[], sizes: readonly string[]): boolean =>
  sizes.some((size) => labels.includes(SYSTEM.exec(size)?.[0] ?? size));

const CM_PER_INCH = 2.54;

/** A measurement such as `81-86` or `22,5` in inches, rounded to halves. */
export const inInches = (centimetres: string): string =>
  centimetres.replace(/\d+(?:[.,]\d+)?/g, (number) =>
    String(Math.round((Number(number.replace(',', '.')) / CM_PER_INCH) * 2) / 2),
  );

/** Whether a column is in the system of the sizes on sale: `US men` for `US 9`. */
export const isOfSystem = ({ name }: GuideColumn, sizes: readonly string[]): boolean => {
  const system = SYSTEM.exec(name)?.[0];
  return system !== undefined && sizes.some((size) => SYSTEM.exec(size)?.[0] === system);
};
