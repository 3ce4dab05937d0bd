import { AsyncLocalStorage } from 'node:async_hooks';

const scope = new AsyncLocalStorage<string>();

/** Runs the work of a request, whose id log lines can then name. */
export function inRequest<T>(id: string, work: () => T): T {
  return scope.run(id, work);
}

/** The id of the request that the current code works for. */
export const currentRequestId = (): string | undefined => scope.getStore();
