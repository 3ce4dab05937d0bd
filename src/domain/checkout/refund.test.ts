import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { refundable, type TaxedNote, taxesOfNotes, taxOfNextNote, unpaidFailures } from './refund.ts';

test('what was captured and not refunded is refundable', () => {
  expect(refundable({ captured: 8727, refunded: 2000 })).toBe(6727);
  expect(refundable({ captured: 0, refunded: 0 })).toBe(0);
});

describe('the tax of a credit note', () => {
  const noteOf = (amount: number, tax: number | null, isVoid = false) => ({ amount, tax, isVoid });

  test.each([
    ['of a full refund', { total: 8727, tax: 572 }, [], 8727, 572],
    ['of a part', { total: 10_800, tax: 800 }, [], 5400, 400],
    ['with a half cent', { total: 200, tax: 15 }, [], 100, 8],
    ['of the rest after a half cent', { total: 200, tax: 15 }, [noteOf(100, 8)], 100, 7],
    ['of an order without tax', { total: 5000, tax: 0 }, [], 2500, 0],
    ['of a free order', { total: 0, tax: 0 }, [], 0, 0],
    ['of the largest amounts', { total: 999_999_999, tax: 100_000_000 }, [], 999_999_999, 100_000_000],
    ['after a void one', { total: 10_800, tax: 800 }, [noteOf(7, 1), noteOf(7, 0, true)], 10_793, 799],
    ['after one without a stored tax', { total: 10_800, tax: 800 }, [noteOf(7, null)], 10_793, 799],
    ['never negative', { total: 10_800, tax: 800 }, [noteOf(7, 1), noteOf(7, 1), noteOf(7, 1)], 7, 0],
  ])('%s', (_name, order, notes, amount, tax) => {
    expect(taxOfNextNote(order, notes, amount)).toBe(tax);
  });

  test('what was issued without a stored tax prints the same as before, also after a void one', () => {
    const notes = [noteOf(7, null), noteOf(7, null, true), noteOf(10_793, null)];
    expect(taxesOfNotes({ total: 10_800, tax: 800 }, notes)).toEqual([1, 0, 800]);
  });

  test('the valid ones add up to the tax of the order once all is refunded', () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 100_000 }), fc.boolean()), { maxLength: 8 });
    fc.assert(
      fc.property(parts, fc.double({ min: 0, max: 0.3, noNaN: true }), (given, rate) => {
        const total = given.reduce((sum, [amount]) => sum + amount, 1000);
        const order = { total, tax: Math.floor(total * rate) };
        const notes: TaxedNote[] = [];
        const valid = (value: (note: TaxedNote) => number | null) =>
          notes.reduce((sum, note) => sum + (note.isVoid ? 0 : (value(note) ?? 0)), 0);
        const issue = (amount: number) => {
          const tax = taxOfNextNote(order, notes, amount);
          expect(tax).toBeGreaterThanOrEqual(0);
          expect(tax).toBeLessThanOrEqual(amount);
          notes.push(noteOf(amount, tax));
        };
        for (const [amount, isFirstReturned] of given) {
          issue(amount);
          const first = notes.findIndex(({ isVoid }) => !isVoid);
          if (isFirstReturned) notes.splice(first, 1, noteOf(notes[first]?.amount ?? 0, notes[first]?.tax ?? 0, true));
        }
        issue(total - valid(({ amount }) => amount));
        expect(valid(({ tax }) => tax)).toBe(order.tax);
      }),
    );
  });
});

describe('what failed refunds still owe', () => {
  /** Minutes of the request and the result; negative amounts have failed. */
  const refundOf = (amount: number, requested: number, settled: number) => ({
    amount: Math.abs(amount),
    hasFailed: amount < 0,
    requestedAt: new Date(requested * 60_000),
    settledAt: new Date(settled * 60_000),
  });

  test.each([
    ['nothing has failed', [20], 0],
    ['a refund failed', [-20], 20],
    ['a refund failed twice', [-20, -20], 20],
    ['its second try succeeded', [-20, 20], 0],
    ['its third try succeeded', [-20, -20, 20], 0],
    ['it was paid in parts', [-20, 5, 15], 0],
    ['only a part of it was paid', [-20, 5], 15],
    ['it failed again later', [-20, 20, -20], 20],
    ['an earlier refund was larger', [50, -20], 20],
    ['two different refunds failed', [-20, -30, 20], 30],
    ['two failed and were paid together', [-20, -30, 50], 0],
    ['more was paid than had failed', [-20, 50, -30], 30],
  ])('%s', (_name, amounts, owed) => {
    const refunds = amounts.map((amount, index) => refundOf(amount, 2 * index, 2 * index + 1));
    expect(unpaidFailures(refunds)).toBe(owed);
  });

  test('two of the same amount that were pending together are two', () => {
    const failures = [refundOf(-20, 0, 10), refundOf(-20, 5, 11)];
    expect(unpaidFailures(failures)).toBe(40);
    expect(unpaidFailures([...failures, refundOf(20, 12, 13)])).toBe(20);
  });

  test('one that was sent after all pays no other that failed after it had been requested', () => {
    expect(unpaidFailures([refundOf(-15, 0, 2), refundOf(20, 1, 9)])).toBe(15);
  });
});
