-- Some providers only reserve the shopper's approval, and the shop moves the money itself. A capture in progress keeps the
-- checkout from being cancelled (docs/decisions/0029). Null for the others, and after a capture that was declined.
SET LOCAL lock_timeout = '5s';

ALTER TABLE checkout ADD COLUMN capture_started_at timestamptz;
