/** A node that has not been heard for this long has stopped, or lost its connection. */
const GONE_AFTER_MS = 3_000;
/** Time after connecting until every other node has been heard: each sends four beats a second. */
const SETTLING_MS = 1_000;

export interface LiveNodes {
  /** Whether this is the node that has run longest, which does the work that only one node needs to do. */
  isFirst(): boolean;
  /** How many nodes have been heard from recently; 0 shortly after connecting. */
  count(): number;
  /**
   * Calls the listener when nodes have joined or left, and shortly after each connection; at once if it is added after that.
   */
  onChange(listener: () => void): void;
}

export interface LiveNodesWriter extends LiveNodes {
  hear(name: string): void;
  leave(name: string): void;
  /** Forgets all nodes; call it after each connection. */
  reset(): void;
  /** Notices silent nodes; call it several times a second. */
  check(): void;
}

/** A name that sorts by the time at which the node started. */
export const nameNode = (): string =>
  `${Date.now().toString(36)}-${process.pid}-${Math.random().toString(36).slice(2)}`;

/**
 * The nodes whose beats arrive on the change feed. For a moment, two nodes or none can consider themselves first. So the
 * work of the first node must be safe to do twice, and it must be done again in full when nodes join or leave.
 */
export function createLiveNodes(self: string, monotonicMs = () => performance.now()): LiveNodesWriter {
  const listeners: (() => void)[] = [];
  const heardAt = new Map<string, number>();
  let settlesAt = Number.POSITIVE_INFINITY;
  let reported = '';

  return {
    isFirst: () => reported !== '' && heardAt.has(self) && [...heardAt.keys()].every((name) => name >= self),
    count: () => heardAt.size,
    onChange(listener) {
      listeners.push(listener);
      if (reported !== '') listener();
    },
    hear: (name) => void heardAt.set(name, monotonicMs()),
    leave: (name) => void heardAt.delete(name),
    reset() {
      heardAt.clear();
      reported = '';
      settlesAt = monotonicMs() + SETTLING_MS;
    },
    check() {
      const at = monotonicMs();
      for (const [name, heard] of heardAt) if (at - heard > GONE_AFTER_MS) heardAt.delete(name);
      const names = [...heardAt.keys()].sort().join(' ');
      if (at < settlesAt || names === reported) return;
      reported = names;
      for (const listener of listeners) listener();
    },
  };
}
