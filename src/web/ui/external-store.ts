import { useSyncExternalStore } from 'react';

/** State outside the component tree, shared for example by a badge in the header and a page. */
export interface Store<S> {
  readonly read: () => S;
  readonly write: (next: Partial<S>) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the state in a component; during hydration, the initial state, as rendered by the server. */
  readonly use: () => S;
}

export function createStore<S extends object>(first: S): Store<S> {
  let state = first;
  const listeners = new Set<() => void>();
  const read = () => state;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    read,
    subscribe,
    write(next) {
      state = { ...state, ...next };
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(subscribe, read, () => first),
  };
}
