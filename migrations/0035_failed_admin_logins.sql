-- Failed logins of admins stand in the audit log: one row for each admin, address and minute counts them, so that
-- guessing cannot fill the table.
SET LOCAL lock_timeout = '5s';

CREATE UNIQUE INDEX audit_entry_failed_login ON audit_entry (entity_id, action, address, created_at)
  WHERE action IN ('user.login_failed', 'user.login_locked', 'user.code_failed');
