import type { StoredCard } from './card-check.ts';
import { type Connection, firstRow, writtenRow } from './database.ts';

export interface PaymentMethodRow {
  readonly id: string;
  readonly test_card: string;
  readonly card: StoredCard;
  readonly billing_details: object;
  readonly created: Date;
}

const METHOD_COLUMNS = 'id, test_card, card, billing_details, created';

export function insertPaymentMethod(db: Connection, row: PaymentMethodRow): Promise<PaymentMethodRow> {
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
