import { useSyncExternalStore } from 'react';

/** State that lives outside the component tree, so that a badge in the header and a page below share it. */
export interface Store<S> {
  readonly read: () => S;
  readonly write: (next: Partial<S>) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** The state inside a component; while a page is hydrated, the first state, as the server rendered it. */
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
