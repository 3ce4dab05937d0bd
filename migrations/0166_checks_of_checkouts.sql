-- When a job last asked the payment provider about a checkout. Those that cannot be settled go to the end of the queue, so that they
-- do not fill every batch.
SET LOCAL lock_timeout = '5s';

ALTER TABLE checkout ADD COLUMN checked_at timestamptz;
COMMENT ON COLUMN checkout.checked_at IS 'When a job last asked the payment provider about it. Null: never.';
