SET LOCAL lock_timeout = '5s';

-- Icons as an installed app shows them. Null: uploaded before this migration.
ALTER TABLE icon ADD COLUMN large bytea;

-- Logos as PNG for mails and documents, by the hash of their bytes. Mails name them for as long as they are read.
CREATE TABLE drawing (
  hash text PRIMARY KEY,
  source text NOT NULL UNIQUE,
  width integer NOT NULL,
  height integer NOT NULL,
  png bytea NOT NULL,
  used_at timestamptz NOT NULL
);
