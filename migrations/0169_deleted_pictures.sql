-- Pictures that no longer exist: a CDN would keep them for a year. The clean-up of pictures purges them there. A trigger also records
-- deletions by operators and previous releases.
SET LOCAL lock_timeout = '5s';

CREATE TABLE deleted_picture (
  key text PRIMARY KEY,
  deleted_at timestamptz NOT NULL
);
CREATE INDEX deleted_picture_by_age ON deleted_picture (deleted_at, key);

CREATE FUNCTION note_deleted_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deleted_picture (key, deleted_at) SELECT key, now() FROM deleted ORDER BY key
      ON CONFLICT (key) DO UPDATE SET deleted_at = excluded.deleted_at;
  RETURN NULL;
END $$;
CREATE TRIGGER picture_deleted AFTER DELETE ON uploaded_picture REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_pictures();
