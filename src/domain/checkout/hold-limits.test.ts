import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_HOLD_LIMITS,
  exceededLimit,
  HOLD_COOL_DOWN_MS,
  HOLD_MS,
  holdUntil,
  isHoldOver,
  MAX_HOLD_MS,
  startOfHold,
} from './hold-limits.ts';

const START = new Date('2026-11-21T10:00:00.000Z');
const atMinute = (minutes: number) => new Date(START.getTime() + minutes * 60_000);

describe('the units of an order', () => {
  const verified = { isVerified: true, isHeldUnpaid: true };
  const unverified = { isVerified: false, isHeldUnpaid: true };
  const placedAtOnce = { isVerified: false, isHeldUnpaid: false };
  it.each([
    [50, verified, undefined],
    [51, verified, 'maxPiecesPerOrder'],
    [20, unverified, undefined],
    [21, unverified, 'maxPiecesHeldUnverified'],
    [50, placedAtOnce, undefined],
    [51, placedAtOnce, 'maxPiecesPerOrder'],
  ] as const)('%i units, %o: exceed %s', (units, account, limit) => {
    expect(exceededLimit(units, DEFAULT_HOLD_LIMITS, account)?.limit).toBe(limit);
  });

  it('are limited by the smallest of the limits', () => {
    const limits = { maxPiecesPerOrder: 9, maxPiecesHeld: 5, maxPiecesHeldUnverified: 7 };
    expect(exceededLimit(10, limits, unverified)).toEqual({ limit: 'maxPiecesHeld', max: 5 });
  });
});

describe('a hold', () => {
  it('lasts 15 minutes and is over when they end', () => {
    const until = holdUntil(START, START);
    expect(until).toEqual(atMinute(15));
    expect(isHoldOver(atMinute(15), new Date(atMinute(15).getTime() - 1))).toBe(false);
    expect(isHoldOver(atMinute(15), atMinute(15))).toBe(true);
  });

  it('is not extended while more than half of it is left', () => {
    expect(holdUntil(atMinute(7), START, atMinute(15))).toEqual(atMinute(15));
  });

  it('is renewed in its second half, up to 45 minutes in all', () => {
    expect(holdUntil(atMinute(10), START, atMinute(15))).toEqual(atMinute(25));
    expect(holdUntil(atMinute(24), START, atMinute(25))).toEqual(atMinute(39));
    expect(holdUntil(atMinute(38), START, atMinute(39))).toEqual(atMinute(45));
    expect(holdUntil(atMinute(44), START, atMinute(45))).toEqual(atMinute(45));
    expect(holdUntil(atMinute(45), START, atMinute(45))).toBeUndefined();
  });

  it('never lasts longer than 45 minutes, however often it is renewed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 * 60_000 }), { maxLength: 100 }), (pauses) => {
        let now = START.getTime();
        let until: Date | undefined;
        for (const pause of pauses) {
          now += pause;
          until = holdUntil(new Date(now), START, until) ?? until;
        }
        expect(until?.getTime() ?? 0).toBeLessThanOrEqual(START.getTime() + MAX_HOLD_MS);
      }),
    );
  });
});

describe('a new hold after an unpaid one', () => {
  const previous = { heldSince: START, endedAt: atMinute(15) };

  it('continues the count, without the time in which nothing was held', () => {
    expect(startOfHold(atMinute(20), previous)).toEqual(atMinute(5));
  });

  it('starts from zero after the cool-down', () => {
    const later = new Date(atMinute(15).getTime() + HOLD_COOL_DOWN_MS);
    expect(startOfHold(later, previous)).toEqual(later);
    expect(startOfHold(START, undefined)).toEqual(START);
  });

  it('is refused when almost no time is left', () => {
    const used = { heldSince: START, endedAt: atMinute(44) };
    expect(holdUntil(atMinute(44), startOfHold(atMinute(44), used))).toBeUndefined();
    const some = { heldSince: START, endedAt: atMinute(40) };
    expect(holdUntil(atMinute(41), startOfHold(atMinute(41), some))).toEqual(atMinute(46));
  });

  it('adds up to at most 45 minutes, however an account splits them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: HOLD_MS }), { minLength: 1, maxLength: 60 }), (lengths) => {
        let now = START.getTime();
        let heldMs = 0;
        let last: { heldSince: Date; endedAt: Date } | undefined;
        for (const length of lengths) {
          const at = new Date(now);
          const heldSince = startOfHold(at, last);
          const until = holdUntil(at, heldSince);
          if (!until) break;
          const endedAt = new Date(Math.min(until.getTime(), now + length));
          heldMs += endedAt.getTime() - now;
          last = { heldSince, endedAt };
          now = endedAt.getTime();
        }
        expect(heldMs).toBeLessThanOrEqual(MAX_HOLD_MS);
      }),
    );
  });
});
