-- Pictures of deleted reviews, until the job `release-uploads` has released them. The reviews of a deleted product are deleted
-- by its foreign key, so only a trigger sees them.
SET LOCAL lock_timeout = '5s';
CREATE TABLE released_picture (address text PRIMARY KEY);
CREATE FUNCTION release_pictures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO plugin_reviews.released_picture (address) SELECT unnest(OLD.pictures) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER release_pictures AFTER DELETE ON review
  FOR EACH ROW WHEN (OLD.pictures <> '{}') EXECUTE FUNCTION release_pictures();
-- What deleted products have left behind.
INSERT INTO released_picture (address)
SELECT '/media/uploads/' || key FROM public.plugin_picture
 WHERE plugin = 'reviews'
   AND NOT EXISTS (SELECT FROM review WHERE pictures @> ARRAY['/media/uploads/' || key])
   AND NOT EXISTS (SELECT FROM upload WHERE address = '/media/uploads/' || key);
