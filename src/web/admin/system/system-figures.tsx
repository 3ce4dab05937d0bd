import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '#web/api/api-error.ts';
import { counted } from '#web/shared/counted.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NodeFigures } from './node-figures.tsx';
import { formatBytes, type System } from './system-data.ts';

interface SystemFiguresProps {
  system: UseQueryResult<System>;
  onRetry: (job: string) => void;
  isRetrying: boolean;
}

/** What runs where, how much space there is, and which background jobs failed. */
export function SystemFigures({ system: { data, error }, onRetry, isRetrying }: SystemFiguresProps) {
  if (!data && error) {
    return (
      <div className="mb-6">
        <Banner tone="danger">{messageOf(error, 'Failed to fetch the state of the system')}</Banner>
      </div>
    );
  }
  if (!data) return <Skeleton className="mb-6 h-64" />;
  const { database, queue, last_backup, nodes, failed_jobs, cdn } = data;
  return (
    <>
      <div className="mb-6 grid items-start gap-4 lg:grid-cols-2">
        <Panel title="Shop">
          <dl>
            <Line name="Version">{data.version}</Line>
            <Line name="Node.js">{data.node_version}</Line>
            <Line name="Last backup">
              {last_backup ? <DateTime at={last_backup.finished_at} withTime /> : 'None'}
              {last_backup?.bytes != null && `, ${formatBytes(last_backup.bytes)}`}
            </Line>
            <Line name="Background jobs">
              {queue.waiting} waiting, {queue.running} running
            </Line>
          </dl>
        </Panel>
        <Panel title="Database">
          <dl>
            <Line name="PostgreSQL">{database.version}</Line>
            <Line name="Size">{formatBytes(database.bytes)}</Line>
            <Line name="Connections">{database.connections}</Line>
            {database.replicas > 0 && <Line name="Replicas">{database.replicas}</Line>}
          </dl>
        </Panel>
        <Panel title={counted(nodes.length, ['node', 'nodes'])}>
          <ul>
            {nodes.map((node) => (
              <NodeFigures key={node.id} node={node} currentVersion={data.version} />
            ))}
          </ul>
        </Panel>
        <Panel title="Failed jobs">
          {failed_jobs.length === 0 && <p className="py-2 text-muted">No job has failed.</p>}
          <ul>
            {failed_jobs.map(({ name, failed_at, failures, error: reason }) => (
              <li key={name} className="flex items-start justify-between gap-4 border-b border-line py-2 last:border-0">
                <div className="min-w-0">
                  <p className="font-semibold wrap-anywhere">
                    {name}
                    {failures > 1 && ` (${failures} times)`}
                  </p>
                  <p className="text-danger text-small wrap-anywhere">{reason}</p>
                  <p className="text-muted text-small">
                    <DateTime at={failed_at} withTime />
                  </p>
                </div>
                <Button
                  look="quiet"
                  small
                  disabled={isRetrying}
                  aria-label={`Retry ${name}`}
                  onClick={() => onRetry(name)}
                >
                  Retry
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
        {cdn.length > 0 && (
          <Panel title="CDN">
            <ul>
              {cdn.map((server) => (
                <CdnServer key={server.host} server={server} />
              ))}
            </ul>
          </Panel>
        )}
      </div>
      <h2 className="mb-3 font-sans text-base font-semibold tracking-normal">Backups</h2>
    </>
  );
}

function CdnServer({ server: { host, waiting, purged_at, last_error } }: { server: System['cdn'][number] }) {
  const isFailing = last_error !== null && waiting > 0;
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-muted wrap-anywhere">{host}</p>
        <p className="font-semibold nums">{waiting} waiting</p>
      </div>
      <p className="text-muted text-small">
        Last purge: {purged_at ? <DateTime at={purged_at} withTime /> : 'none since the start'}
      </p>
      {last_error && (
        <p className={`${isFailing ? 'text-danger' : 'text-muted'} text-small wrap-anywhere`}>
          Last error: {last_error.reason}, <DateTime at={last_error.at} withTime />
        </p>
      )}
    </li>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="panel px-5 py-4">
      <h2 className="mb-2 font-sans text-base font-semibold tracking-normal">{title}</h2>
      {children}
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 last:border-0">
      <dt className="text-muted wrap-anywhere">{name}</dt>
      <dd className="font-semibold nums">{children}</dd>
    </div>
  );
}
