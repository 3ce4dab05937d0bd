-- Categories form a tree of at most three levels (docs/decisions/0044).
SET LOCAL lock_timeout = '5s';

-- A category that is active itself, but below an inactive one, has is_active = false and hidden_by_parent = true: every
-- statement that looks for visible products keeps looking at is_active alone.
ALTER TABLE category
  ADD COLUMN parent_id integer CONSTRAINT category_parent_id_fkey REFERENCES category ON DELETE RESTRICT,
  ADD COLUMN hidden_by_parent boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT category_parent_is_another CHECK (parent_id <> id);
CREATE INDEX category_by_parent ON category (parent_id, sort_order, name, id);
