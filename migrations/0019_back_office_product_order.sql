-- The orders in which the back office lists products; by name and SKU there are indexes already.
SET LOCAL lock_timeout = '5s';

CREATE INDEX product_by_age ON product (created_at, id);
CREATE INDEX product_by_price ON product (price_cents, id);
