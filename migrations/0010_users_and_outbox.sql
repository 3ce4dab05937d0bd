-- Lists of accounts and of the outbox.
SET LOCAL lock_timeout = '5s';

-- Deleted accounts are in no list.
CREATE INDEX users_listed ON users (created_at DESC, id DESC) WHERE anonymised_at IS NULL;
-- Locked by whoever takes an admin's access away.
CREATE INDEX users_active_admins ON users (id) WHERE is_admin AND is_active;

-- Until when a node is sending it; what nobody is sending can be sent again by hand.
ALTER TABLE mail ADD COLUMN claimed_until timestamptz;
CREATE INDEX mail_by_status ON mail (status, created_at DESC, id DESC);
CREATE INDEX mail_by_recipient ON mail (to_email);
-- What the shop was told of people: searched when one of these is deleted.
CREATE INDEX mail_about_people ON mail (id) WHERE kind IN ('admin-notice', 'contact-message');
