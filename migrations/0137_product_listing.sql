-- The search engine in PostgreSQL: lists and counts read narrow rows and covering indexes, and a changed price writes no text index
-- (docs/decisions/0112).
SET LOCAL lock_timeout = '5s';

-- What lists sort and filter by: the same as in product_search.product, without the texts. A separate table, because each changed
-- price adds an entry to every index of its row, and a row with the texts has hundreds of them.
CREATE TABLE product_search.listing (
  product_id integer PRIMARY KEY,
  category_id integer NOT NULL,
  name_key text COLLATE "C" NOT NULL,
  brand text,
  brand_key text COLLATE "C",
  price integer NOT NULL,
  is_on_sale boolean NOT NULL,
  created_at bigint NOT NULL,
  rating integer NOT NULL,
  popularity bigint NOT NULL,
  in_stock boolean NOT NULL,
  sample integer GENERATED ALWAYS AS (hashint4(product_id) & 2147483647) STORED
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

INSERT INTO product_search.listing
       (product_id, category_id, name_key, brand, brand_key, price, is_on_sale, created_at, rating, popularity, in_stock)
SELECT product_id, category_id, name_key, brand, brand_key, price, is_on_sale, created_at, rating, popularity, in_stock
  FROM product_search.product;

-- Each contains what filters test, so that a list that skips many products reads only the index.
CREATE INDEX listing_by_sample ON product_search.listing (sample)
  INCLUDE (category_id, price, rating, in_stock, is_on_sale, created_at, brand_key, brand, product_id);
CREATE INDEX listing_by_category_and_price ON product_search.listing (category_id, price, product_id)
  INCLUDE (rating, in_stock, is_on_sale, created_at, popularity, sample, brand_key);
CREATE INDEX listing_by_category_and_name ON product_search.listing (category_id, name_key, product_id)
  INCLUDE (price, rating, in_stock, is_on_sale, brand_key);
CREATE INDEX listing_by_name ON product_search.listing (name_key, product_id)
  INCLUDE (category_id, price, rating, in_stock, is_on_sale, brand_key);
CREATE INDEX listing_by_price ON product_search.listing (price, product_id)
  INCLUDE (category_id, rating, in_stock, is_on_sale, brand_key);
CREATE INDEX listing_by_creation ON product_search.listing (created_at, product_id)
  INCLUDE (category_id, price, rating, in_stock, is_on_sale, brand_key);
CREATE INDEX listing_by_rating ON product_search.listing (rating, product_id)
  INCLUDE (category_id, price, in_stock, is_on_sale, brand_key);
CREATE INDEX listing_by_popularity ON product_search.listing (popularity DESC, product_id)
  INCLUDE (category_id, price, rating, in_stock, is_on_sale, brand_key);

-- The texts are stored apart from the rows and not compressed, whatever their length, so that a row is small; half of each page is
-- free, so that a changed price or stock stays on its page and needs no new entries in the indexes.
ALTER TABLE product_search.product
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ALTER COLUMN naming SET STORAGE EXTERNAL,
  ALTER COLUMN name_key SET STORAGE MAIN,
  ALTER COLUMN brand SET STORAGE MAIN,
  ALTER COLUMN brand_key SET STORAGE MAIN,
  ALTER COLUMN keys SET STORAGE MAIN,
  ALTER COLUMN numbers SET STORAGE MAIN,
  ALTER COLUMN variants SET STORAGE MAIN,
  SET (toast_tuple_target = 400, fillfactor = 55, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
COMMENT ON COLUMN product_search.product.version IS
  'Of the code that wrote the row. Rows of another version are written again.';

-- A changed price would need an entry in each; lists now use those of the listing.
DROP INDEX product_search.product_by_name, product_search.product_by_price, product_search.product_by_creation,
           product_search.product_by_rating, product_search.product_by_popularity, product_search.product_by_sample,
           product_search.product_by_category_and_price;

-- The products are divided into lanes, each written by one node at a time. Neighbours share a lane, because their rows share pages.
ALTER TABLE product_search.pending ADD COLUMN lane integer NOT NULL GENERATED ALWAYS AS (product_id / 500 % 4) STORED;
CREATE INDEX pending_by_lane ON product_search.pending (lane, id);

-- Products whose texts match, always found by the index: the planner takes a comparison of a text with a query for as cheap as one
-- of two numbers, and would compare every text.
CREATE FUNCTION product_search.matching_words(query tsquery)
  RETURNS TABLE (product_id integer, category_id integer, name_key text, brand text, brand_key text, price integer,
                 is_on_sale boolean, created_at bigint, rating integer, popularity bigint, in_stock boolean, sample integer)
  LANGUAGE sql STABLE ROWS 2000 SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT p.product_id, p.category_id, p.name_key, p.brand, p.brand_key, p.price, p.is_on_sale, p.created_at, p.rating,
         p.popularity, p.in_stock, p.sample
    FROM product_search.product p WHERE p.words @@ query
$$;
CREATE FUNCTION product_search.matching_names(query tsquery)
  RETURNS TABLE (product_id integer, category_id integer, name_key text, brand text, brand_key text, price integer,
                 is_on_sale boolean, created_at bigint, rating integer, popularity bigint, in_stock boolean, sample integer)
  LANGUAGE sql STABLE ROWS 2000 SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT p.product_id, p.category_id, p.name_key, p.brand, p.brand_key, p.price, p.is_on_sale, p.created_at, p.rating,
         p.popularity, p.in_stock, p.sample
    FROM product_search.product p WHERE p.naming @@ query
$$;
-- How many products match, counted up to a number.
CREATE FUNCTION product_search.count_words(query tsquery, at_most integer) RETURNS bigint
  LANGUAGE sql STABLE SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT count(*) FROM (SELECT FROM product_search.product p WHERE p.words @@ query LIMIT at_most) found
$$;
CREATE FUNCTION product_search.count_names(query tsquery, at_most integer) RETURNS bigint
  LANGUAGE sql STABLE SET enable_seqscan = off SET enable_indexscan = off AS $$
  SELECT count(*) FROM (SELECT FROM product_search.product p WHERE p.naming @@ query LIMIT at_most) found
$$;
