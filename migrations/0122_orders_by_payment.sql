-- The back office's list of orders by payment status. Almost all orders are completed: those are found by age, and buying
-- does not have to maintain this index.
SET LOCAL lock_timeout = '5s';

CREATE INDEX orders_by_payment ON orders (payment_status, created_at DESC, id DESC) WHERE payment_status <> 'completed';
