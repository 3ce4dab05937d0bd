-- The audit log and the outbox are divided by month in three steps (docs/decisions/0120): with this constraint, valid after the next
-- one, the existing table becomes the first partition of the new one without being read under a lock. It ends one to two months from
-- now, so that an interrupted upgrade refuses no row, and after all rows that there are.
SET LOCAL lock_timeout = '5s';

DO $$
BEGIN
  EXECUTE (
    SELECT format('ALTER TABLE audit_entry ADD CONSTRAINT audit_entry_initial_end CHECK (created_at < %L) NOT VALID',
             date_trunc('month', greatest(now(), max(created_at)) AT TIME ZONE 'UTC' + interval '2 months') AT TIME ZONE 'UTC')
      FROM audit_entry);
  EXECUTE (
    SELECT format('ALTER TABLE mail ADD CONSTRAINT mail_initial_end CHECK (created_at < %L) NOT VALID',
             date_trunc('month', greatest(now(), max(created_at)) AT TIME ZONE 'UTC' + interval '2 months') AT TIME ZONE 'UTC')
      FROM mail);
END $$;
