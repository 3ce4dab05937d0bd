-- A hold that is prolonged again and again ends: each checkout knows since when its customer has been holding pieces
-- without paying (docs/decisions/0024).
SET LOCAL lock_timeout = '5s';

-- The previous version inserts without the column; a constant default adds it without rewriting the table.
ALTER TABLE checkout ADD COLUMN held_since timestamptz NOT NULL DEFAULT now();
UPDATE checkout SET held_since = created_at WHERE status = 'open';
