-- Where an imported file comes from: the encoding in which it was uploaded (`content` is UTF-8), and the shop system whose
-- export was converted to our columns.
SET LOCAL lock_timeout = '5s';

ALTER TABLE product_import
  ADD COLUMN encoding text NOT NULL DEFAULT 'utf-8' CHECK (encoding IN ('utf-8', 'utf-16', 'windows-1252')),
  ADD COLUMN format text NOT NULL DEFAULT 'csv' CHECK (format IN ('csv', 'shopify', 'woocommerce'));
