-- The global trade item number of a product (EAN, UPC, ISBN): digits alone, the last one is a check digit.
SET LOCAL lock_timeout = '5s';

ALTER TABLE product ADD COLUMN barcode text CHECK (barcode ~ '^(\d{8}|\d{12,14})$');
CREATE INDEX product_by_barcode ON product (barcode) WHERE barcode IS NOT NULL;
