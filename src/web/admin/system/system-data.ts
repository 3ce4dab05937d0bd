import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import type { Data } from '#web/api/calls.ts';
import { formatCount } from '#web/shared/numbers.ts';

export type System = Data<'GET /admin/system'>;
export type Backup = Data<'GET /admin/backups'>['data'][number];

const SYSTEM = 'GET /admin/system';
const BACKUPS = 'GET /admin/backups';
const REFRESH_MS = 30_000;

export const useSystem = () =>
  useQuery({
    queryKey: [SYSTEM],
    queryFn: ({ signal }) => call(SYSTEM, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });

/** Refreshes figures and list, as while a backup is being written. */
export function useRefresh(): () => void {
  const client = useQueryClient();
  return () => {
    for (const key of [SYSTEM, BACKUPS]) void client.invalidateQueries({ queryKey: [key] });
  };
}

export function useBackUp() {
  const refresh = useRefresh();
  return useMutation({ mutationFn: () => call('POST /admin/backups', {}), onSettled: refresh });
}

export function useRetryJob() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => call('POST /admin/system/jobs/{name}/retry', { params: { name } }),
    onSettled: refresh,
  });
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `1.5 MB` */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  return `${formatCount(Math.round((10 * bytes) / 1000 ** unit) / 10)} ${UNITS[unit]}`;
}
