/** Calls that can be made to fail. `webhook` is the other direction: the sandbox's calls of the shop. */
export const FAULT_OPERATIONS = ['create', 'update', 'retrieve', 'confirm', 'cancel', 'refund', 'webhook'] as const;
export type FaultOperation = (typeof FAULT_OPERATIONS)[number];

const CALL_KINDS = ['timeout_before', 'timeout_after', '409', '429', '500'] as const;
const WEBHOOK_KINDS = ['delay', 'duplicate', 'drop', 'reverse'] as const;
export const FAULT_KINDS = [...CALL_KINDS, 'processing', ...WEBHOOK_KINDS] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly operation: FaultOperation;
  /**
   * `timeout_before` and `timeout_after` the effect: no answer for `ms`, then the connection breaks. `processing`
   * (confirm only): the payment is under way for `ms` before it succeeds. For webhooks: `delay` by `ms`, `duplicate`,
   * `drop` (the event exists, nobody is told), `reverse` (collected for `ms`, the last is sent first).
   */
  readonly kind: FaultKind;
  /** How many times it strikes; 1 unless said. */
  readonly count?: number;
  /** Milliseconds, for the kinds that last. */
  readonly ms?: number;
}

type Pending = Required<Fault>;

/** Switches for faults, all off at the start and again after a restart. */
export interface FaultSwitches {
  /** @throws RangeError for a kind that the operation does not have, or a count or time out of bounds. */
  set(fault: Fault): void;
  clear(): void;
  /** What is still to strike. */
  list(): readonly Pending[];
}

export interface Faults extends FaultSwitches {
  /** Uses up one stroke of the first fault of these kinds. */
  take(operation: FaultOperation, ...kinds: readonly FaultKind[]): Pending | undefined;
}

const KINDS_OF: Readonly<Record<FaultOperation, readonly FaultKind[]>> = {
  create: CALL_KINDS,
  update: CALL_KINDS,
  retrieve: CALL_KINDS,
  confirm: [...CALL_KINDS, 'processing'],
  cancel: CALL_KINDS,
  refund: CALL_KINDS,
  webhook: WEBHOOK_KINDS,
};

export const MAX_FAULT_COUNT = 1_000;
export const MAX_FAULT_MS = 600_000;

/** Long enough for a client's own time limit, short enough to watch. */
const DEFAULT_MS: Readonly<Record<FaultKind, number>> = {
  timeout_before: 30_000,
  timeout_after: 30_000,
  '409': 0,
  '429': 0,
  '500': 0,
  processing: 5_000,
  delay: 5_000,
  duplicate: 0,
  drop: 0,
  reverse: 1_000,
};

export function createFaults(): Faults {
  let pending: Pending[] = [];
  return {
    set({ operation, kind, count = 1, ms = DEFAULT_MS[kind] }) {
      if (!KINDS_OF[operation].includes(kind)) throw new RangeError(`${operation} has no fault '${kind}'.`);
      if (!(count >= 1 && count <= MAX_FAULT_COUNT)) throw new RangeError(`count is 1 to ${MAX_FAULT_COUNT}.`);
      if (!(ms >= 0 && ms <= MAX_FAULT_MS)) throw new RangeError(`ms is 0 to ${MAX_FAULT_MS}.`);
      pending.push({ operation, kind, count, ms });
    },
    clear() {
      pending = [];
    },
    list: () => pending,
    take(operation, ...kinds) {
      const found = pending.find((fault) => fault.operation === operation && kinds.includes(fault.kind));
      if (found === undefined) return undefined;
      const rest = found.count > 1 ? [{ ...found, count: found.count - 1 }] : [];
      pending = pending.flatMap((fault) => (fault === found ? rest : [fault]));
      return found;
    },
  };
}
