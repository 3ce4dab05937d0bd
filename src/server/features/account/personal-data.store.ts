import type { Database } from '#server/platform/database/database.ts';

/** Cart lines. */
export function listCart(db: Database, userId: number) {
  return db
    .selectFrom('cart_line')
    .innerJoin('product', 'product.id', 'cart_line.product_id')
    .leftJoin('product_variant', 'product_variant.id', 'cart_line.variant_id')
    .select([
      'product.name',
      'product_variant.name as variant',
      'cart_line.quantity',
      'cart_line.options',
      'cart_line.created_at',
    ])
    .where('cart_line.user_id', '=', userId)
    .orderBy('cart_line.id')
    .execute();
}

export function listWishes(db: Database, userId: number) {
  return db
    .selectFrom('wishlist_entry')
    .innerJoin('product', 'product.id', 'wishlist_entry.product_id')
    .select(['product.name', 'wishlist_entry.created_at'])
    .where('wishlist_entry.user_id', '=', userId)
    .orderBy('wishlist_entry.id')
    .execute();
}

/** Checkouts, with the details of the latest attempt. */
export function listCheckouts(db: Database, userId: number) {
  return db
    .selectFrom('checkout')
    .innerJoin('checkout_freeze', (join) =>
      join
        .onRef('checkout_freeze.checkout_id', '=', 'checkout.id')
        .onRef('checkout_freeze.revision', '=', 'checkout.revision'),
    )
    .select([
      'checkout.created_at',
      'checkout.status',
      'checkout_freeze.total_cents',
      'checkout_freeze.shipping_address',
      'checkout_freeze.options',
    ])
    .where('checkout.user_id', '=', userId)
    .orderBy('checkout.id')
    .execute();
}

export function listPaymentCustomers(db: Database, userId: number) {
  return db
    .selectFrom('payment_customer')
    .select(['provider', 'customer_id', 'created_at'])
    .where('user_id', '=', userId)
    .where('customer_id', 'is not', null)
    .orderBy('provider')
    .execute();
}

export function listMails(db: Database, userId: number) {
  return db
    .selectFrom('mail')
    .select(['subject', 'to_email', 'created_at', 'sent_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

export function listRecords(db: Database, userId: number) {
  return db
    .selectFrom('audit_entry')
    .select(['action', 'entity', 'entity_id', 'created_at'])
    .where('actor_id', '=', userId)
    .orderBy('id')
    .execute();
}
