import type { AdminSystem } from '#contract/admin/system.ts';
import type { NodeRow } from './system.store.ts';

export const nodeView = (node: NodeRow): AdminSystem['nodes'][number] => ({
  id: node.id,
  host: node.host,
  process_id: node.process_id,
  version: node.version,
  started_at: node.started_at.toISOString(),
  seen_at: node.seen_at.toISOString(),
  memory_bytes: node.memory_bytes,
  disks: [...(node.disks ?? [])],
  replica: node.is_replica_used === null ? null : { is_used: node.is_replica_used, lag_ms: node.replica_lag_ms },
  customers_in_line: node.customers_in_line,
  has_other_secret: node.has_other_secret ?? false,
});

/** Usually one node purges, but every node purges its lists, and another one takes over when that node stops. */
export function combineCdn(nodes: readonly Pick<NodeRow, 'cdn'>[]): AdminSystem['cdn'] {
  const servers = new Map<string, AdminSystem['cdn'][number]>();
  for (const one of nodes.flatMap(({ cdn }) => cdn ?? [])) {
    const other = servers.get(one.host);
    servers.set(one.host, {
      host: one.host,
      waiting: one.waiting + (other?.waiting ?? 0),
      purged_at:
        [one.purged_at, other?.purged_at]
          .filter((at) => at != null)
          .toSorted()
          .at(-1) ?? null,
      last_error: latest(one.last_error, other?.last_error ?? null),
    });
  }
  return [...servers.values()].toSorted((a, b) => (a.host < b.host ? -1 : 1));
}

const latest = <T extends { readonly at: string }>(a: T | null, b: T | null): T | null =>
  a && b ? (a.at > b.at ? a : b) : (a ?? b);
