import { useEffect } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { formatCount } from '#web/shared/numbers.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Column } from '../shared/list/data-table.tsx';
import { ListPage } from '../shared/list/list-page.tsx';
import { useListAddress } from '../shared/list/use-list-address.ts';
import { usePagedList } from '../shared/list/use-paged-list.ts';
import { adminMeta } from '../shared/page-header.tsx';
import { useNotice } from '../shared/use-notice.ts';
import { type Backup, formatBytes, useBackUp, useRefresh, useRetryJob, useSystem } from './system-data.ts';
import { SystemFigures } from './system-figures.tsx';

export const meta = () => adminMeta('System');

const POLL_MS = 3_000;

/** State of the shop's nodes, database and background jobs, and its backups. */
export default function SystemPage() {
  const list = useListAddress({ filters: {} });
  const backups = usePagedList('GET /admin/backups', { page: list.page });
  const system = useSystem();
  const { notice, notify } = useNotice();
  const backUp = useBackUp();
  const retry = useRetryJob();
  const refresh = useRefresh();
  const isOpen = backups.data?.data.some(({ status }) => status === 'waiting' || status === 'running') ?? false;

  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  });

  const request = () =>
    backUp.mutate(undefined, {
      onSuccess: () => notify('success', 'The backup is being written.'),
      onError: (error) => notify('danger', messageOf(error, 'Failed to request a backup')),
    });
  const retryJob = (name: string) =>
    retry.mutate(name, {
      onSuccess: () => notify('success', 'The job runs again within seconds.'),
      onError: (error) => notify('danger', messageOf(error, 'Failed to retry the job')),
    });

  return (
    <>
      {notice}
      <ListPage
        title="System"
        intro={system.data && `Backups are stored in ${system.data.backup_location}.`}
        actions={
          <Button onClick={request} busy={backUp.isPending && 'Requesting…'} disabled={isOpen}>
            Back up now
          </Button>
        }
        banner={<SystemFigures system={system} onRetry={retryJob} isRetrying={retry.isPending} />}
        tableLabel="Backups"
        query={backups}
        list={list}
        nouns={['backup', 'backups']}
        empty={{ title: 'No backups yet', hint: 'Set a schedule in the settings under Data, or back up now.' }}
        columns={COLUMNS}
        idOf={({ id }) => id}
      />
    </>
  );
}

const STATUS: Readonly<Record<Backup['status'], readonly [Tone, string]>> = {
  waiting: ['secondary', 'Waiting'],
  running: ['info', 'Running'],
  stored: ['success', 'Stored'],
  failed: ['danger', 'Failed'],
};
const REASONS: Readonly<Record<Backup['reason'], string>> = {
  schedule: 'Schedule',
  admin: 'Back office',
  command: 'npm run backup',
};

const COLUMNS: readonly Column<Backup>[] = [
  {
    name: 'Backup',
    className: 'stretch',
    cell: ({ name, requested_at, failure }) => (
      <span className="block min-w-0">
        <span className="block font-semibold">
          <DateTime at={requested_at} withTime />
        </span>
        {name && <span className="block text-muted text-small wrap-anywhere">{name}</span>}
        {failure && <span className="block text-danger text-small wrap-anywhere">{failure}</span>}
      </span>
    ),
  },
  {
    name: 'Status',
    cell: ({ status, attempts }) => {
      const [tone, label] = STATUS[status];
      return <Badge tone={tone}>{status === 'waiting' && attempts > 0 ? 'Retrying' : label}</Badge>;
    },
  },
  {
    name: 'Requested by',
    cell: ({ reason, requested_by }) => <span className="wrap-anywhere">{requested_by ?? REASONS[reason]}</span>,
  },
  { name: 'Rows', isFigure: true, isSpare: true, cell: ({ rows }) => (rows === null ? '–' : formatCount(rows)) },
  { name: 'Size', isFigure: true, cell: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes)) },
];
