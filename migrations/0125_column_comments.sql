-- What columns mean that their names do not say. `npm run db:types` copies these comments into schema.ts.
SET LOCAL lock_timeout = '5s';

COMMENT ON COLUMN product.images IS
  '`[{ url, alt }]`, in the order shown.';
COMMENT ON COLUMN product.custom IS
  'Values of custom fields by key. Values of deleted fields are kept.';
COMMENT ON COLUMN product.revision IS
  'Counts edits, so that a form that was opened before another edit is refused. Sales do not count.';

COMMENT ON COLUMN product_variant.options IS
  'Superseded by `ordered_options`; still written for the previous version.';
COMMENT ON COLUMN product_variant.ordered_options IS
  'Such as `{"Colour": "Mist", "Size": "M"}`, in the merchant''s order.';
COMMENT ON COLUMN product_variant.price_modifier_cents IS
  'Added to the price of the product; can be negative.';

COMMENT ON COLUMN category.is_active IS
  'Whether shoppers see it: false as well if a category above it is hidden.';
COMMENT ON COLUMN category.hidden_by_parent IS
  'It is active itself, but a category above it is not.';

COMMENT ON COLUMN custom_field.category_id IS
  'Null: the field is for products of all categories.';

COMMENT ON COLUMN stock.variant_id IS
  'Null: stock of a product without variants.';
COMMENT ON COLUMN stock.received IS
  'Units that have ever come in. received = sold + held + available.';
COMMENT ON COLUMN stock.held IS
  'Units reserved by open checkouts.';
COMMENT ON COLUMN stock.on_hand IS
  'received - sold.';

COMMENT ON COLUMN product_stock.available IS
  'Units that can be bought now, of all variants together.';

COMMENT ON COLUMN stock_hold.quantity IS
  'The row exists while the units are held, and is deleted when they are sold or released.';

COMMENT ON COLUMN cart_line.unit_price_cents IS
  'The price when it was added, for the notice that the price has changed.';
COMMENT ON COLUMN cart_line.options IS
  'Chosen options of plug-ins: `{"<plugin>:<option>": { label, value }}`.';

COMMENT ON COLUMN coupon.value IS
  'Hundredths of a percent for a percentage (1000 is 10%), cents for a fixed amount.';
COMMENT ON COLUMN coupon.times_used IS
  'Includes uses held by open checkouts.';

COMMENT ON COLUMN coupon_use.order_id IS
  'Null while an open checkout holds the use.';

COMMENT ON COLUMN checkout.key IS
  'Part of our idempotency keys for the payment provider. Unlike ids, it is unique across restored databases.';
COMMENT ON COLUMN checkout.status IS
  'open: stock is held and the payment can be made. completed: it became an order. expired, cancelled: the stock was released before any payment. refunded: paid, but no order could be made. review: the payment does not match the checkout in amount, currency or customer.';
COMMENT ON COLUMN checkout.revision IS
  'The newest row of checkout_freeze.';
COMMENT ON COLUMN checkout.provider IS
  'Name of the payment provider; null without a payment intent.';
COMMENT ON COLUMN checkout.intent_id IS
  'The provider''s id of the payment.';
COMMENT ON COLUMN checkout.held_since IS
  'Since when the customer has held units without paying.';
COMMENT ON COLUMN checkout.capture_started_at IS
  'The capture of an approved payment is in progress, so the checkout cannot be cancelled.';

COMMENT ON COLUMN checkout_freeze.revision IS
  'The payment intent names the revision that it pays for: a payment that arrives after a change is fulfilled as it was paid.';
COMMENT ON COLUMN checkout_freeze.fingerprint IS
  'Hash of the lines and all other columns: the same cart again makes no new revision.';
COMMENT ON COLUMN checkout_freeze.adjustments IS
  'Amounts that plug-ins add to the cart: `[{ key, label, value, amount }]` in cents.';

COMMENT ON COLUMN checkout_line.adjustments IS
  'Amounts that plug-ins add to the line: `[{ key, label, value, amount }]` in cents.';
