-- How far the products of changed categories have been queued for the search engine in PostgreSQL: a million in one statement takes
-- longer than a statement may take, so they are queued in parts (docs/decisions/0124). Not in product_search.state, which nodes lock
-- while they write.
SET LOCAL lock_timeout = '5s';

CREATE TABLE product_search.queueing (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  changes text NOT NULL DEFAULT '',
  product_id integer NOT NULL DEFAULT 0
);
COMMENT ON COLUMN product_search.queueing.changes IS 'Which changes of categories are being queued, as a hash.';
COMMENT ON COLUMN product_search.queueing.product_id IS 'The last product queued for them.';
INSERT INTO product_search.queueing DEFAULT VALUES;
