import type { ReactNode } from 'react';
import { isDiskLow, isLineLong, replicaProblem } from '#domain/shop/node-health.ts';
import { DateTime } from '#web/shared/date-time.tsx';
import { formatCount } from '#web/shared/numbers.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatBytes, type System } from './system-data.ts';

type ShopNode = System['nodes'][number];

interface NodeFiguresProps {
  node: ShopNode;
  /** Of the node that answered. */
  currentVersion: string;
}

/** What a node uses and what waits on it, with a warning where it needs attention. */
export function NodeFigures({ node, currentVersion }: NodeFiguresProps) {
  const { host, process_id, version, started_at, memory_bytes, disks, replica, customers_in_line, has_other_secret } =
    node;
  return (
    <li className="border-b border-line py-2 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
          {host} ({process_id})
        </h3>
        <p className="text-muted text-small">
          Since <DateTime at={started_at} withTime />
        </p>
      </div>
      <dl className="text-small">
        <Figure name="Version" warning={version !== currentVersion && 'Other version'}>
          {version}
        </Figure>
        {has_other_secret && (
          <Figure name="APP_SECRET" warning="Other secret">
            stored keys cannot be read
          </Figure>
        )}
        <Figure name="Memory">{formatBytes(memory_bytes)}</Figure>
        {disks.map((disk) => (
          <Figure key={disk.folder} name={DISKS[disk.folder]} warning={isDiskLow(disk) && 'Low'}>
            {formatBytes(disk.free_bytes)} of {formatBytes(disk.total_bytes)} free
          </Figure>
        ))}
        {replica && <ReplicaFigure replica={replica} />}
        {customers_in_line !== null && (
          <Figure name="Customers in line" warning={isLineLong(customers_in_line) && 'Long line'}>
            {formatCount(customers_in_line)}
          </Figure>
        )}
      </dl>
    </li>
  );
}

const DISKS: Readonly<Record<ShopNode['disks'][number]['folder'], string>> = { data: 'Disk', backups: 'Backup disk' };

const PROBLEMS = { unreachable: 'Unreachable', lagging: 'Lagging', unused: 'Not used' } as const;

function ReplicaFigure({ replica }: { replica: NonNullable<ShopNode['replica']> }) {
  const problem = replicaProblem(replica);
  return (
    <Figure name="Read replica" warning={problem && PROBLEMS[problem]}>
      {replica.lag_ms !== null && `${formatSeconds(replica.lag_ms)} behind`}
    </Figure>
  );
}

const formatSeconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function Figure({
  name,
  warning,
  children,
}: {
  name: string;
  warning?: string | false | undefined;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-0.5">
      <dt className="text-muted">{name}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 nums">
        {children}
        {warning && <Badge tone="warning">{warning}</Badge>}
      </dd>
    </div>
  );
}
