-- Coupons are edited by several admins, and listed newest first.
SET LOCAL lock_timeout = '5s';

ALTER TABLE coupon ADD COLUMN revision integer NOT NULL DEFAULT 1;
CREATE INDEX coupon_by_age ON coupon (created_at DESC, id DESC);
CREATE INDEX orders_by_coupon ON orders (coupon_code) WHERE coupon_code IS NOT NULL;
