import type { Clock } from '../clock.ts';
import { EVERYTHING, groupKey } from '../http/response-cache/cdn-headers.ts';
import type { Logger } from '../log.ts';
import type { GaugeSource } from '../telemetry/gauge-source.ts';
import type { Cdn } from './cdn.ts';
import { type CdnState, createPurgeQueue } from './purge-queue.ts';

/** Minimum time between two purges because of nodes that join or leave: a deployment restarts them one after another. */
const NODES_MS = 10_000;

export interface CdnPurger {
  /** Purges responses with these keys. Only the first nodes do so, because all nodes receive the change. */
  drop(keys: readonly string[]): void;
  /** Purges responses that depend on a node's own index, such as lists. Every node does so, once its index has the change. */
  dropComputed(keys: readonly string[]): void;
  /**
   * Removes files that would otherwise never expire, which `clear` leaves alone. Not retried: the caller has to know whether it worked.
   * @throws Error unless every CDN has accepted the purge
   */
  removeFiles(keys: readonly string[]): Promise<void>;
  /** Purges all responses. */
  clear(): void;
  /** Purges all responses because nodes have joined or left; at most once every ten seconds. */
  clearForNodes(): void;
  readonly gauges: readonly GaugeSource[];
  /** The state of each CDN, as far as this node knows it. */
  describe(): CdnState[];
  /** Sends the purges that are waiting, and the second purge of each key without its delay. */
  close(): Promise<void>;
}

export interface CdnPurgerOptions {
  /** All of them get each purge. */
  readonly cdns: readonly Cdn[];
  /** Whether this node is one of those that purge what all nodes hear of. */
  readonly isAmongFirst: () => boolean;
  readonly now: Clock;
  readonly log: Logger;
}

/** Sends each purge to all CDNs. */
export function createCdnPurger({ cdns, isAmongFirst, now, log }: CdnPurgerOptions): CdnPurger {
  const queues = cdns.map((cdn) => createPurgeQueue(cdn, now, log));
  let clearedAt = Number.NEGATIVE_INFINITY;
  let clearLater: NodeJS.Timeout | undefined;

  const add = (keys: readonly string[]) => {
    for (const queue of queues) queue.add(keys);
  };
  const addWithGroups = (keys: readonly string[]) =>
    add([...keys, ...keys.map(groupKey).filter((key) => key !== undefined)]);
  const sum = (result: 'accepted' | 'failed') => queues.reduce((total, { results }) => total + results[result], 0);

  function clear(): void {
    if (isAmongFirst()) add([EVERYTHING]);
  }

  function clearNow(): void {
    clearLater = undefined;
    if (isAmongFirst()) clearedAt = performance.now();
    clear();
  }

  return {
    drop(keys) {
      if (isAmongFirst()) addWithGroups(keys);
    },
    dropComputed: addWithGroups,
    async removeFiles(keys) {
      await Promise.all(queues.map((queue) => queue.remove(keys)));
    },
    clear,
    clearForNodes() {
      if (clearLater) return;
      const delay = clearedAt + NODES_MS - performance.now();
      if (delay <= 0) return clearNow();
      clearLater = setTimeout(clearNow, delay);
      clearLater.unref();
    },
    gauges: [
      {
        name: 'stoa_cdn_purge_waiting_seconds',
        help: 'Seconds for which the oldest purge has waited for the CDN to accept it',
        labelNames: [],
        read: async () => [{ labels: {}, value: Math.max(...queues.map(({ waitingMs }) => waitingMs())) / 1_000 }],
      },
      {
        isCounter: true,
        name: 'stoa_cdn_purges_total',
        help: 'Purges sent to the CDN',
        labelNames: ['result'],
        read: async () =>
          (['accepted', 'failed'] as const).map((result) => ({ labels: { result }, value: sum(result) })),
      },
    ],
    describe: () => queues.map((queue) => queue.describe()),
    async close() {
      clearTimeout(clearLater);
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}
