-- What customers say about products that they bought.
CREATE TABLE review (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES product ON DELETE CASCADE,
  -- Null: the account was deleted, and the review is anonymous.
  user_id integer REFERENCES users ON DELETE SET NULL,
  -- As it is shown, such as 'Maya L.'; null for a deleted account.
  author text,
  stars smallint NOT NULL CHECK (stars BETWEEN 1 AND 5),
  title text NOT NULL,
  text text NOT NULL,
  pictures text[] NOT NULL DEFAULT '{}' CHECK (cardinality(pictures) <= 4),
  status text NOT NULL CHECK (status IN ('pending', 'published', 'rejected')),
  reply text,
  replied_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CHECK ((reply IS NULL) = (replied_at IS NULL)),
  UNIQUE (product_id, user_id)
);
-- One index for each order in which a product's reviews are listed, and for the lists of the back office and an account.
CREATE INDEX review_newest ON review (product_id, created_at DESC, id DESC) WHERE status = 'published';
CREATE INDEX review_stars ON review (product_id, stars, created_at DESC, id DESC) WHERE status = 'published';
CREATE INDEX review_status ON review (status, id DESC);
CREATE INDEX review_user ON review (user_id);
CREATE INDEX review_pictures ON review USING gin (pictures);

-- Published reviews per product by stars. Its row is locked by whoever changes a review of the product.
CREATE TABLE rating (
  product_id integer PRIMARY KEY REFERENCES product ON DELETE CASCADE,
  -- How many reviews have one star, two stars, …
  counts integer[] NOT NULL DEFAULT '{0,0,0,0,0}' CHECK (cardinality(counts) = 5)
);

-- Pictures that a customer may use in a review; those that are in none are released after a day.
CREATE TABLE upload (
  address text NOT NULL,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (address, user_id)
);
CREATE INDEX upload_created_at ON upload (created_at);
CREATE INDEX upload_user ON upload (user_id);

-- Delivered orders whose customers are asked for reviews, once.
CREATE TABLE request (
  order_id integer PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  delivered_at timestamptz NOT NULL,
  -- Asked, or decided not to be asked.
  done_at timestamptz,
  -- SHA-256 of the token in the mail's link.
  token_hash bytea UNIQUE
);
CREATE INDEX request_due ON request (delivered_at) WHERE done_at IS NULL;
CREATE INDEX request_user ON request (user_id);

-- Customers who do not want to be asked.
CREATE TABLE opt_out (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL
);
