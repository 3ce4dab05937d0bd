-- A hold changes one product: its sum is found and written by its key. What becomes of held pieces, that they are sold, changes
-- none.
SET LOCAL lock_timeout = '5s';

CREATE OR REPLACE FUNCTION sum_changed_stock() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[] := string_to_array(nullif(current_setting('stoa.changed_stock', true), ''), ',');
  changed integer;
BEGIN
  -- The first row of a transaction is told here; the others find the work done.
  IF ids IS NULL THEN RETURN NULL; END IF;
  PERFORM set_config('stoa.changed_stock', '', true);
  FOR changed IN SELECT DISTINCT unnest(ids) ORDER BY 1 LOOP
    PERFORM FROM product_stock WHERE product_id = changed FOR UPDATE;
    -- Whoever changed the same product and had its row before has committed: this statement sees it.
    UPDATE product_stock SET available = COALESCE(
             (SELECT sum(received - sold - held) FROM stock WHERE stock.product_id = changed), 0)
     WHERE product_id = changed;
  END LOOP;
  RETURN NULL;
END $$;

DROP TRIGGER stock_summed ON stock;
CREATE CONSTRAINT TRIGGER stock_summed AFTER INSERT OR DELETE ON stock
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_changed_stock();
CREATE CONSTRAINT TRIGGER stock_summed_again AFTER UPDATE ON stock
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.received - NEW.sold - NEW.held <> OLD.received - OLD.sold - OLD.held) EXECUTE FUNCTION sum_changed_stock();
