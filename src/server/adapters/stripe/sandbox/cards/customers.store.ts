import { type Connection, firstRow, writtenRow } from '../database.ts';

export interface CustomerDetails {
  readonly description: string | null;
  readonly email: string | null;
  readonly name: string | null;
}

export interface CustomerRow {
  readonly id: string;
  readonly details: CustomerDetails;
  readonly metadata: Readonly<Record<string, string>>;
  readonly deleted_at: Date | null;
  readonly created: Date;
}

const CUSTOMER_COLUMNS = 'id, details, metadata, deleted_at, created';

export function insertCustomer(db: Connection, row: Omit<CustomerRow, 'deleted_at'>): Promise<CustomerRow> {
  return writtenRow(
    db,
    `INSERT INTO sandbox.customers (id, details, metadata, created)
     VALUES ($1, $2, $3, $4) RETURNING ${CUSTOMER_COLUMNS}`,
    [row.id, row.details, row.metadata, row.created],
  );
}

export function findCustomer(db: Connection, id: string): Promise<CustomerRow | undefined> {
  return firstRow(db, `SELECT ${CUSTOMER_COLUMNS} FROM sandbox.customers WHERE id = $1`, [id]);
}

/** @returns undefined when there is none, or it is deleted already. */
export function markCustomerDeleted(db: Connection, id: string, at: Date): Promise<CustomerRow | undefined> {
  return firstRow(
    db,
    `UPDATE sandbox.customers SET deleted_at = $2, details = '{}', metadata = '{}'
      WHERE id = $1 AND deleted_at IS NULL RETURNING ${CUSTOMER_COLUMNS}`,
    [id, at],
  );
}
