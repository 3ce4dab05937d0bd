-- Customers are mailed about a refund once its provider has accepted it. Refunds that nodes of the earlier version request were mailed
-- when they were requested, so that their mail is not due. Like checkouts, those that cannot be settled go to the end of the queue.
SET LOCAL lock_timeout = '5s';

ALTER TABLE refund ADD COLUMN checked_at timestamptz, ADD COLUMN mail_due boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN refund.checked_at IS 'When a job last asked the payment provider about it. Null: never.';
COMMENT ON COLUMN refund.mail_due IS 'Whether the customer is mailed once the provider accepts it. False once that is done.';
CREATE INDEX refund_unmailed ON refund (id) WHERE mail_due;
