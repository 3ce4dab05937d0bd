/** What shoppers saw during a drill. */
export interface Observed {
  /** Responses by status, with the code of a 4xx, or by the error code of a broken connection. */
  readonly responses: ReadonlyMap<string, number>;
  /** What failed, such as `503 server.unavailable POST /api/orders`, or why an order was refused. */
  readonly errors: ReadonlyMap<string, number>;
  readonly orders: number;
  readonly pages: number;
  /** Scripts of pages that were not found: such a page never hydrates. */
  readonly missingScripts: number;
  /** Milliseconds from the first failed request to the last. */
  readonly failingFor: number;
  /** Longest time without any order, and without any page, in milliseconds. */
  readonly orderGap: number;
  readonly pageGap: number;
}

/** Counts what shoppers see. Times are from `performance.now()`. */
export interface Observation {
  /** Starts a new count. */
  begin(at: number): void;
  /** @param kind a status, with the code of a 4xx, or the code of a broken connection. */
  responded(kind: string): void;
  /** A request that has to be repeated. */
  failed(reason: string, at: number): void;
  /** Not an outage: a refused order, or a failure of the sandbox that replaces the payment provider. */
  refused(reason: string): void;
  ordered(at: number): void;
  pageShown(at: number): void;
  scriptMissing(): void;
  observed(at: number): Observed;
}

function count(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** The longest time between two events. */
function longestGap(since: number) {
  let last = since;
  let longest = 0;
  const until = (at: number): number => Math.max(longest, at - last);
  return {
    note(at: number) {
      longest = until(at);
      last = at;
    },
    until,
  };
}

function newCounts(at: number) {
  return {
    responses: new Map<string, number>(),
    errors: new Map<string, number>(),
    orders: 0,
    pages: 0,
    missingScripts: 0,
    firstFailureAt: undefined as number | undefined,
    failingFor: 0,
    betweenOrders: longestGap(at),
    betweenPages: longestGap(at),
  };
}

export function createObservation(since: number): Observation {
  let counts = newCounts(since);
  return {
    begin(at) {
      counts = newCounts(at);
    },
    responded: (kind) => count(counts.responses, kind),
    failed(reason, at) {
      count(counts.errors, reason);
      counts.firstFailureAt ??= at;
      counts.failingFor = at - counts.firstFailureAt;
    },
    refused: (reason) => count(counts.errors, reason),
    ordered(at) {
      counts.orders += 1;
      counts.betweenOrders.note(at);
    },
    pageShown(at) {
      counts.pages += 1;
      counts.betweenPages.note(at);
    },
    scriptMissing() {
      counts.missingScripts += 1;
    },
    observed(at) {
      const { responses, errors, orders, pages, missingScripts, failingFor, betweenOrders, betweenPages } = counts;
      const gaps = { orderGap: betweenOrders.until(at), pageGap: betweenPages.until(at) };
      return { responses, errors, orders, pages, missingScripts, failingFor, ...gaps };
    },
  };
}
