-- How many mails a new address got within the hour is counted over all accounts.
SET LOCAL lock_timeout = '5s';

CREATE INDEX email_change_to ON email_change (new_email, requested_at);
