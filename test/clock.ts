import type { Clock } from '#server/platform/clock.ts';

export interface TestClock {
  readonly now: Clock;
  /** Moves the shop's time on. */
  advance(span: { readonly days?: number; readonly minutes?: number; readonly seconds?: number }): void;
}

/** A clock that runs with the real one, moved on by what a test asks for. */
export function testClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance({ days = 0, minutes = 0, seconds = 0 }) {
      ahead += ((days * 24 * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
