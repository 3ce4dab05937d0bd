-- Which coupon an order used. The code alone may since have become that of another coupon.
SET LOCAL lock_timeout = '5s';

ALTER TABLE orders ADD COLUMN coupon_id integer REFERENCES coupon ON DELETE SET NULL;
UPDATE orders SET coupon_id = frozen.coupon_id
  FROM checkout JOIN checkout_freeze frozen ON frozen.checkout_id = checkout.id
 WHERE checkout.order_id = orders.id AND frozen.coupon_code = orders.coupon_code;
-- A history that was loaded came without checkouts: what is known of its coupons is their codes.
UPDATE orders SET coupon_id = coupon.id FROM coupon
 WHERE coupon.code = orders.coupon_code AND NOT EXISTS (SELECT FROM checkout WHERE checkout.order_id = orders.id);
DROP INDEX orders_by_coupon;
CREATE INDEX orders_by_coupon ON orders (coupon_id) WHERE coupon_id IS NOT NULL;
