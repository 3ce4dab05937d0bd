import type { Clock } from '#server/platform/clock.ts';

export interface TestClock {
  readonly now: Clock;
  /** Advances the shop's clock. */
  advance(span: { readonly days?: number; readonly minutes?: number; readonly seconds?: number }): void;
}

/** A clock that runs with the real one, advanced by the test. */
export function testClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    advance({ days = 0, minutes = 0, seconds = 0 }) {
      ahead += ((days * 24 * 60 + minutes) * 60 + seconds) * 1000;
    },
  };
}
