import { type Connection, firstRow, writtenRow } from '../database.ts';
import type { StoredCard } from './card-check.ts';

export interface PaymentMethodRow {
  readonly id: string;
  readonly test_card: string;
  readonly card: StoredCard;
  readonly billing_details: object;
  /** The customer who can pay with it again. */
  readonly customer: string | null;
  readonly is_detached: boolean;
  readonly created: Date;
}

export type NewPaymentMethod = Omit<PaymentMethodRow, 'customer' | 'is_detached'>;

export const METHOD_COLUMNS = 'id, test_card, card, billing_details, customer, is_detached, created';

export function insertPaymentMethod(db: Connection, row: NewPaymentMethod): Promise<PaymentMethodRow> {
  return writtenRow(
    db,
    `INSERT INTO sandbox.payment_methods (id, test_card, card, billing_details, created)
     VALUES ($1, $2, $3, $4, $5) RETURNING ${METHOD_COLUMNS}`,
    [row.id, row.test_card, row.card, row.billing_details, row.created],
  );
}

export function findPaymentMethod(db: Connection, id: string): Promise<PaymentMethodRow | undefined> {
  return firstRow(db, `SELECT ${METHOD_COLUMNS} FROM sandbox.payment_methods WHERE id = $1`, [id]);
}

/** Saves a card for a customer. @returns undefined when it is another's, detached, or the customer is deleted. */
export function attachPaymentMethod(
  db: Connection,
  id: string,
  customer: string,
): Promise<PaymentMethodRow | undefined> {
  return firstRow(
    db,
    `UPDATE sandbox.payment_methods SET customer = $2
      WHERE id = $1 AND customer IS NULL AND NOT is_detached
        AND EXISTS (SELECT FROM sandbox.customers WHERE id = $2 AND deleted_at IS NULL)
     RETURNING ${METHOD_COLUMNS}`,
    [id, customer],
  );
}

/** @returns undefined when it is not attached. */
export function detachPaymentMethod(db: Connection, id: string): Promise<PaymentMethodRow | undefined> {
  return firstRow(
    db,
    `UPDATE sandbox.payment_methods SET customer = NULL, is_detached = true
      WHERE id = $1 AND customer IS NOT NULL RETURNING ${METHOD_COLUMNS}`,
    [id],
  );
}

export async function detachAllOfCustomer(db: Connection, customer: string): Promise<void> {
  await db.query('UPDATE sandbox.payment_methods SET customer = NULL, is_detached = true WHERE customer = $1', [
    customer,
  ]);
}
