import { describe, expect, it } from 'vitest';
import { paymentStatusLabel, paymentStatusOf, paymentStatusTone } from './payment-status.ts';
import { refundable } from './refund.ts';

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

describe('the refundable amount', () => {
  it.each([
    [11_800, 0, 11_800],
    [11_800, 1_800, 10_000],
    [11_800, 11_800, 0],
  ])('of %i cents captured and %i refunded is %i', (captured, refunded, left) => {
    expect(refundable({ captured, refunded })).toBe(left);
  });
});
