import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect } from 'vitest';
import { SECOND_CONNECTION } from '#server/platform/database/transaction-scope.ts';

const places = new Set<string>();
const record = (error: unknown) => places.add(String((error as Error).stack));

/** Forgets the second connections so far. @returns where they were asked for */
export function takeSecondConnections(): string[] {
  const taken = [...places];
  places.clear();
  return taken;
}

/** A test file fails when a transaction asked the pool for a second connection, or would have with empty caches. */
beforeAll(() => {
  places.clear();
  subscribe(SECOND_CONNECTION.name, record);
});
afterAll(() => {
  unsubscribe(SECOND_CONNECTION.name, record);
  expect(takeSecondConnections()).toEqual([]);
});
