-- The back office searches names and slugs by any part of them.
SET LOCAL lock_timeout = '5s';
CREATE INDEX collection_by_words ON collection USING gin (lower(name || ' ' || slug) public.gin_trgm_ops);
