import { z } from 'zod';
import { IMPORT_FIELDS } from '#csv/import-fields.ts';
import { CUSTOM_KEY } from '#domain/catalogue/custom-fields.ts';
import { IMPORT_LIMITS } from '#domain/form-limits.ts';
import { defineEndpoints, sentFile } from '../endpoint.ts';
import { paged } from '../envelope.ts';
import { blankAsMissing, idParam, multiLine, page, perPage, singleLine, timestamp } from '../fields.ts';

const MAX_FILE_BYTES = 20 * 1024 * 1024;

const IMPORT_STATUSES = ['uploaded', 'checking', 'checked', 'importing', 'done', 'failed', 'cancelled'] as const;
/** All rows or none, or all valid rows. */
const IMPORT_MODES = ['all_or_nothing', 'skip_bad'] as const;
const ROW_OUTCOMES = ['create', 'update', 'unchanged', 'error'] as const;

const heading = z.string().min(1).max(300);
const source = z.discriminatedUnion('from', [
  z.object({ from: z.literal('column'), column: heading }),
  z.object({ from: z.literal('fixed'), value: multiLine(0, 20_000) }),
  /** `pages × 0.05 + 4` for numbers, `BK-{isbn}` for texts. */
  z.object({ from: z.literal('computed'), formula: multiLine(0, 2_000) }),
]);

const mapping = z.object({
  /** Source of each field; omitted fields are not changed. */
  fields: z.partialRecord(z.enum(IMPORT_FIELDS), source),
  /** The same for custom fields, by their keys. */
  custom: z.record(z.string().regex(CUSTOM_KEY), source).default({}),
  decimal: z.enum(['.', ',']).default('.'),
});

/** A product export format of another shop system that imports convert. */
const importFormat = z.object({
  name: z.string(),
  /** Name of the shop system, for merchants. */
  label: z.string(),
});

const listedImport = z.object({
  id: z.int(),
  file_name: z.string(),
  status: z.enum(IMPORT_STATUSES),
  mode: z.enum(IMPORT_MODES).nullable(),
  /** Progress of the current check or run in percent. */
  progress: z.int(),
  /** Result of the check. Rows that a run failed to write count as errors. */
  counts: z.object({ create: z.int(), update: z.int(), unchanged: z.int(), error: z.int() }),
  /** Rows that the run has written. */
  written: z.object({ created: z.int(), updated: z.int() }),
  /** Why it failed, in one sentence. */
  failure: z.string().nullable(),
  /** Null for a deleted account. */
  created_by: z.string().nullable(),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
});
export type ListedImport = z.output<typeof listedImport>;

const importDetail = listedImport.extend({
  /** Encoding of the uploaded file. `windows-1252` is a guess: such a file does not name its encoding. */
  encoding: z.enum(['utf-8', 'utf-16', 'windows-1252']),
  /** Name of the format that converted the file; `csv`: none. */
  format: z.string(),
  /** Name of the shop system that exported the file, for merchants; null: none was recognised. */
  format_label: z.string().nullable(),
  /** Unique headings of the file. */
  columns: z.array(z.string()),
  /** The cells of the first rows. */
  sample: z.array(z.array(z.string())),
  mapping,
});
export type ImportDetail = z.output<typeof importDetail>;

const importRow = z.object({
  /** In the file; the heading is line 1. */
  line: z.int(),
  outcome: z.enum(ROW_OUTCOMES),
  /** Whether a run has created or updated the product. */
  written: z.boolean(),
  sku: z.string(),
  name: z.string(),
  product_id: z.int().nullable(),
  /** Changes by field; for a new product its values. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  problems: z.array(z.object({ field: z.string(), message: z.string() })),
});
export type ImportRow = z.output<typeof importRow>;

const params = z.object({ id: idParam });

export const importEndpoints = defineEndpoints({
  'POST /admin/imports': {
    access: 'admin',
    status: 201,
    summary: 'Uploads a CSV file of products; returns its columns, first rows and a guessed mapping',
    query: z.object({ name: blankAsMissing(singleLine(0, IMPORT_LIMITS.fileName)) }),
    file: { maxBytes: MAX_FILE_BYTES },
    data: importDetail,
    refusals: ['import.unreadable', 'upload.not_multipart', 'upload.too_large'],
  },
  'GET /admin/imports': {
    access: 'admin',
    summary: 'All imports, the newest first',
    query: z.object({ page, per_page: perPage }),
    data: paged(listedImport),
  },
  'GET /admin/imports/formats': {
    access: 'admin',
    summary: 'The shop systems whose exports are converted, those of plug-ins first',
    data: z.array(importFormat),
  },
  'GET /admin/imports/{id}': {
    access: 'admin',
    summary: 'One import with its progress and results',
    params,
    data: importDetail,
    refusals: ['import.not_found'],
  },
  'PUT /admin/imports/{id}/mapping': {
    access: 'admin',
    status: 202,
    summary: 'Stores the mapping and starts the check of every row, without changing products',
    params,
    body: mapping,
    data: importDetail,
    refusals: ['import.not_found', 'import.busy', 'import.finished'],
  },
  'GET /admin/imports/{id}/rows': {
    access: 'admin',
    summary: 'The planned or actual result of each row, by line',
    params,
    query: z.object({
      outcome: blankAsMissing(z.enum(['all', ...ROW_OUTCOMES])),
      /** Filters the rows to create or update: written or not written by a run. */
      written: blankAsMissing(z.enum(['yes', 'no'])),
      page,
      per_page: perPage,
    }),
    data: paged(importRow),
    refusals: ['import.not_found'],
  },
  'GET /admin/imports/{id}/errors': {
    access: 'admin',
    summary: 'The rows with errors as CSV, with their messages, to be corrected and imported again',
    params,
    data: sentFile,
    sends: 'text/csv; charset=utf-8',
    refusals: ['import.not_found'],
  },
  'POST /admin/imports/{id}/run': {
    access: 'admin',
    status: 202,
    summary: 'Writes the checked rows: all or nothing, or all but the invalid rows',
    params,
    body: z.object({ mode: z.enum(IMPORT_MODES) }),
    data: importDetail,
    refusals: [
      'import.not_found',
      'import.busy',
      'import.finished',
      'import.not_checked',
      'import.has_errors',
      'import.nothing_to_do',
    ],
  },
  'POST /admin/imports/{id}/cancel': {
    access: 'admin',
    summary: 'Stops an import; rows already written by a run that skips invalid rows stay',
    params,
    data: importDetail,
    refusals: ['import.not_found', 'import.finished'],
  },
});
