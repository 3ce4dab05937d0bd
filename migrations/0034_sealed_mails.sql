-- A waiting mail can hold a one-time link: its bodies are encrypted by the application until it is sent. Mails queued in
-- clear by an earlier version are encrypted by the job that delivers them.
SET LOCAL lock_timeout = '5s';

ALTER TABLE mail
  ADD COLUMN sealed_bodies bytea,
  -- A new one with each claim: a sender whose claim ran out no longer decides about the mail.
  ADD COLUMN claim_id uuid,
  ADD CONSTRAINT mail_sealed_or_clear CHECK (sealed_bodies IS NULL OR (text_body = '' AND html_body = '')) NOT VALID;
CREATE INDEX mail_in_clear ON mail (id) WHERE status <> 'sent' AND sealed_bodies IS NULL;

-- A node of the previous version that is still running cannot open a sealed mail and would send it empty. Its claims
-- bring no claim_id: they find nothing, and a node of this version sends the mail.
CREATE FUNCTION leave_sealed_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;
CREATE TRIGGER mail_sealed BEFORE UPDATE OF attempts ON mail
  FOR EACH ROW
  WHEN (OLD.sealed_bodies IS NOT NULL AND NEW.attempts > OLD.attempts AND NEW.claim_id IS NOT DISTINCT FROM OLD.claim_id)
  EXECUTE FUNCTION leave_sealed_mail();
