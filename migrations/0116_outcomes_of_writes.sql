-- What a write with an Idempotency-Key has done, recorded in its own transaction: a repeat finds it even if the response was lost.
SET LOCAL lock_timeout = '5s';

ALTER TABLE idempotency_record
  -- The attempt that may commit. An attempt that lost its claim is rolled back.
  ADD COLUMN claim uuid,
  ADD COLUMN outcome jsonb;
