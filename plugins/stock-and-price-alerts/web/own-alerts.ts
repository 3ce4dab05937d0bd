import { useEffect, useSyncExternalStore } from 'react';
import { createApi, useAuth } from '#plugin/web';
import type { alertContract, OwnAlert } from '../contract.ts';

const { call, callForMessage } = createApi<typeof alertContract>();

/** A customer has at most 50 alerts. */
const ALL = 100;

interface State {
  /** The customer that `alerts` belong to. */
  readonly userId: number | null;
  /** Undefined until they are loaded. */
  readonly alerts: readonly Pick<OwnAlert, 'id' | 'kind' | 'product' | 'variant'>[] | undefined;
}

const SIGNED_OUT: State = { userId: null, alerts: undefined };
let state = SIGNED_OUT;
const listeners = new Set<() => void>();

function write(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function load(userId: number): Promise<void> {
  if (state.userId === userId) return;
  write({ userId, alerts: undefined });
  try {
    const { data } = await call('GET /stock-and-price-alerts', { query: { page: 1, per_page: ALL } });
    if (state.userId === userId) write({ userId, alerts: data });
  } catch {
    // Without the list, alerts can be set; setting one again changes nothing.
    if (state.userId === userId) write({ userId, alerts: [] });
  }
}

/** The alerts of the signed-in customer, loaded once for all parts of a page; undefined for guests and until then. */
export function useOwnAlerts(): State['alerts'] {
  const { user } = useAuth();
  const userId = user?.id ?? null;
  useEffect(() => {
    if (userId !== null) void load(userId);
    else if (state.userId !== null) write(SIGNED_OUT);
  }, [userId]);
  return useSyncExternalStore(
    subscribe,
    () => (state.userId === userId ? state.alerts : undefined),
    () => undefined,
  );
}

/** An alert that can be set. */
export type NewAlert = Pick<OwnAlert, 'kind' | 'product' | 'variant'>;

export async function setOwnAlert({ kind, product, variant }: NewAlert): Promise<void> {
  const body = { kind, product_id: product.id, variant_id: variant?.id ?? null };
  const { id } = await call('POST /stock-and-price-alerts', { body });
  write({ ...state, alerts: [{ id, kind, product, variant }, ...(state.alerts ?? [])] });
}

export async function removeOwnAlert(id: number): Promise<string> {
  const message = await callForMessage('DELETE /stock-and-price-alerts/{id}', { params: { id } });
  write({ ...state, alerts: state.alerts?.filter((alert) => alert.id !== id) });
  return message;
}
