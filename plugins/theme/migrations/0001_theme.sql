-- The one theme of the shop. Null in published: the shop's own look.
CREATE TABLE theme (
  id smallint PRIMARY KEY CHECK (id = 1),
  draft jsonb,
  published jsonb,
  revision integer NOT NULL DEFAULT 0,
  saved_at timestamptz NOT NULL,
  published_at timestamptz
);

-- Stylesheets by the hash of their text, which is their address. Earlier ones stay for pages that were cached with them.
CREATE TABLE stylesheet (
  hash text PRIMARY KEY,
  text text NOT NULL,
  used_at timestamptz NOT NULL
);

-- Uploaded icons by the hash of their bytes.
CREATE TABLE icon (
  hash text PRIMARY KEY,
  png bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- Uploaded logos. A daily job releases those that no theme uses.
CREATE TABLE logo (
  address text PRIMARY KEY,
  created_at timestamptz NOT NULL
);
