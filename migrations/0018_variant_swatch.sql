-- The colour that a variant is shown by where it is chosen, as `#rrggbb`; a variant without one is shown by its name.
SET LOCAL lock_timeout = '5s';

ALTER TABLE product_variant ADD COLUMN swatch text CHECK (swatch ~ '^#[0-9a-f]{6}$');
