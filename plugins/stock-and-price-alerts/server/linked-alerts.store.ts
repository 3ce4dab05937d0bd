import { ALERT, type Database, DELIVERY, type Transaction } from '../tables.ts';

/** Alerts with what their mailed links show. */
const selectLinkedAlert = (db: Database | Transaction) =>
  db
    .selectFrom(`${ALERT} as alert`)
    .innerJoin('product', 'product.id', 'alert.product_id')
    .leftJoin('product_variant as variant', 'variant.id', 'alert.variant_id')
    .select([
      'alert.id',
      'alert.kind',
      'alert.product_id',
      'alert.confirmed_at',
      'alert.ended_at',
      'product.name as product',
      'variant.name as variant',
    ]);

/** The alert whose mail has this link. */
export const findByDeliveryToken = (db: Database, tokenHash: Buffer) =>
  selectLinkedAlert(db)
    .innerJoin(`${DELIVERY} as delivery`, 'delivery.alert_id', 'alert.id')
    .select(['alert.user_id', 'alert.email'])
    .where('delivery.token_hash', '=', tokenHash)
    .executeTakeFirst();

/** The alert whose confirmation mail has this link, locked. */
export const lockByConfirmationToken = (tx: Transaction, tokenHash: Buffer) =>
  selectLinkedAlert(tx)
    .select(['alert.variant_id', 'alert.email', 'alert.confirm_mailed_at'])
    .where('alert.confirm_token_hash', '=', tokenHash)
    .forUpdate('alert')
    .executeTakeFirst();
