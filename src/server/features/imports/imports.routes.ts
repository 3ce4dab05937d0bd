import type { importEndpoints } from '#contract/admin/imports.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { importRowView, importView, lastWrittenLine, listedImportView } from './import.view.ts';
import { listRows } from './import-rows.store.ts';
import type { ImportServices } from './import-services.ts';
import { findImport, listImports } from './imports.store.ts';
import { mapImport } from './map-import.ts';
import { reportErrors } from './report-errors.ts';
import { startRun } from './start-run.ts';
import { stopImport } from './stop-import.ts';
import { takeUpload } from './take-upload.ts';

export function importHandlers(services: ImportServices): Handlers<typeof importEndpoints> {
  const { db, importFormats } = services;
  const find = async (id: number) => {
    const record = await findImport(db, id);
    if (!record) throw new Refusal('import.not_found');
    return record;
  };
  const read = async (id: number) => importView(await find(id), importFormats);
  return {
    'POST /admin/imports': async ({ file, query, caller, request }) => {
      const id = await takeUpload(services, file, { name: query.name, actor: caller, request });
      return respond(await read(id), 'The file is uploaded.');
    },
    'GET /admin/imports': async ({ query: { page, per_page } }) => {
      const { rows, total } = await listImports(db, rangeOf({ page, per_page }));
      const data = rows.map(listedImportView);
      return respond(pageOf({ page, per_page }, total, data));
    },
    'GET /admin/imports/formats': async () => respond(importFormats.map(({ name, label }) => ({ name, label }))),
    'GET /admin/imports/{id}': async ({ params }) => respond(await read(params.id)),
    'PUT /admin/imports/{id}/mapping': async ({ params, body, caller, request }) => {
      await mapImport(services, params.id, body, { actor: caller, request });
      return respond(await read(params.id), 'The file is being checked.');
    },
    'GET /admin/imports/{id}/rows': async ({ params, query: { page, per_page, outcome, written } }) => {
      const record = await find(params.id);
      const last = lastWrittenLine(record);
      const lines = written && (written === 'yes' ? { upTo: last } : { after: last });
      const filter = { outcome: outcome === 'all' ? undefined : outcome, lines };
      const limits = rangeOf({ page, per_page });
      const { rows, total } = await listRows(db, record.id, filter, limits);
      const data = rows.map((row) => importRowView(row, last));
      return respond(pageOf({ page, per_page }, total, data));
    },
    'GET /admin/imports/{id}/errors': async ({ params }) => {
      const record = await find(params.id);
      const name = `${record.file_name.replace(/\.\w+$/, '')}-errors.csv`;
      return respond({ name, content: reportErrors(db, record) });
    },
    'POST /admin/imports/{id}/run': async ({ params, body, caller, request }) => {
      await startRun(services, params.id, body.mode, { actor: caller, request });
      return respond(await read(params.id), 'The import has begun.');
    },
    'POST /admin/imports/{id}/cancel': async ({ params, caller, request }) => {
      await stopImport(services, params.id, { actor: caller, request });
      return respond(await read(params.id), 'The import is cancelled.');
    },
  };
}
