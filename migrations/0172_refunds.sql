-- Customers are mailed about a refund once its provider has accepted it. Refunds that nodes of the earlier version request were mailed
-- when they were requested, so that their mail is not due.
SET LOCAL lock_timeout = '5s';

ALTER TABLE refund ADD COLUMN mail_due boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN refund.mail_due IS 'Whether the customer is mailed once the provider accepts it. False once that is done.';
