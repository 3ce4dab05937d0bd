import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentStatusLabel, paymentStatusOf, paymentStatusTone } from './payment-status.ts';
import { refundable, refundRefusal } from './refund.ts';

describe('the payment status', () => {
  it.each([
    ['completed', 'success', 'Completed'],
    ['pending', 'warning', 'Pending'],
    ['failed', 'danger', 'Failed'],
    ['refunded', 'info', 'Refunded'],
    ['partially_refunded', 'info', 'Partially refunded'],
  ])('%s is shown as %s, %s', (status, tone, label) => {
    expect(paymentStatusTone(status)).toBe(tone);
    expect(paymentStatusLabel(status)).toBe(label);
  });

  it.each([
    [11_800, 0, 'completed'],
    [11_800, 1, 'partially_refunded'],
    [11_800, 11_799, 'partially_refunded'],
    [11_800, 11_800, 'refunded'],
    [0, 0, 'completed'],
  ])('of %i captured and %i refunded is %s', (captured, refunded, status) => {
    expect(paymentStatusOf({ captured, refunded })).toBe(status);
  });
});

describe('a refund', () => {
  const money = { captured: 11_800, refunded: 1_800 };

  it.each([
    [1, undefined],
    [10_000, undefined],
    [10_001, 'exceeds_captured'],
    [0, 'nothing'],
    [-1, 'nothing'],
  ])('of %i cents when 10000 are left: %s', (amount, refusal) => {
    expect(refundRefusal(amount, money)).toBe(refusal);
  });

  it('never sends back more than came in, however many there are', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.array(fc.integer({ min: -100, max: 400_000 })), (captured, amounts) => {
        let refunded = 0;
        for (const amount of amounts) {
          if (refundRefusal(amount, { captured, refunded }) === undefined) refunded += amount;
        }
        expect(refunded).toBeLessThanOrEqual(captured);
        expect(refundable({ captured, refunded })).toBe(captured - refunded);
      }),
    );
  });
});
