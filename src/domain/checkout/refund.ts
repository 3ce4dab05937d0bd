import { addMoney, type Cents, cents } from '../money/money.ts';

/** Captured and refunded amounts in cents; `refunded` includes pending refunds. */
export interface CapturedMoney {
  readonly captured: Cents;
  readonly refunded: Cents;
}

/** The refundable amount in cents. */
export function refundable({ captured, refunded }: CapturedMoney): Cents {
  return Math.max(0, addMoney(captured, -refunded));
}

/** In cents: the total of an order with tax, and its tax. */
export interface TaxedTotal {
  readonly total: Cents;
  readonly tax: Cents;
}

/** A credit note of an order. */
export interface TaxedNote {
  /** Cents. */
  readonly amount: Cents;
  /** Null: issued by a version that did not store it. */
  readonly tax: Cents | null;
  /** Its refund was returned. */
  readonly isVoid: boolean;
}

/** The tax in an amount that is refunded after others, in cents: the same share as in the order. */
function refundedTax({ total, tax }: TaxedTotal, before: { amount: Cents; tax: Cents }, amount: Cents): Cents {
  if (total === 0) return 0;
  const refunded = addMoney(before.amount, amount);
  // Rounded half up. BigInt, because the product of two amounts can exceed the safe integers.
  const share = cents(Number((2n * BigInt(tax) * BigInt(refunded) + BigInt(total)) / (2n * BigInt(total))));
  return Math.min(amount, Math.max(0, addMoney(share, -before.tax)));
}

/**
 * The taxes of credit notes, in cents. Those issued without a stored tax have their share after all earlier ones, void or not.
 * @param notes all of the order, in the order of their numbers
 */
export function taxesOfNotes(order: TaxedTotal, notes: readonly TaxedNote[]): Cents[] {
  const before = { amount: 0, tax: 0 };
  return notes.map(({ amount, tax: stored }) => {
    const tax = stored ?? refundedTax(order, before, amount);
    before.amount = addMoney(before.amount, amount);
    before.tax = addMoney(before.tax, tax);
    return tax;
  });
}

/** The tax of the next credit note, in cents. With those that are valid now, it adds up to the tax of all that was refunded. */
export function taxOfNextNote(order: TaxedTotal, notes: readonly TaxedNote[], amount: Cents): Cents {
  const taxes = taxesOfNotes(order, notes);
  const before = {
    amount: addMoney(...notes.map((note) => (note.isVoid ? 0 : note.amount))),
    tax: addMoney(...notes.map((note, index) => (note.isVoid ? 0 : (taxes[index] ?? 0)))),
  };
  return refundedTax(order, before, amount);
}

/** A refund that has succeeded or failed. */
export interface SettledRefund {
  /** Cents. */
  readonly amount: Cents;
  readonly hasFailed: boolean;
  readonly requestedAt: Date;
  /** When it last succeeded or failed. */
  readonly settledAt: Date;
}

/**
 * Cents of failed refunds that no later refund has paid. A refund can pay only those that had failed when it was requested; one of
 * the same amount is a retry, which takes the place of what it retries if it fails too.
 * @param refunds of one payment, in the order in which they were requested
 */
export function unpaidFailures(refunds: readonly SettledRefund[]): Cents {
  const failures: { readonly amount: Cents; failedAt: Date; owed: Cents }[] = [];
  for (const { amount, hasFailed, requestedAt, settledAt } of refunds) {
    const open = failures.filter(({ failedAt, owed }) => owed > 0 && failedAt <= requestedAt);
    const retried = open.find((failure) => failure.amount === amount && failure.owed === amount);
    if (hasFailed) {
      if (retried) retried.failedAt = settledAt;
      else failures.push({ amount, failedAt: settledAt, owed: amount });
      continue;
    }
    let left = amount;
    for (const failure of retried ? [retried] : open) {
      const paid = Math.min(left, failure.owed);
      failure.owed = addMoney(failure.owed, -paid);
      left = addMoney(left, -paid);
    }
  }
  return addMoney(...failures.map(({ owed }) => owed));
}
