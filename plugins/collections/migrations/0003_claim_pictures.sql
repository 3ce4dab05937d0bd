-- Keeps pictures of collections that were uploaded elsewhere, such as for products.
SET LOCAL lock_timeout = '5s';
INSERT INTO public.plugin_picture (plugin, key)
SELECT DISTINCT 'collections', stored.key
  FROM plugin_collections.collection JOIN public.uploaded_picture AS stored ON image = '/media/uploads/' || stored.key
    ON CONFLICT DO NOTHING;
