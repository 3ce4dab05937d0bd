-- The same for payments that are open, or whose money may still arrive.
SET LOCAL lock_timeout = '5s';

CREATE INDEX IF NOT EXISTS checkout_line_by_upload ON checkout_line (image) WHERE image LIKE '/media/uploads/%';
