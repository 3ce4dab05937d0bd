-- What the analytics screen reads: each of its figures from an index alone, without tables of sums that could go wrong
-- when an order is cancelled or refunded later, or the shop moves to another time zone.
SET LOCAL lock_timeout = '5s';

-- As before, with what refunds are joined by, and the currency: only amounts of one currency add up.
DROP INDEX orders_for_figures;
CREATE INDEX orders_for_figures ON orders (created_at) INCLUDE (id, status, total_cents, currency);
CREATE INDEX order_line_for_figures ON order_line (order_id) INCLUDE (product_id, quantity, unit_price_cents);
CREATE INDEX users_for_figures ON users (created_at) WHERE anonymised_at IS NULL AND NOT is_admin;
CREATE INDEX checkout_for_figures ON checkout (created_at) INCLUDE (user_id);

-- What happened last, newest first.
CREATE INDEX order_status_change_by_age ON order_status_change (created_at DESC, id DESC) WHERE from_status IS NOT NULL;
CREATE INDEX refund_by_age ON refund (created_at DESC, id DESC);

-- What the merchant wants to reach in a month of the shop's calendar; null: no such goal.
CREATE TABLE monthly_goal (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  revenue_cents bigint CHECK (revenue_cents > 0),
  orders integer CHECK (orders > 0),
  customers integer CHECK (customers > 0),
  -- Two admins editing at once: the second one's revision no longer fits.
  revision integer NOT NULL DEFAULT 1 CHECK (revision > 0),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by integer REFERENCES users ON DELETE SET NULL
);
CREATE INDEX monthly_goal_by_editor ON monthly_goal (updated_by);
