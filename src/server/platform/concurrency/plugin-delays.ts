import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { CallObserver } from './with-time-limit.ts';

/** The delays that one function or part of a plug-in caused since this node started. */
export interface PluginDelay {
  readonly plugin: string;
  /** As the guide for authors calls it, such as `loadProducts`, `GET /questions` or `part in product.tabs`. */
  readonly name: string;
  /** Calls that reached their time limit. */
  readonly timeouts: number;
  /** Calls whose synchronous code kept the process from all other work for `BLOCK_MS` or longer. */
  readonly blocks: number;
  readonly longestBlockMs: number;
  readonly lastAt: Date;
  /** Not called or rendered until then; null: not paused. */
  readonly pausedUntil: Date | null;
}

export interface PluginDelays {
  observe(plugin: string, name: string): CallObserver;
  /** The most recent ones first. */
  list(): readonly PluginDelay[];
}

/** Where the callers of plug-ins report failures and delays. */
export interface PluginReports {
  readonly log: Pick<Logger, 'error'>;
  readonly delays: Pick<PluginDelays, 'observe'>;
}

/** At most one log line per function in this time, because a slow one may be called for every page. */
const LOG_EVERY_MS = 60_000;
/** More than an admin reads; each node stores them every half minute. */
const MAX_LISTED = 50;

/** Counts timeouts, pauses and blocks of plug-ins on this node, for the system page. */
export function createPluginDelays(log: Pick<Logger, 'warn'>, now: Clock): PluginDelays {
  const delays = new Map<string, PluginDelay>();
  const loggedAt = new Map<string, number>();

  function record(plugin: string, name: string, change: (delay: PluginDelay) => Partial<PluginDelay>): void {
    const key = `${plugin} ${name}`;
    const none = { plugin, name, timeouts: 0, blocks: 0, longestBlockMs: 0, lastAt: now(), pausedUntil: null };
    const delay = delays.get(key) ?? none;
    delays.set(key, { ...delay, ...change(delay) });
  }

  function logBlock(plugin: string, name: string, ms: number): void {
    const key = `${plugin} ${name}`;
    const at = performance.now();
    if (at - (loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
    loggedAt.set(key, at);
    log.warn({ plugin, function: name, ms }, 'Synchronous code of a plug-in blocked the process');
  }

  return {
    observe: (plugin, name) => ({
      blocked(duration) {
        const ms = Math.round(duration);
        logBlock(plugin, name, ms);
        record(plugin, name, ({ blocks, longestBlockMs }) => ({
          blocks: blocks + 1,
          longestBlockMs: Math.max(longestBlockMs, ms),
          lastAt: now(),
        }));
      },
      timedOut: () => record(plugin, name, ({ timeouts }) => ({ timeouts: timeouts + 1, lastAt: now() })),
      paused: (ms) => record(plugin, name, () => ({ pausedUntil: new Date(now().getTime() + ms) })),
      resumed: () => record(plugin, name, () => ({ pausedUntil: null })),
    }),
    list: () => {
      const at = now();
      return [...delays.values()]
        .map((delay) => ({
          ...delay,
          pausedUntil: delay.pausedUntil && delay.pausedUntil > at ? delay.pausedUntil : null,
        }))
        .toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
        .slice(0, MAX_LISTED);
    },
  };
}
