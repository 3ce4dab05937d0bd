-- An operator who cancelled CREATE INDEX CONCURRENTLY for migration 0162 or 0163 left an invalid index, which those
-- migrations skip. The clean-up would then read all lines for each picture.
SET LOCAL lock_timeout = '5s';

DO $$
DECLARE
  invalid regclass;
BEGIN
  FOR invalid IN
    SELECT indexrelid FROM pg_index
     WHERE NOT indisvalid AND indexrelid IN (to_regclass('order_line_by_upload'), to_regclass('checkout_line_by_upload'))
  LOOP
    EXECUTE format('REINDEX INDEX %s', invalid);
  END LOOP;
END $$;
