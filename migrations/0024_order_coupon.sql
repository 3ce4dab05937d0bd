-- Which coupon an order used. The code alone may since have become that of another coupon.
SET LOCAL lock_timeout = '5s';

ALTER TABLE orders ADD COLUMN coupon_id integer REFERENCES coupon ON DELETE SET NULL;
UPDATE orders SET coupon_id = coupon.id FROM coupon
 WHERE coupon.code = orders.coupon_code
   AND (coupon.created_at <= orders.created_at
        -- A history that was loaded is older than its coupons, whose uses are counted and not listed.
        OR (coupon.times_used > 0 AND NOT EXISTS (SELECT FROM coupon_use u WHERE u.coupon_id = coupon.id)));
DROP INDEX orders_by_coupon;
CREATE INDEX orders_by_coupon ON orders (coupon_id) WHERE coupon_id IS NOT NULL;
