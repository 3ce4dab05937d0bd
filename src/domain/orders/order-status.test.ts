import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adminOrderTone,
  customerOrderTone,
  isCancellableByShopper,
  ORDER_STATUSES,
  orderChange,
  orderStatusLabel,
  statusAfterUpdate,
} from './order-status.ts';

const anyStatus = fc.constantFrom(...ORDER_STATUSES);

describe('a carrier’s update', () => {
  it.each([
    ['pending', 'shipped', 'shipped'],
    ['processing', 'delivered', 'delivered'],
    ['shipped', 'delivered', 'delivered'],
    ['shipped', 'shipped', 'shipped'],
    ['delivered', 'shipped', 'delivered'],
    ['delivered', 'delivered', 'delivered'],
    ['cancelled', 'shipped', undefined],
    ['cancelled', 'delivered', undefined],
  ] as const)('of an order that is %s to %s results in %s', (current, reached, after) => {
    expect(statusAfterUpdate(current, reached)).toBe(after);
  });
});

describe('changing the status of an order', () => {
  it.each(ORDER_STATUSES.filter((status) => status !== 'cancelled'))(
    'from %s to cancelled returns the stock and the money',
    (status) => {
      expect(orderChange(status, 'cancelled')).toEqual({ stock: 'return', money: 'refund' });
    },
  );

  it.each(ORDER_STATUSES.filter((status) => status !== 'cancelled'))(
    'from cancelled to %s takes the stock again and charges nobody',
    (status) => {
      expect(orderChange('cancelled', status)).toEqual({ stock: 'take', money: 'keep' });
    },
  );

  it('between other statuses leaves stock and money unchanged', () => {
    expect(orderChange('delivered', 'pending')).toEqual({ stock: 'keep', money: 'keep' });
    expect(orderChange('cancelled', 'cancelled')).toEqual({ stock: 'keep', money: 'keep' });
  });

  it('takes and returns the same units on every path', () => {
    fc.assert(
      fc.property(fc.array(anyStatus), (path) => {
        let taken = 1;
        let status: (typeof path)[number] = 'pending';
        for (const next of path) {
          const { stock } = orderChange(status, next);
          if (stock !== 'keep') taken += stock === 'take' ? 1 : -1;
          status = next;
          expect(taken).toBe(status === 'cancelled' ? 0 : 1);
        }
      }),
    );
  });
});

describe('a shopper', () => {
  it('can cancel an order until it is shipped', () => {
    expect(ORDER_STATUSES.filter(isCancellableByShopper)).toEqual(['pending', 'confirmed', 'processing']);
  });
});

describe('the badge of an order', () => {
  it.each([
    ['pending', 'secondary', 'warning'],
    ['confirmed', 'secondary', 'secondary'],
    ['processing', 'warning', 'info'],
    ['shipped', 'warning', 'primary'],
    ['delivered', 'success', 'success'],
    ['completed', 'success', 'secondary'],
    ['cancelled', 'danger', 'danger'],
    ['constructor', 'secondary', 'secondary'],
  ])('%s is %s for the admin and %s for the customer', (status, admin, customer) => {
    expect(adminOrderTone(status)).toBe(admin);
    expect(customerOrderTone(status)).toBe(customer);
  });

  it('is capitalised', () => {
    expect(orderStatusLabel('processing')).toBe('Processing');
    expect(orderStatusLabel('')).toBe('');
  });
});
