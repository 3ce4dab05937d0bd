-- The customer of a payment provider that keeps a shopper's saved cards. Made when the first card is saved; the cards are
-- read from the provider and never stored (docs/decisions/0049).
SET LOCAL lock_timeout = '5s';

CREATE TABLE payment_customer (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  provider text NOT NULL,
  -- The idempotency key of its creation, so that concurrent and repeated attempts make one customer.
  key uuid NOT NULL DEFAULT gen_random_uuid(),
  -- Null until the provider has answered.
  customer_id text,
  -- Set when the account is deleted: from then on a job deletes the customer at the provider, and then this row.
  delete_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, provider)
);
CREATE INDEX payment_customer_to_delete ON payment_customer (delete_at) WHERE delete_at IS NOT NULL;
