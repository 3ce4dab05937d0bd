-- Which node works on a request with an `Idempotency-Key`, so that a retry does not wait for a node that has ended.
SET LOCAL lock_timeout = '5s';

ALTER TABLE idempotency_record ADD COLUMN node_lock integer;
COMMENT ON COLUMN idempotency_record.node_lock IS
  'Advisory lock that the node of the attempt holds as long as it is connected; null: not known.';
