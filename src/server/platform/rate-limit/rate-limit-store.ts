import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { AddHits, Hits, SharedWindow } from './shared-counter.ts';

declare module '@fastify/rate-limit' {
  interface CreateRateLimitOptions {
    /** Names a limit that belongs to no route; limits with the same name share their counts. */
    name?: string;
    /** Counts every request across all nodes at once. For limits that protect secrets; costs a statement. */
    isExact?: boolean;
  }
  interface FastifyRateLimitOptions extends Pick<CreateRateLimitOptions, 'name' | 'isExact'> {}
}

/** Maximum clients that a node tracks for one limit; beyond it, the oldest windows are forgotten. */
const MAX_CLIENTS = 20_000;
/** Clients with fewer requests on this node are not reported to the others: most are far below their limit. */
const REPORTED_SHARE = 0.1;
const REPORT_EVERY_MS = 1_000;
const MAX_CLIENTS_IN_REPORT = 1_000;

/** Requests of a client until `endsAt`. */
interface Window {
  /** On this node. */
  own: number;
  /** The part of `own` that the shared counter has. */
  reported: number;
  /** On other nodes, as of the last report. */
  others: number;
  /** In milliseconds since 1970. */
  endsAt: number;
}

interface Count {
  readonly current: number;
  /** Milliseconds until the window ends. */
  readonly ttl: number;
}

type Callback = Parameters<FastifyRateLimitStore['incr']>[1];

export interface RateLimitStores {
  /** For `@fastify/rate-limit`, which creates one store for each limit. */
  readonly Store: FastifyRateLimitStoreCtor;
  /** Reports what the other nodes should know. */
  report(): Promise<void>;
  close(): void;
}

export interface RateLimitSharing {
  readonly add: AddHits;
  /** Identifies a client without revealing its address. */
  readonly fingerprint: (text: string) => Buffer;
}

/**
 * Counts the requests of each client in windows. Exact limits ask the shared counter for every request. Others count in
 * memory and, once a second, exchange the counts of clients that have used a tenth of their limit, so a request
 * never waits for a database or Redis, and a client can exceed its limit only by what it sends within that second.
 * @param sharing undefined: the only node.
 */
export function createRateLimitStores(sharing?: RateLimitSharing): RateLimitStores {
  const unreported = new Map<Window, Buffer>();

  const adopt = (window: Window, shared: SharedWindow): void => {
    window.others = Math.max(0, shared.hits - window.reported);
    window.endsAt = Date.now() + shared.endsInMs;
  };

  async function report(): Promise<void> {
    if (!sharing) return;
    const at = Date.now();
    const due = newestOfEach([...unreported]).filter(([window]) => window.endsAt > at && window.own > window.reported);
    unreported.clear();
    for (let from = 0; from < due.length; from += MAX_CLIENTS_IN_REPORT) {
      const sent = due.slice(from, from + MAX_CLIENTS_IN_REPORT).map(([window, client]) => {
        const hits: Hits = { client, hits: window.own - window.reported, windowMs: window.endsAt - at };
        window.reported = window.own;
        return { window, hits };
      });
      const windows = await sharing.add(sent.map(({ hits }) => hits));
      for (const [index, { window, hits }] of sent.entries()) {
        const shared = windows?.[index];
        if (shared) adopt(window, shared);
        else window.reported -= hits.hits;
      }
    }
  }

  /** A client whose window was forgotten and begun again within the second is reported once. */
  function newestOfEach(windows: readonly (readonly [Window, Buffer])[]) {
    return [...new Map(windows.map((entry) => [entry[1].toString('base64'), entry])).values()];
  }

  class Store implements FastifyRateLimitStore {
    readonly #windows = new Map<string, Window>();
    readonly #name: string;
    readonly #isExact: boolean;

    constructor({ name = 'all requests', isExact = false }: { name?: string; isExact?: boolean }) {
      this.#name = name;
      this.#isExact = isExact;
    }

    child({ name, isExact, routeInfo }: Parameters<FastifyRateLimitStore['child']>[0] & ChildOptions): Store {
      const route = `${routeInfo?.method ?? ''} ${routeInfo?.url ?? ''}`;
      return new Store({ name: name ?? route, isExact: isExact ?? false });
    }

    incr(key: string, callback: Callback, windowMs: number, max: number): void {
      const at = Date.now();
      const window = this.#current(key, windowMs, at);
      window.own += 1;
      const counted: Count = { current: window.own + window.others, ttl: window.endsAt - at };
      // A refused client costs nothing more.
      if (!sharing || counted.current > max) {
        callback(null, counted);
        return;
      }
      const identify = () => sharing.fingerprint(`${this.#name} ${key}`);
      if (this.#isExact) {
        this.#countExactly(window, identify(), counted).then((exact) => callback(null, exact), callback);
        return;
      }
      if (window.own >= max * REPORTED_SHARE && !unreported.has(window)) unreported.set(window, identify());
      callback(null, counted);
    }

    #current(key: string, windowMs: number, at: number): Window {
      const known = this.#windows.get(key);
      if (known && known.endsAt > at) return known;
      const begun: Window = { own: 0, reported: 0, others: 0, endsAt: at + windowMs };
      // Inserted last, so that the first key is always the oldest window.
      this.#windows.delete(key);
      this.#windows.set(key, begun);
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > MAX_CLIENTS && oldest !== undefined) this.#windows.delete(oldest);
      return begun;
    }

    async #countExactly(window: Window, client: Buffer, counted: Count): Promise<Count> {
      const hits = window.own - window.reported;
      window.reported = window.own;
      const shared = (await sharing?.add([{ client, hits, windowMs: counted.ttl }]))?.[0];
      if (!shared) {
        window.reported -= hits;
        return counted;
      }
      adopt(window, shared);
      return { current: shared.hits, ttl: shared.endsInMs };
    }
  }

  const timer = sharing && setInterval(() => void report(), REPORT_EVERY_MS);
  timer?.unref();
  return { Store, report, close: () => clearInterval(timer) };
}

/** What `@fastify/rate-limit` passes beside the route's own options. */
interface ChildOptions {
  readonly name?: string;
  readonly isExact?: boolean;
  readonly routeInfo?: { readonly method?: string | string[]; readonly url?: string };
}
