-- Who wants to know when a product is back in stock or costs less.
CREATE TABLE alert (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('stock', 'price')),
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  -- Null: the product as a whole.
  variant_id integer REFERENCES product_variant ON DELETE CASCADE,
  -- A customer is mailed at the account's address, a guest at the one that was entered.
  user_id integer REFERENCES users ON DELETE CASCADE,
  email text,
  -- Cents; a mail is due below it. The price when the alert was set, then that of the last mail.
  price_cents integer,
  -- Null: the guest has not opened the link of the confirmation mail yet.
  confirmed_at timestamptz,
  -- A stock alert ends with its mail.
  ended_at timestamptz,
  -- Counts the mails that the alert was set for: each is sent once.
  round integer NOT NULL DEFAULT 1,
  last_mailed_at timestamptz,
  -- SHA-256 of the token in the newest confirmation mail.
  confirm_token_hash bytea UNIQUE,
  confirm_mailed_at timestamptz,
  created_at timestamptz NOT NULL,
  CHECK ((user_id IS NULL) <> (email IS NULL)),
  CHECK ((kind = 'price') = (price_cents IS NOT NULL))
);
CREATE UNIQUE INDEX alert_of_customer ON alert (user_id, kind, product_id, variant_id) NULLS NOT DISTINCT
  WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX alert_of_guest ON alert (email, kind, product_id, variant_id) NULLS NOT DISTINCT
  WHERE email IS NOT NULL;
-- Alerts to check and to count for a product.
CREATE INDEX alert_active ON alert (product_id, variant_id, kind) WHERE confirmed_at IS NOT NULL AND ended_at IS NULL;
-- For the foreign keys.
CREATE INDEX alert_product ON alert (product_id);
CREATE INDEX alert_variant ON alert (variant_id) WHERE variant_id IS NOT NULL;
-- For the daily clean-up.
CREATE INDEX alert_unconfirmed ON alert (confirm_mailed_at) WHERE confirmed_at IS NULL;
CREATE INDEX alert_ended ON alert (ended_at) WHERE ended_at IS NOT NULL;

-- Mails that were queued. The key makes sure that no mail is sent twice.
CREATE TABLE delivery (
  alert_id integer NOT NULL REFERENCES alert ON DELETE CASCADE,
  round integer NOT NULL,
  -- SHA-256 of the token in the mail's link, which stops alerts.
  token_hash bytea NOT NULL UNIQUE,
  queued_at timestamptz NOT NULL,
  PRIMARY KEY (alert_id, round)
);

-- Products whose alerts are to be checked.
CREATE TABLE product_check (
  product_id integer PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  due_at timestamptz NOT NULL,
  -- Counts requests, so that one that arrives during a check is not lost.
  version integer NOT NULL DEFAULT 1
);
CREATE INDEX product_check_due ON product_check (due_at);
