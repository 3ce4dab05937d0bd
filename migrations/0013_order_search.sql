-- Merchants look an order up by the number on its parcel.
SET LOCAL lock_timeout = '5s';

CREATE INDEX orders_by_tracking ON orders (tracking_number) WHERE tracking_number IS NOT NULL;
