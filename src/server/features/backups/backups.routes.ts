import type { adminSystemEndpoints } from '#contract/admin/system.ts';
import { pageOf, rangeOf } from '#domain/paging.ts';
import { type Handlers, respond } from '#server/platform/http/handler.ts';
import { listBackups } from './backups.store.ts';
import { backupView } from './backups.view.ts';
import { type RequestBackupServices, requestBackup } from './request-backup.ts';

type BackupEndpoints = Pick<typeof adminSystemEndpoints, 'GET /admin/backups' | 'POST /admin/backups'>;

export function backupHandlers(services: RequestBackupServices): Handlers<BackupEndpoints> {
  return {
    'GET /admin/backups': async ({ query }) => {
      const { backups, total } = await listBackups(services.db, rangeOf(query));
      return respond(pageOf(query, total, backups.map(backupView)));
    },
    'POST /admin/backups': async ({ caller, request }) => {
      const backup = await requestBackup(services, { actor: caller, request });
      return respond(backupView(backup), 'The backup is being written.');
    },
  };
}
