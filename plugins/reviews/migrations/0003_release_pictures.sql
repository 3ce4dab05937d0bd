-- Pictures in no review that a customer had uploaded before the account was deleted were kept for good.
SET LOCAL lock_timeout = '5s';
DELETE FROM public.plugin_picture AS kept
 WHERE plugin = 'reviews'
   AND EXISTS (SELECT FROM public.uploaded_picture AS stored
                WHERE stored.key = kept.key AND stored.touched_at < now() - interval '1 day')
   AND NOT EXISTS (SELECT FROM plugin_reviews.review WHERE pictures @> ARRAY['/media/uploads/' || kept.key])
   AND NOT EXISTS (SELECT FROM plugin_reviews.upload WHERE address = '/media/uploads/' || kept.key);
