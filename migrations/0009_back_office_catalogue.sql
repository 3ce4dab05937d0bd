-- What the back office needs to change the catalogue: who saw which state, where old addresses lead, and pictures.
SET LOCAL lock_timeout = '5s';

-- Two admins editing at once: the second one's revision no longer fits. Sales do not count.
ALTER TABLE product ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0);
ALTER TABLE category ADD COLUMN revision integer NOT NULL DEFAULT 1 CHECK (revision > 0);

-- A renamed product keeps its old addresses: they lead to the new one. A slug in use is never in here.
CREATE TABLE product_slug_history (
  slug text PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX product_slug_history_of_product ON product_slug_history (product_id);

-- The back office lists, filters and sorts all products, also those that nobody else may see; what it looks at for that
-- stands in these indexes, so that fifty thousand products are gone through without reading their texts.
ALTER TABLE product ADD COLUMN search_text text NOT NULL
  GENERATED ALWAYS AS (lower(name || ' ' || sku || ' ' || COALESCE(brand, ''))) STORED;
CREATE INDEX product_in_back_office ON product (id)
  INCLUDE (category_id, is_active, price_cents, search_text, created_at, updated_at);
CREATE INDEX stock_available ON stock (product_id) INCLUDE (received, sold, held);

-- Uploaded pictures, re-encoded. Every node serves them from here (docs/decisions/0009). The key is made of the content
-- that came in: the same picture sent twice is one.
CREATE TABLE uploaded_picture (
  key text PRIMARY KEY CHECK (key ~ '^up-[0-9a-f]{32}$'),
  width integer NOT NULL CHECK (width > 0),
  height integer NOT NULL CHECK (height > 0),
  uploaded_by integer REFERENCES users ON DELETE SET NULL,
  -- When it was uploaded or last taken into use; a day later it goes, unless something shows it.
  touched_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX uploaded_picture_by_age ON uploaded_picture (touched_at);
CREATE INDEX uploaded_picture_by_user ON uploaded_picture (uploaded_by);

CREATE TABLE uploaded_picture_file (
  key text NOT NULL REFERENCES uploaded_picture ON DELETE CASCADE,
  -- Pixels, as in the address: 320, 640, 1280.
  width integer NOT NULL CHECK (width > 0),
  bytes bytea NOT NULL,
  PRIMARY KEY (key, width)
);
-- Already compressed: trying again costs time and saves nothing.
ALTER TABLE uploaded_picture_file ALTER COLUMN bytes SET STORAGE EXTERNAL;
