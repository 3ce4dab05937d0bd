-- The back office searches the words of reviews.
SET LOCAL lock_timeout = '5s';
ALTER TABLE review
  ADD COLUMN words tsvector GENERATED ALWAYS AS (to_tsvector('simple', title || ' ' || text)) STORED;
CREATE INDEX review_words ON review USING gin (words);
