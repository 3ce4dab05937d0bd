import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { cutText } from '#domain/cut-text.ts';
import { IMPORT_LIMITS } from '#domain/form-limits.ts';
import { call } from '#web/api/call.ts';
import type { Data, Input } from '#web/api/calls.ts';
import type { Tone } from '#web/ui/badge.tsx';
import { usePagedList } from '../shared/list/use-paged-list.ts';

export type ImportDetail = Data<'GET /admin/imports/{id}'>;
export type ListedImport = Data<'GET /admin/imports'>['data'][number];
export type ImportRow = Data<'GET /admin/imports/{id}/rows'>['data'][number];
export type Mapping = ImportDetail['mapping'];
export type Mode = Input<'POST /admin/imports/{id}/run'>['body']['mode'];
type Status = ImportDetail['status'];

/** Row filters: `left` are rows that a run should have written and did not. */
export const ROW_CHOICES = ['create', 'update', 'left', 'unchanged', 'error'] as const;
export type RowChoice = 'all' | (typeof ROW_CHOICES)[number];

export const STATUS_LABELS: Readonly<Record<Status, string>> = {
  uploaded: 'Uploaded',
  checking: 'Being checked',
  checked: 'Checked',
  importing: 'Importing',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};
export const STATUS_TONES: Readonly<Record<Status, Tone>> = {
  uploaded: 'secondary',
  checking: 'warning',
  checked: 'info',
  importing: 'warning',
  done: 'success',
  failed: 'danger',
  cancelled: 'secondary',
};

/** 20 MB take a while on a slow connection. */
const UPLOAD_TIMEOUT_MS = 300_000;
const POLL_MS = 1_000;
const PAGE_SIZE = 20;

/** Nothing more will be written. */
export const hasEnded = ({ status }: Pick<ImportDetail, 'status'>): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled';

/** Rows planned but not written. */
export const countLeft = ({ counts, written }: Pick<ImportDetail, 'counts' | 'written'>): number =>
  counts.create + counts.update - written.created - written.updated;

const isWorking = (status: Status | undefined): boolean => status === 'checking' || status === 'importing';

/** A page of all imports; polled every second while one of them is being processed. */
export const useImports = (page: number) =>
  usePagedList(
    'GET /admin/imports',
    { page },
    { refetchInterval: (imports) => imports.data.some(({ status }) => isWorking(status)) && POLL_MS },
  );

/** The shop systems whose product exports are converted. */
export const useImportFormats = () =>
  useQuery({
    queryKey: ['import-formats'],
    queryFn: ({ signal }) => call('GET /admin/imports/formats', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** One import; polled every second while it is being processed. */
export const useImport = (id: number) =>
  useQuery({
    queryKey: ['admin-import', id],
    queryFn: ({ signal }) => call('GET /admin/imports/{id}', { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (isWorking(state.data?.status) ? POLL_MS : false),
  });

interface RowsQuery {
  readonly page: number;
  readonly choice: RowChoice;
  /** Whether a run, or the whole import, has ended: then no more products will be created or updated. */
  readonly hasEnded: boolean;
}

/** @param version changes with the rows: another check, or a finished run. */
export const useImportRows = (id: number, query: RowsQuery, version: string) =>
  useQuery({
    queryKey: ['admin-import-rows', id, version, query],
    queryFn: ({ signal }) =>
      call(
        'GET /admin/imports/{id}/rows',
        { params: { id }, query: { page: query.page, per_page: PAGE_SIZE, ...asSent(query) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

function asSent({ choice, hasEnded }: RowsQuery): Input<'GET /admin/imports/{id}/rows'>['query'] {
  if (choice === 'left') return { written: 'no' };
  return hasEnded && (choice === 'create' || choice === 'update')
    ? { outcome: choice, written: 'yes' }
    : { outcome: choice };
}

export function useUpload() {
  return useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append('file', file);
      return call(
        'POST /admin/imports',
        { query: { name: cutText(file.name, IMPORT_LIMITS.fileName) }, body },
        { timeoutMs: UPLOAD_TIMEOUT_MS },
      );
    },
  });
}

/** Check, run and cancel; each returns the import's new state. */
export function useImportSteps(id: number) {
  const client = useQueryClient();
  const onSuccess = (changed: ImportDetail) => {
    client.setQueryData(['admin-import', id], changed);
    void client.invalidateQueries({ queryKey: ['GET /admin/imports'] });
  };
  // The state may have changed elsewhere: show the current one.
  const onError = () => void client.invalidateQueries({ queryKey: ['admin-import', id] });
  return {
    check: useMutation({
      mutationFn: (mapping: Mapping) => call('PUT /admin/imports/{id}/mapping', { params: { id }, body: mapping }),
      onSuccess,
    }),
    run: useMutation({
      mutationFn: (mode: Mode) => call('POST /admin/imports/{id}/run', { params: { id }, body: { mode } }),
      onSuccess,
      onError,
    }),
    cancel: useMutation({
      mutationFn: () => call('POST /admin/imports/{id}/cancel', { params: { id } }),
      onSuccess,
      onError,
    }),
  };
}
