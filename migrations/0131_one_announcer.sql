-- About four announcements a second for all nodes together, instead of four for each node (docs/decisions/0109).
SET LOCAL lock_timeout = '5s';

-- Numbers the announcements. A node that has read a number, and then hears the beat of a higher one, knows every change that was
-- committed before it read.
CREATE SEQUENCE announcement;
-- When changes were last announced, in milliseconds since 1970. A sequence, because its value is changed in place: a row would
-- leave a dead version each time, and while a backup runs, no dead version can be removed.
CREATE SEQUENCE announced_at;
SELECT nextval('announcement');
-- Calls of the earlier functions that read it may still be running, so a later release drops it.
COMMENT ON COLUMN change_notifier.seen_at IS 'Not used since migration 0131.';

-- The nodes that are connected, by the advisory locks that they hold (node-lock.ts); the one that has been connected longest comes
-- first. A node that has sent no statement for ten seconds hangs.
CREATE FUNCTION connected_nodes(OUT node bigint, OUT pid integer, OUT since timestamptz) RETURNS SETOF record
LANGUAGE sql AS $$
  SELECT l.objid::bigint, l.pid, a.backend_start
    FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
   WHERE l.locktype = 'advisory' AND l.classid = 1265072641 AND l.objsubid = 2 AND l.granted
     AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND (a.state = 'active' OR a.state_change > clock_timestamp() - interval '10 seconds' OR a.state_change IS NULL)
   ORDER BY a.backend_start, l.objid
$$;

CREATE FUNCTION is_announcement_due() RETURNS boolean LANGUAGE sql AS $$
  -- A time in the future was written before the clock was set back.
  SELECT abs(extract(epoch FROM clock_timestamp()) * 1000 - last_value) >= 200 FROM announced_at
$$;

-- Announces at most 20,000 changes, so that it takes only a fraction of a second, and then the beat with this number, if there is
-- one and nothing is left. Returns whether more may be left. The number must be taken before: the beat vouches for everything that
-- was committed by then.
CREATE FUNCTION announce_batch(number bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  places tid[];
  batch record;
BEGIN
  -- After a crash of the server, deletions that were not yet on disk are announced twice, which does no harm.
  SET LOCAL synchronous_commit = off;
  places := ARRAY(SELECT ctid FROM stock_change LIMIT 20000);
  IF cardinality(places) > 0 THEN
    -- A notification holds at most 8000 bytes.
    FOR batch IN
      WITH announced AS (DELETE FROM stock_change WHERE ctid = ANY (places) RETURNING product_id),
           product AS (SELECT DISTINCT product_id FROM announced),
           noted AS (INSERT INTO product_search.pending (product_id)
                     SELECT product_id FROM product WHERE product_search.is_followed()),
           numbered AS (SELECT product_id, (row_number() OVER (ORDER BY product_id) - 1) / 500 AS part FROM product)
      SELECT string_agg(product_id::text, ',') AS ids FROM numbered GROUP BY part ORDER BY part
    LOOP
      PERFORM pg_notify('stoa_changes', 'products:' || batch.ids);
    END LOOP;
  END IF;
  -- Not for calls without a number: nodes of the earlier version would make sure that none is ever due.
  IF number IS NOT NULL THEN
    PERFORM setval('announced_at', (extract(epoch FROM clock_timestamp()) * 1000)::bigint);
  END IF;
  -- Not the number of deleted rows: another transaction may have deleted some of these.
  IF cardinality(places) = 20000 THEN
    RETURN true;
  END IF;
  IF number IS NOT NULL THEN
    PERFORM pg_notify('stoa_changes', 'beat:' || number);
    -- About once a second.
    IF number % 4 = 0 THEN
      PERFORM pg_notify('stoa_changes', 'nodes:' || coalesce(string_agg(node::text, ',' ORDER BY place), ''))
         FROM (SELECT node, min(place) AS place FROM connected_nodes() WITH ORDINALITY AS one (node, pid, since, place)
                GROUP BY node ORDER BY place LIMIT 700) AS listed;
    END IF;
  END IF;
  RETURN false;
END $$;

-- Announces what was committed so far, if nobody has for 200 ms and nobody is about to. Never waits for another announcement.
-- `seen` is the number of the last announcement that had begun before this call.
CREATE FUNCTION announce_due_changes(at_once boolean, OUT seen bigint, OUT has_announced boolean, OUT has_more boolean)
LANGUAGE plpgsql AS $$
BEGIN
  -- First of all: the beat of an announcement that begins later vouches for the time at which the caller sent this.
  SELECT last_value INTO seen FROM announcement;
  has_announced := false;
  has_more := false;
  IF NOT at_once AND NOT is_announcement_due() THEN
    RETURN;
  END IF;
  -- One announcement at a time: a second one must not send its beat before the first one's changes are announced.
  IF NOT pg_try_advisory_xact_lock(hashtext('stoa.announce_changes')) THEN
    RETURN;
  END IF;
  -- Another node may have announced before this one had the lock.
  IF NOT at_once AND NOT is_announcement_due() THEN
    RETURN;
  END IF;
  has_announced := true;
  has_more := announce_batch(nextval('announcement'));
END $$;

-- For nodes of the earlier version, each of which calls this four times a second and waits for its own beat.
CREATE OR REPLACE FUNCTION announce_changes(beat text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL lock_timeout = '2s';
  PERFORM pg_advisory_xact_lock(hashtext('stoa.announce_changes'));
  LOOP
    EXIT WHEN NOT announce_batch(CASE WHEN is_announcement_due() THEN nextval('announcement') END);
  END LOOP;
  PERFORM pg_notify('stoa_changes', beat);
END $$;

-- The last node that stops says so: nodes of a version that does not announce may be all that is left.
CREATE OR REPLACE FUNCTION stop_announcing() RETURNS void LANGUAGE sql AS $$
  SELECT setval('announced_at', 1) WHERE NOT EXISTS (SELECT FROM connected_nodes() WHERE pid <> pg_backend_pid())
$$;

-- As before (0119), except for how it knows that changes are being announced.
CREATE OR REPLACE FUNCTION announce_products() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids integer[];
  batch text;
BEGIN
  IF TG_TABLE_NAME = 'stock'
     AND EXISTS (SELECT FROM announced_at WHERE abs(extract(epoch FROM clock_timestamp()) * 1000 - last_value) < 1000) THEN
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
