-- Checkouts and refunds know their payment provider by name, so that several can be enabled at once and each payment is
-- finished by the provider that began it (docs/decisions/0029).
SET LOCAL lock_timeout = '5s';

-- Null while a checkout has no payment intent. The previous version does not know the column: its intents belong to the
-- one card provider it has, which is what a checkout without a name is read as.
ALTER TABLE checkout ADD COLUMN provider text;
ALTER TABLE refund ADD COLUMN provider text;

-- Plug-ins can add providers.
ALTER TABLE payment DROP CONSTRAINT payment_provider_check;
ALTER TABLE payment ADD CONSTRAINT payment_provider_check CHECK (provider ~ '^[a-z][a-z0-9-]*$');

UPDATE refund SET provider = payment.provider FROM payment WHERE payment.id = refund.payment_id;
-- The previous version inserts refunds without the column.
CREATE FUNCTION set_refund_provider() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT provider INTO NEW.provider FROM payment WHERE id = NEW.payment_id;
  RETURN NEW;
END $$;
CREATE TRIGGER refund_provider BEFORE INSERT ON refund
  FOR EACH ROW WHEN (NEW.provider IS NULL) EXECUTE FUNCTION set_refund_provider();
ALTER TABLE refund ALTER COLUMN provider SET NOT NULL;

UPDATE checkout SET provider = payment.provider FROM payment WHERE payment.checkout_id = checkout.id;
UPDATE checkout SET provider = 'offline' FROM orders
 WHERE orders.id = checkout.order_id AND orders.payment_method = 'offline' AND checkout.provider IS NULL;
-- Intents without a payment: the sandbox keeps its own in the same database.
DO $$
BEGIN
  IF to_regclass('sandbox.payment_intents') IS NOT NULL AND has_table_privilege('sandbox.payment_intents', 'SELECT') THEN
    UPDATE checkout SET provider = 'sandbox' FROM sandbox.payment_intents intent
     WHERE intent.id = checkout.intent_id AND checkout.provider IS NULL;
  END IF;
END $$;
UPDATE checkout SET provider = 'stripe' WHERE provider IS NULL AND intent_id IS NOT NULL;

ALTER TABLE orders DROP CONSTRAINT orders_payment_method_check;
ALTER TABLE orders ADD CONSTRAINT orders_payment_method_check CHECK (payment_method ~ '^[a-z][a-z0-9-]*$');
