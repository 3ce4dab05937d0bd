-- The clean-up of pictures looks up whether an order shows one. Building the index makes new orders wait, about a second for each
-- million lines: a large shop creates it beforehand (docs/operators.md).
SET LOCAL lock_timeout = '5s';

CREATE INDEX IF NOT EXISTS order_line_by_upload ON order_line (image) WHERE image LIKE '/media/uploads/%';
