-- An operator who cancelled CREATE INDEX CONCURRENTLY for one of the next two migrations left an invalid index, which they would skip.
-- Dropped by a migration of its own, because dropping locks the table, and building takes long.
SET LOCAL lock_timeout = '5s';

DO $$
DECLARE
  unfinished regclass;
BEGIN
  FOR unfinished IN
    SELECT indexrelid FROM pg_index
     WHERE NOT indisvalid AND indexrelid IN (to_regclass('order_line_by_upload'), to_regclass('checkout_line_by_upload'))
  LOOP
    EXECUTE format('DROP INDEX %s', unfinished);
  END LOOP;
END $$;
