import type { AdminSystem } from '#contract/admin/system.ts';
import type { NodePluginDelay } from './system.store.ts';

type Combined = AdminSystem['plugin_delays'][number];

/** More than an admin reads. */
const MAX_SHOWN = 50;

/** The delays that plug-ins caused on all nodes, the most recent first. */
export function combinePluginDelays(
  nodes: readonly { readonly plugin_delays: readonly NodePluginDelay[] | null }[],
  now: Date,
): Combined[] {
  const combined = new Map<string, Combined>();
  const current = (pausedUntil: string | null) =>
    pausedUntil !== null && Date.parse(pausedUntil) > now.getTime() ? pausedUntil : null;
  for (const one of nodes.flatMap(({ plugin_delays }) => plugin_delays ?? [])) {
    const key = `${one.plugin} ${one.name}`;
    const other = combined.get(key);
    combined.set(key, {
      plugin: one.plugin,
      name: one.name,
      timeouts: one.timeouts + (other?.timeouts ?? 0),
      blocks: one.blocks + (other?.blocks ?? 0),
      longest_block_ms: Math.max(one.longest_block_ms, other?.longest_block_ms ?? 0),
      last_at: latest(one.last_at, other?.last_at ?? null) ?? one.last_at,
      paused_until: latest(current(one.paused_until), other?.paused_until ?? null),
    });
  }
  return [...combined.values()].toSorted((a, b) => (a.last_at < b.last_at ? 1 : -1)).slice(0, MAX_SHOWN);
}

const latest = (a: string | null, b: string | null): string | null =>
  a !== null && b !== null && b > a ? b : (a ?? b);
