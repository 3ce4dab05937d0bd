/** Operations that can be made to fail. `webhook` is the sandbox's calls to the shop. */
export const FAULT_OPERATIONS = ['create', 'update', 'retrieve', 'confirm', 'cancel', 'refund', 'webhook'] as const;
export type FaultOperation = (typeof FAULT_OPERATIONS)[number];

const CALL_KINDS = ['timeout_before', 'timeout_after', '409', '429', '500'] as const;
const WEBHOOK_KINDS = ['delay', 'duplicate', 'drop', 'reverse'] as const;
export const FAULT_KINDS = [...CALL_KINDS, 'processing', ...WEBHOOK_KINDS] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface Fault {
  readonly operation: FaultOperation;
  /**
   * `timeout_before` and `timeout_after` the effect: no response for `ms`, then the connection closes. `processing`
   * (confirm only): the payment is processing for `ms` before it succeeds. For webhooks: `delay` by `ms`, `duplicate`,
   * `drop` (the event exists but is not sent), `reverse` (collected for `ms`, then sent in reverse order).
   */
  readonly kind: FaultKind;
  /** How many times it applies; default 1. */
  readonly count?: number;
  /** Milliseconds, for faults with a duration. */
  readonly ms?: number;
}

type Pending = Required<Fault>;

/** Simulated faults, all off at startup. */
export interface FaultSwitches {
  /** @throws RangeError for a kind that the operation does not support, or an invalid count or duration. */
  set(fault: Fault): void;
  clear(): void;
  /** Pending faults. */
  list(): readonly Pending[];
}

export interface Faults extends FaultSwitches {
  /** Consumes one use of the first fault of these kinds. */
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

/** Long enough to exceed client timeouts, short enough for tests. */
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
