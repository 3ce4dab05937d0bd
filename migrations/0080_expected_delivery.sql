-- When an order is expected to arrive. The days of the chosen shipping method are frozen with the cart, and the dates with the
-- order: a later change of the settings does not move them. Null for orders of earlier versions and for methods of plug-ins
-- that name no days.
SET LOCAL lock_timeout = '5s';

ALTER TABLE checkout_freeze ADD COLUMN delivery_days_from smallint, ADD COLUMN delivery_days_to smallint;
ALTER TABLE orders ADD COLUMN expected_from date, ADD COLUMN expected_to date;
