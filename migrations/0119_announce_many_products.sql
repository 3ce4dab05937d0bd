-- A statement that changes more than 500 products announces them in batches, where it announced 'all' before: nodes read
-- the changed products, and need not compare the whole catalogue with the database to find them.
SET LOCAL lock_timeout = '5s';

CREATE OR REPLACE FUNCTION announce_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
  batch text;
BEGIN
  IF TG_TABLE_NAME = 'stock'
     AND EXISTS (SELECT FROM change_notifier WHERE seen_at > clock_timestamp() - interval '1 second') THEN
    INSERT INTO stock_change (product_id) SELECT DISTINCT product_id FROM changed;
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'product' THEN
    SELECT array_agg(DISTINCT id) INTO ids FROM changed;
  ELSE
    SELECT array_agg(DISTINCT product_id) INTO ids FROM changed;
  END IF;
  IF ids IS NOT NULL THEN
    IF product_search.is_followed() THEN
      INSERT INTO product_search.pending (product_id) SELECT unnest(ids);
    END IF;
    FOR batch IN
      SELECT string_agg(id::text, ',') FROM unnest(ids) WITH ORDINALITY AS one (id, place) GROUP BY (place - 1) / 500
    LOOP
      PERFORM pg_notify('stoa_changes', 'products:' || batch);
    END LOOP;
  END IF;
  IF TG_TABLE_NAME = 'stock' THEN
    FOR batch IN
      DELETE FROM stock_change
       WHERE id IN (SELECT id FROM stock_change ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED)
      RETURNING product_id::text
    LOOP
      IF product_search.is_followed() THEN
        INSERT INTO product_search.pending (product_id) VALUES (batch::integer);
      END IF;
      PERFORM pg_notify('stoa_changes', 'products:' || batch);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
