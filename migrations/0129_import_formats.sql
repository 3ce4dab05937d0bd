-- Plug-ins bring further formats of imports, so that the names are no longer a closed list.
SET LOCAL lock_timeout = '5s';

ALTER TABLE product_import
  DROP CONSTRAINT product_import_format_check,
  ADD CONSTRAINT product_import_format_check CHECK (format ~ '^[a-z][a-z0-9-]{0,39}$');
COMMENT ON COLUMN product_import.format IS
  'Name of the import format that converted the file: csv if none did, shopify, woocommerce, or that of a plug-in.';
