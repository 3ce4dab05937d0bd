import type { ImportDetail, ImportRow, ListedImport } from '#contract/admin/imports.ts';
import { type ImportFormat, PLAIN_CSV } from '#csv/import-format.ts';
import { htmlToText } from './html-text.ts';
import type { StoredRow } from './import-rows.store.ts';
import type { ImportRecord } from './imports.store.ts';

/** Above any line number. */
const LAST_LINE = 2 ** 31 - 1;

function progressOf({ status, size, done_bytes, done_rows, create_count, update_count }: ImportRecord): number {
  const share = (done: number, all: number) => (all === 0 ? 0 : Math.min(99, Math.floor((100 * done) / all)));
  if (status === 'checking') return share(done_bytes, size);
  if (status === 'importing') return share(done_rows, create_count + update_count);
  return status === 'checked' || status === 'done' ? 100 : 0;
}

export function listedImportView(record: ImportRecord): ListedImport {
  return {
    id: record.id,
    file_name: record.file_name,
    status: record.status,
    mode: record.mode,
    progress: progressOf(record),
    counts: {
      create: record.create_count,
      update: record.update_count,
      unchanged: record.unchanged_count,
      error: record.error_count,
    },
    written: { created: record.created_count, updated: record.updated_count },
    failure: record.failure,
    created_by: record.created_by_name,
    created_at: record.created_at.toISOString(),
    finished_at: record.finished_at?.toISOString() ?? null,
  };
}

/** A format that was removed since has only its name. */
function labelOf(name: string, formats: readonly ImportFormat[]): string | null {
  return name === PLAIN_CSV ? null : (formats.find((format) => format.name === name)?.label ?? name);
}

export function importView(record: ImportRecord, formats: readonly ImportFormat[]): ImportDetail {
  return {
    ...listedImportView(record),
    encoding: record.encoding,
    format: record.format,
    format_label: labelOf(record.format, formats),
    columns: record.columns,
    sample: record.sample.map((cells) => cells.map(htmlToText)),
    mapping: { ...record.mapping, custom: record.mapping.custom ?? {} },
  };
}

/**
 * The last line that a run has written; rows to write after it were not reached. All or nothing ends at one of the two;
 * a run that skips invalid rows stores its progress with each batch.
 */
export function lastWrittenLine({
  status,
  mode,
  done_line,
}: Pick<ImportRecord, 'status' | 'mode' | 'done_line'>): number {
  if (status === 'done') return LAST_LINE;
  return mode === 'skip_bad' ? done_line : 0;
}

export function importRowView(row: StoredRow, lastWritten: number): ImportRow {
  return {
    line: row.line,
    outcome: row.outcome,
    written: (row.outcome === 'create' || row.outcome === 'update') && row.line <= lastWritten,
    sku: row.sku,
    name: row.name,
    product_id: row.product_id,
    changes: row.changes.map(({ field, before, after }) => ({ field, before, after })),
    problems: row.problems.map(({ field, message }) => ({ field, message })),
  };
}
