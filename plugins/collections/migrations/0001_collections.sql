-- Products that belong together, on a page of their own.
CREATE TABLE collection (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  slug text NOT NULL CONSTRAINT collection_slug_key UNIQUE,
  name text NOT NULL,
  description text NOT NULL,
  image text,
  seo_title text,
  seo_description text,
  kind text NOT NULL CHECK (kind IN ('manual', 'rule')),
  -- {"match": "all", "conditions": [{"field": "tag", "value": "gift"}]}
  rule jsonb,
  sort text NOT NULL,
  -- Null: all products.
  max_products integer CHECK (max_products > 0),
  -- Place among the collections.
  position integer NOT NULL,
  is_published boolean NOT NULL,
  published_from timestamptz,
  published_until timestamptz,
  -- Number of changes: a form saves on top of the one it was opened with.
  revision integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((kind = 'rule') = (rule IS NOT NULL)),
  CHECK (kind = 'manual' OR sort <> 'manual')
);
CREATE INDEX collection_order ON collection (position, name, id);
CREATE INDEX collection_published ON collection (position, name, id) WHERE is_published;

-- The picked products of a manual collection.
CREATE TABLE collection_product (
  collection_id integer NOT NULL REFERENCES collection ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  position integer NOT NULL,
  PRIMARY KEY (collection_id, product_id)
);
CREATE INDEX collection_product_product ON collection_product (product_id);

-- Slugs that collections had before: their addresses lead on.
CREATE TABLE former_slug (
  slug text PRIMARY KEY,
  collection_id integer NOT NULL REFERENCES collection ON DELETE CASCADE
);
CREATE INDEX former_slug_collection ON former_slug (collection_id);

-- Pictures that a form may still be about to use; those that no collection shows after a day are released.
CREATE TABLE upload (
  address text PRIMARY KEY,
  created_at timestamptz NOT NULL
);
CREATE INDEX upload_created_at ON upload (created_at);
