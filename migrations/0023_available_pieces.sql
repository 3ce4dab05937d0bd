-- How many pieces of each product can be bought, its variants taken together, so that fifty thousand products are listed
-- by their stock from an index (docs/decisions/0012).
SET LOCAL lock_timeout = '5s';

-- Beside the product, not in it: a hold changes no product, so it makes nobody read one anew.
CREATE TABLE product_stock (
  product_id integer PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  available integer NOT NULL
);
CREATE INDEX product_stock_by_pieces ON product_stock (available, product_id);

CREATE FUNCTION begin_product_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_stock (product_id, available) SELECT id, 0 FROM changed;
  RETURN NULL;
END $$;
CREATE TRIGGER product_stock_begun AFTER INSERT ON product REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION begin_product_stock();

-- Each statement that changes stock leaves a note of its products; the sums are written when the transaction commits, for
-- all of them at once and in the order of their ids. So two shoppers of different variants wait for each other no longer
-- than a commit takes, and never in a circle.
CREATE FUNCTION note_changed_stock() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('stoa.changed_stock',
    concat_ws(',', nullif(current_setting('stoa.changed_stock', true), ''), string_agg(DISTINCT product_id::text, ',')),
    true) FROM changed HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER stock_insertion_noted AFTER INSERT ON stock REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_stock();
CREATE TRIGGER stock_update_noted AFTER UPDATE ON stock REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_stock();
CREATE TRIGGER stock_deletion_noted AFTER DELETE ON stock REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_changed_stock();

-- One product after the other: each sum is found and written by its key.
CREATE FUNCTION sum_changed_stock() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- What becomes of held pieces, that they are sold, changes no sum.
CREATE CONSTRAINT TRIGGER stock_summed AFTER INSERT OR DELETE ON stock
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION sum_changed_stock();
CREATE CONSTRAINT TRIGGER stock_summed_again AFTER UPDATE ON stock
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (NEW.received - NEW.sold - NEW.held <> OLD.received - OLD.sold - OLD.held) EXECUTE FUNCTION sum_changed_stock();

INSERT INTO product_stock (product_id, available)
SELECT id, COALESCE((SELECT sum(received - sold - held) FROM stock WHERE product_id = product.id), 0) FROM product;
