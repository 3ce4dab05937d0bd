import { expect, test } from 'vitest';
import { createKnownTickets } from './known-tickets.ts';

const FRESH_MS = 60_000;
const ticket = (owner: number, waitedMs: number, counts = true) => ({ owner, waitedMs, counts });

test('owners who joined another node earlier are counted, unless they also wait here or no longer count', () => {
  const known = createKnownTickets(FRESH_MS);
  known.replace([ticket(1, 500), ticket(2, 400), ticket(3, 300), ticket(4, 200, false)], 1_000, new Set([2]));
  expect([500, 501, 701, 1_000].map(known.countEarlier)).toEqual([0, 1, 2, 2]);
  expect([1, 2, 3, 4, 5].map(known.enteredAt)).toEqual([500, 600, 700, 800, undefined]);
});

test('an owner who joins this line no longer counts as waiting elsewhere', () => {
  const known = createKnownTickets(FRESH_MS);
  known.replace([ticket(1, 500), ticket(2, 400)], 1_000, new Set());
  known.noteHere(1);
  known.noteHere(1);
  expect(known.countEarlier(1_000)).toBe(1);
  expect(known.enteredAt(1)).toBe(500);
});

test('nothing is known before the first exchange, of a served owner, or from stale tickets', () => {
  const known = createKnownTickets(FRESH_MS);
  expect([known.enteredAt(1), known.countEarlier(1_000), known.isKnownSince(FRESH_MS)]).toEqual([undefined, 0, false]);
  known.replace([ticket(1, 500)], 1_000, new Set());
  known.forget(1);
  expect(known.enteredAt(1)).toBeUndefined();
  const stale = createKnownTickets(0);
  stale.replace([ticket(1, 500)], 1_000, new Set());
  expect([stale.enteredAt(1), stale.countEarlier(1_000)]).toEqual([undefined, 0]);
});
