-- Confirmation mails since the last one whose link was opened, for the limit of mails to an address.
SET LOCAL lock_timeout = '5s';
ALTER TABLE alert ADD COLUMN unanswered_mails integer NOT NULL DEFAULT 0;
