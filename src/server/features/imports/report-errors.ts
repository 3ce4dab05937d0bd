import { CSV_START, csvLine } from '#domain/csv.ts';
import { FIELD_RULES } from '#domain/import-fields.ts';
import type { Database } from '#server/platform/database/database.ts';
import { listProblems, type StoredRow } from './import-rows.store.ts';
import { type ImportRecord, readContent } from './imports.store.ts';
import { readCsvRows } from './read-csv.ts';

/** The bad rows of a file as they are in it, with their lines and what is wrong behind them. */
export async function* reportErrors(
  db: Database,
  { id, columns, delimiter }: Pick<ImportRecord, 'id' | 'columns' | 'delimiter'>,
): AsyncGenerator<string> {
  yield CSV_START + csvLine([...columns, 'Line', 'Problem']);
  const problems = new Map((await listProblems(db, id)).map((row) => [row.line, row.problems]));
  if (problems.size === 0) return;
  for await (const { line, cells } of readCsvRows(await readContent(db, id), delimiter)) {
    const wrong = problems.get(line);
    if (!wrong) continue;
    const padded = columns.map((_, at) => cells[at] ?? '');
    yield csvLine([...padded, line, wrong.map(sentence).join(' ')]);
  }
}

function sentence({ field, message }: StoredRow['problems'][number]): string {
  const label = FIELD_RULES[field as keyof typeof FIELD_RULES]?.label;
  return label === undefined ? message : `${label}: ${message}`;
}
