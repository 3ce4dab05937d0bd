-- Reads the whole tables, while the shop keeps writing to them.
SET LOCAL lock_timeout = '5s';

ALTER TABLE audit_entry VALIDATE CONSTRAINT audit_entry_initial_end;
ALTER TABLE mail VALIDATE CONSTRAINT mail_initial_end;
-- A partition cannot have constraints that are less valid than those of its table.
ALTER TABLE mail VALIDATE CONSTRAINT mail_sealed_or_clear;
