-- The tables of the search engine in PostgreSQL (SEARCH_ENGINE=postgres, docs/decisions/0065). Everything in this schema is
-- derived from the products: it is empty unless a node uses the engine, and is left out of backups.
SET LOCAL lock_timeout = '5s';

-- After a restore, the schema can hold data of another state of the shop.
DROP SCHEMA IF EXISTS product_search CASCADE;
CREATE SCHEMA product_search;

-- One row for each product that shoppers see.
CREATE TABLE product_search.product (
  product_id integer PRIMARY KEY,
  category_id integer NOT NULL,
  -- Lower case without accents, so that the order needs no collation of the operating system.
  name_key text COLLATE "C" NOT NULL,
  brand text,
  brand_key text COLLATE "C",
  -- Effective price in cents.
  price integer NOT NULL,
  is_on_sale boolean NOT NULL,
  -- Microseconds since 1970.
  created_at bigint NOT NULL,
  -- Hundredths of a star.
  rating integer NOT NULL,
  -- Class of units sold, then number of reviews.
  popularity bigint NOT NULL,
  in_stock boolean NOT NULL,
  -- What it can be filtered by, such as 'c:12' (a category or one above it), 'b:acme', 't:gift', 'o:colour=blue', 'f:material=oak'.
  keys text[] COLLATE "C" NOT NULL,
  -- Values of custom fields that are numbers, or dates in days since 1970.
  numbers jsonb NOT NULL,
  -- [{"id": 7, "values": ["colour=blue", "size=m"], "stock": true}]
  variants jsonb NOT NULL,
  words tsvector NOT NULL,
  -- The part of it that says what the product is: words of its name, brand, tags and category, each with '!' before it.
  naming tsvector NOT NULL,
  text_hash integer NOT NULL,
  -- A random order, from which the first products are a sample.
  sample integer GENERATED ALWAYS AS (hashint4(product_id) & 2147483647) STORED
);
CREATE INDEX product_by_name ON product_search.product (name_key, product_id);
CREATE INDEX product_by_price ON product_search.product (price, product_id);
CREATE INDEX product_by_creation ON product_search.product (created_at, product_id);
CREATE INDEX product_by_rating ON product_search.product (rating, product_id);
CREATE INDEX product_by_popularity ON product_search.product (popularity DESC, product_id);
CREATE INDEX product_by_sample ON product_search.product (sample);
CREATE INDEX product_by_category_and_price ON product_search.product (category_id, price, product_id);
CREATE INDEX product_by_key ON product_search.product USING gin (keys);
CREATE INDEX product_by_word ON product_search.product USING gin (words);
CREATE INDEX product_by_naming_word ON product_search.product USING gin (naming);

-- Every word of the products, to know what can be found and to correct spelling.
CREATE TABLE product_search.word (
  word text COLLATE "C" PRIMARY KEY,
  stem text COLLATE "C" NOT NULL,
  -- Whether it is a word of a name, brand, tag or category.
  is_naming boolean NOT NULL
);
-- The nearest words by their trigrams.
CREATE INDEX word_by_trigram ON product_search.word USING gist (word gist_trgm_ops);
CREATE INDEX word_by_stem ON product_search.word (stem) INCLUDE (is_naming);

-- Labels of the values of options, as the first product spells them.
CREATE TABLE product_search.option_value (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  option_key text NOT NULL,
  option_label text NOT NULL,
  value text NOT NULL,
  value_label text NOT NULL,
  UNIQUE (option_key, value)
);

-- The products of a category are indexed again when its mark no longer fits: after it was renamed, moved or hidden.
CREATE TABLE product_search.category (
  category_id integer PRIMARY KEY,
  mark text NOT NULL,
  product_count integer NOT NULL DEFAULT 0
);

-- Products to be indexed again, from the transactions that changed them.
CREATE TABLE product_search.pending (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL
) WITH (autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_scale_factor = 0);

-- One row: what the tables were built from, and when a node last followed the changes.
CREATE TABLE product_search.state (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  version integer NOT NULL DEFAULT 0,
  custom_fields text NOT NULL DEFAULT '',
  is_built boolean NOT NULL DEFAULT false,
  followed_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO product_search.state DEFAULT VALUES;

-- While no node has followed for a day, changes are not noted: the tables are then built again.
CREATE FUNCTION product_search.is_followed() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM product_search.state WHERE followed_at > clock_timestamp() - interval '1 day')
$$;

-- As before (0092), and it also notes changed products for the search engine. Changed stock is noted when it is announced,
-- outside the transactions of orders.
CREATE OR REPLACE FUNCTION announce_changes(beat text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  batch record;
BEGIN
  SET LOCAL synchronous_commit = off;
  SET LOCAL lock_timeout = '2s';
  PERFORM pg_advisory_xact_lock(hashtext('stoa.announce_changes'));
  UPDATE change_notifier SET seen_at = clock_timestamp() WHERE seen_at < clock_timestamp() - interval '200 milliseconds';
  FOR batch IN
    WITH announced AS (DELETE FROM stock_change RETURNING product_id),
         noted AS (INSERT INTO product_search.pending (product_id)
                   SELECT DISTINCT product_id FROM announced WHERE product_search.is_followed()),
         numbered AS (SELECT product_id, (row_number() OVER (ORDER BY product_id) - 1) / 500 AS number
                        FROM (SELECT DISTINCT product_id FROM announced) AS product)
    SELECT string_agg(product_id::text, ',') AS ids FROM numbered GROUP BY number ORDER BY number
  LOOP
    PERFORM pg_notify('stoa_changes', 'products:' || batch.ids);
  END LOOP;
  PERFORM pg_notify('stoa_changes', beat);
END $$;

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
    IF product_search.is_followed() THEN
      INSERT INTO product_search.pending (product_id) SELECT DISTINCT unnest(string_to_array(ids, ',')::integer[]);
    END IF;
    PERFORM pg_notify('stoa_changes', CASE WHEN how_many > 500 THEN 'products:all' ELSE 'products:' || ids END);
  END IF;
  IF TG_TABLE_NAME = 'stock' THEN
    FOR ids IN
      DELETE FROM stock_change
       WHERE id IN (SELECT id FROM stock_change ORDER BY id LIMIT 500 FOR UPDATE SKIP LOCKED)
      RETURNING product_id::text
    LOOP
      IF product_search.is_followed() THEN
        INSERT INTO product_search.pending (product_id) VALUES (ids::integer);
      END IF;
      PERFORM pg_notify('stoa_changes', 'products:' || ids);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
