-- The merchant's order of the products of a category (docs/decisions/0052).
SET LOCAL lock_timeout = '5s';

CREATE TABLE category_order (
  category_id integer PRIMARY KEY REFERENCES category ON DELETE CASCADE,
  -- Placed products, first to last. Ids of products that have left the category or the shop do no harm.
  product_ids integer[] NOT NULL CHECK (cardinality(product_ids) <= 2000),
  revision integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
