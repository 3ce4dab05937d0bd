-- Customers whose review of a product was rejected: what they write about it is read before it is shown, until one is published.
SET LOCAL lock_timeout = '5s';

CREATE TABLE rejection (
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (product_id, user_id)
);
CREATE INDEX rejection_user ON rejection (user_id);
INSERT INTO rejection
SELECT product_id, user_id FROM review WHERE status = 'rejected' AND user_id IS NOT NULL;
