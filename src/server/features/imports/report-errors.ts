import { CSV_START, csvLine } from '#csv/csv-line.ts';
import { keyOfColumn } from '#csv/import-custom.ts';
import { FIELD_RULES } from '#csv/import-fields.ts';
import type { Database } from '#server/platform/database/database.ts';
import { type BadRow, listProblems } from './import-rows.store.ts';
import { type ImportRecord, readContent } from './imports.store.ts';
import { readCsvRows } from './read-csv.ts';

/** Rows per page: a file may have 50,000 invalid rows. */
const PAGE = 500;

/** The invalid rows of a file, with their line numbers and errors appended. */
export async function* reportErrors(
  db: Database,
  { id, columns, delimiter }: Pick<ImportRecord, 'id' | 'columns' | 'delimiter'>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine([...columns, 'Line', 'Problem']);
  const bad = eachBadRow(db, id);
  let next = await bad.next();
  if (next.done) return;
  // Both are sorted by line.
  for await (const { line, cells } of readCsvRows(await readContent(db, id), delimiter)) {
    if (line !== next.value.line) continue;
    const padded = columns.map((_, at) => cells[at] ?? '');
    yield csvLine([...padded, line, next.value.problems.map(sentence).join(' ')]);
    next = await bad.next();
    if (next.done) return;
  }
}

async function* eachBadRow(db: Database, id: number): AsyncGenerator<BadRow, undefined> {
  for (let after = 0; ; ) {
    const rows = await listProblems(db, id, after, PAGE);
    yield* rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.line ?? after;
  }
}

function sentence({ field, message }: BadRow['problems'][number]): string {
  const label = keyOfColumn(field) === undefined ? FIELD_RULES[field as keyof typeof FIELD_RULES]?.label : field;
  return label === undefined ? message : `${label}: ${message}`;
}
