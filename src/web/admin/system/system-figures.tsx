import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { counted } from '#web/shared/counted.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { formatCount } from '#web/shared/numbers.ts';
import { Unavailable } from '#web/shared/unavailable.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NodeFigures } from './node-figures.tsx';
import { formatBytes, type System } from './system-data.ts';

interface SystemFiguresProps {
  system: UseQueryResult<System>;
  onRetry: (job: string) => void;
  isRetrying: boolean;
}

/** What runs where, how much space there is, which background jobs failed, and which plug-ins are slow. */
export function SystemFigures({ system, onRetry, isRetrying }: SystemFiguresProps) {
  return (
    <>
      <div className="mb-6 grid gap-4 lg:grid-cols-2 lg:[&>:last-child:nth-child(odd)]:col-span-2">
        {system.data ? (
          <Panels system={system.data} onRetry={onRetry} isRetrying={isRetrying} />
        ) : (
          <Placeholder system={system} />
        )}
      </div>
      <h2 className="mb-3 font-sans text-base font-semibold tracking-normal">Backups</h2>
    </>
  );
}

function Placeholder({ system: { error, refetch } }: Pick<SystemFiguresProps, 'system'>) {
  if (error) {
    return <Unavailable what="the state of the system" error={error} otherwise={FAILURE} onRetry={refetch} />;
  }
  // The heights of the panels of a shop with one node, so that the list below hardly moves.
  return (
    <>
      <Skeleton className="h-56" />
      <Skeleton className="h-56" />
      <Skeleton className="h-50" />
      <Skeleton className="h-50" />
      <Skeleton className="h-26" />
    </>
  );
}

const FAILURE = 'The state of the system could not be loaded';

type PanelsProps = Omit<SystemFiguresProps, 'system'> & { system: System };

function Panels({ system, onRetry, isRetrying }: PanelsProps) {
  const { database, queue, last_backup, nodes, failed_jobs, cdn, plugin_delays } = system;
  return (
    <>
      <Panel title="Shop">
        <dl>
          <Line name="Version">{system.version}</Line>
          <Line name="Node.js">{system.node_version}</Line>
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
            <NodeFigures key={node.id} node={node} currentVersion={system.version} />
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
      <Panel title="Slow plug-ins">
        {plugin_delays.length === 0 && (
          <p className="py-2 text-muted">No plug-in has been slow since the nodes started.</p>
        )}
        <ul>
          {plugin_delays.map((delay) => (
            <SlowPlugin key={`${delay.plugin} ${delay.name}`} delay={delay} />
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
    </>
  );
}

function SlowPlugin({ delay }: { delay: System['plugin_delays'][number] }) {
  const { plugin, name, timeouts, blocks, longest_block_ms, last_at, paused_until } = delay;
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold wrap-anywhere">
          {plugin}: {name}
        </p>
        {paused_until && <Badge tone="warning">Paused</Badge>}
      </div>
      {timeouts > 0 && <p className="text-danger text-small">Timed out {counted(timeouts, ['time', 'times'])}</p>}
      {blocks > 0 && (
        <p className="text-danger text-small">
          Blocked the shop {counted(blocks, ['time', 'times'])}, up to {formatCount(longest_block_ms)} ms
        </p>
      )}
      <p className="text-muted text-small">
        <DateTime at={last_at} withTime />
        {paused_until && (
          <>
            , paused until <DateTime at={paused_until} withTime />
          </>
        )}
      </p>
    </li>
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
