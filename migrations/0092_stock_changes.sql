-- Transactions that change stock no longer NOTIFY: PostgreSQL commits those one after the other, holding one lock of the whole
-- cluster until each is on disk. They insert the changed products here, and the nodes announce them (docs/decisions/0054).
SET LOCAL lock_timeout = '5s';

-- Emptied several times a second, so it is vacuumed after some thousand rows, however small it is.
CREATE TABLE stock_change (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- No foreign key: it would lock the product's row, and the product may be gone by the time the change is announced.
  product_id integer NOT NULL
) WITH (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);

-- One row: when a node last announced changes.
CREATE TABLE change_notifier (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  seen_at timestamptz NOT NULL
);
INSERT INTO change_notifier (seen_at) VALUES ('-infinity');

-- Announces all changes committed so far, and then the beat. Every node calls this four times a second on the connection on
-- which it listens. When a node hears its own beat, it has been told of everything that was committed before it sent the beat.
CREATE FUNCTION announce_changes(beat text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  batch record;
BEGIN
  -- After a crash of the server, deletions that were not yet on disk are announced twice, which does no harm.
  SET LOCAL synchronous_commit = off;
  SET LOCAL lock_timeout = '2s';
  -- One caller at a time: a second one must not send its beat before the first one's changes are announced.
  PERFORM pg_advisory_xact_lock(hashtext('stoa.announce_changes'));
  UPDATE change_notifier SET seen_at = clock_timestamp() WHERE seen_at < clock_timestamp() - interval '200 milliseconds';
  -- A notification holds at most 8000 bytes.
  FOR batch IN
    WITH announced AS (DELETE FROM stock_change RETURNING product_id),
         numbered AS (SELECT product_id, (row_number() OVER (ORDER BY product_id) - 1) / 500 AS number
                        FROM (SELECT DISTINCT product_id FROM announced) AS product)
    SELECT string_agg(product_id::text, ',') AS ids FROM numbered GROUP BY number ORDER BY number
  LOOP
    PERFORM pg_notify('stoa_changes', 'products:' || batch.ids);
  END LOOP;
  PERFORM pg_notify('stoa_changes', beat);
END $$;

-- A node that stops says so: nodes of the earlier version may be all that is left. Others announce again within a second.
CREATE FUNCTION stop_announcing() RETURNS void LANGUAGE sql AS $$
  UPDATE change_notifier SET seen_at = '-infinity'
$$;

-- Used by the triggers of product, product_variant and stock.
CREATE OR REPLACE FUNCTION announce_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids text;
  how_many integer;
BEGIN
  IF TG_TABLE_NAME = 'stock'
     AND EXISTS (SELECT FROM change_notifier WHERE seen_at > clock_timestamp() - interval '1 second') THEN
    INSERT INTO stock_change (product_id) SELECT DISTINCT product_id FROM changed;
    RETURN NULL;
  END IF;
  IF TG_TABLE_NAME = 'product' THEN
    SELECT string_agg(DISTINCT id::text, ','), count(DISTINCT id) INTO ids, how_many FROM changed;
  ELSE
    SELECT string_agg(DISTINCT product_id::text, ','), count(DISTINCT product_id) INTO ids, how_many FROM changed;
  END IF;
  IF how_many > 0 THEN
    PERFORM pg_notify('stoa_changes', CASE WHEN how_many > 500 THEN 'products:all' ELSE 'products:' || ids END);
  END IF;
  -- No node announces changes: only nodes of the earlier version run, or none. What the last one left behind is announced too.
  -- Rows that another transaction is announcing are skipped, so that orders never wait for each other here.
  IF TG_TABLE_NAME = 'stock' THEN
    FOR ids IN
      DELETE FROM stock_change
       WHERE id IN (SELECT id FROM stock_change ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED)
      RETURNING product_id::text
    LOOP
      PERFORM pg_notify('stoa_changes', 'products:' || ids);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
