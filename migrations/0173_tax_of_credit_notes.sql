-- Credit notes store their tax, because whether earlier ones are void can change. Those that nodes of the earlier version issue have
-- none, like all earlier ones (docs/decisions/0114).
SET LOCAL lock_timeout = '5s';

ALTER TABLE credit_note ADD COLUMN tax_cents bigint CHECK (tax_cents >= 0);
COMMENT ON COLUMN credit_note.tax_cents IS 'Null: issued by a version that did not store it; computed from all earlier ones, void or not.';