COMMENT ON COLUMN checkout_line.adjustment_cents IS
  'The line costs unit_price_cents * quantity + adjustment_cents.';

COMMENT ON COLUMN orders.customer_name IS
  'As it was when the order was placed; it stays when the account is deleted.';
COMMENT ON COLUMN orders.user_id IS
  'Null: the account was deleted.';
COMMENT ON COLUMN orders.shipping_label IS
  'Of a method that a plug-in offers, which can be removed later; null for the shop''s own methods.';
COMMENT ON COLUMN orders.expected_from IS
  'First expected day of delivery.';

COMMENT ON COLUMN order_line.product_id IS
  'Null: the product was deleted. The line itself is a copy.';
COMMENT ON COLUMN order_line.stock_id IS
  'The stock row in which the units count as sold. Product and variant are not enough: a deleted variant leaves the stock of something else.';
COMMENT ON COLUMN order_line.sold_at IS
  'When the order was placed; null while it is cancelled.';
COMMENT ON COLUMN order_line.adjustment_cents IS
  'The line costs unit_price_cents * quantity + adjustment_cents.';

COMMENT ON COLUMN order_status_change.actor_id IS
  'Null: the shop itself, such as after a payment.';

COMMENT ON COLUMN payment.order_id IS
  'Null: the payment made no order and was refunded.';
COMMENT ON COLUMN payment.refunded_cents IS
  'Includes pending refunds. A failed refund is subtracted again.';
COMMENT ON COLUMN payment.problem IS
  'Why the payment made no order, or that it could not be refunded.';

COMMENT ON COLUMN refund.key IS
  'Our idempotency key for the payment provider.';
COMMENT ON COLUMN refund.settled_at IS
  'When the provider confirmed or declined it.';

COMMENT ON COLUMN provider_event.id IS
  'The provider''s id. Inserted in the transaction of the effect, so that the same event has no effect twice.';

COMMENT ON COLUMN idempotency_record.status IS
  'HTTP status of the stored response; null while the write is in progress.';
COMMENT ON COLUMN idempotency_record.outcome IS
  'What the committed write did, for a retry whose first response was lost.';

COMMENT ON COLUMN domain_event.payload IS
  'Ids and figures, never personal data.';
COMMENT ON COLUMN domain_event.subject_id IS
  'With subject_kind: what the event is about. Events of one subject are delivered in order.';

COMMENT ON COLUMN event_delivery.subscriber IS
  'The row is deleted once this subscriber has handled the event.';
COMMENT ON COLUMN event_delivery.claimed_until IS
  'Until then, only the node that claimed the delivery handles it.';
COMMENT ON COLUMN event_delivery.failed_at IS
  'After the last attempt. An admin has to retry or dismiss the delivery.';

COMMENT ON COLUMN mail.claimed_until IS
  'Until then, the node that claimed the mail sends it.';
COMMENT ON COLUMN mail.claim_id IS
  'Identifies the claim: a sender whose claim has expired no longer updates the row.';
COMMENT ON COLUMN mail.sealed_bodies IS
  'Encrypted bodies of a mail that is not sent yet; html_body and text_body are empty until then.';
COMMENT ON COLUMN mail.is_confidential IS
  'It contains a one-time link, so its text is deleted once it is sent.';

COMMENT ON COLUMN session.token_hash IS
  'SHA-256 of the token.';
COMMENT ON COLUMN session.written_lsn IS
  'Position in the WAL of the last write. A replica answers this session once it has replayed that position.';

COMMENT ON COLUMN users.password_hash IS
  'Null until an invited user chooses a password.';
COMMENT ON COLUMN users.anonymised_at IS
  'When the account was deleted. Its personal data is gone; the row stays for its orders.';

COMMENT ON COLUMN setting.value IS
  'Only values that differ from the defaults in the code.';
COMMENT ON COLUMN setting.revision IS
  'Counts saves, so that a form that was opened before another save is refused.';

COMMENT ON COLUMN uploaded_picture.touched_at IS
  'When it was uploaded or last used. A day later it is deleted, unless something shows it.';
