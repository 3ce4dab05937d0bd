/** Two, so that the work goes on if one of them crashes. */
const FIRST_NODES = 2;

export interface LiveNodes {
  /**
   * Whether this node does the work that one node has to do for all. True for the two nodes that have been connected longest,
   * and for every node that does not know the others yet, so the work must be safe to do more than once.
   */
  isAmongFirst(): boolean;
  /** How many nodes are connected; 0 shortly after connecting. */
  count(): number;
  /**
   * Calls the listener when nodes have joined or left, and shortly after each connection. A listener that is added later is
   * called at once.
   */
  onChange(listener: () => void): void;
}

export interface LiveNodesWriter extends LiveNodes {
  /** @param names of all nodes, longest connected first. */
  hear(names: readonly string[]): void;
  /** Forgets all nodes: the connection is lost. */
  reset(): void;
}

/**
 * The nodes that PostgreSQL lists on the change feed about once a second. A list can be a second old, and longer if a node hangs.
 * So the work of the first nodes must be done again in full when nodes join or leave.
 */
export function createLiveNodes(self: string): LiveNodesWriter {
  const listeners: (() => void)[] = [];
  /** Empty while the list does not contain this node: the list is then older than this node, or this node hangs. */
  let known: readonly string[] = [];

  return {
    isAmongFirst: () => known.length === 0 || known.slice(0, FIRST_NODES).includes(self),
    count: () => known.length,
    onChange(listener) {
      listeners.push(listener);
      if (known.length > 0) listener();
    },
    hear(names) {
      const before = known.join();
      known = names.includes(self) ? names : [];
      if (known.length === 0 || known.join() === before) return;
      for (const listener of listeners) listener();
    },
    reset() {
      known = [];
    },
  };
}
