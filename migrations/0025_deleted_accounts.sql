-- An account that is deleted stays deleted: a call of its owner that was under way meanwhile, and waited for the
-- deletion to commit, must not leave an address, a wish or a session behind that nothing would ever delete again.
SET LOCAL lock_timeout = '5s';

CREATE FUNCTION refuse_deleted_account() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone timestamptz;
BEGIN
  -- The lock waits for a deletion under way; then the row is read as that left it.
  SELECT anonymised_at INTO gone FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  IF gone IS NOT NULL THEN
    RAISE EXCEPTION 'account % is deleted', NEW.user_id USING ERRCODE = 'SD001';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER cart_of_somebody BEFORE INSERT ON cart FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER cart_line_of_somebody BEFORE INSERT ON cart_line FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER checkout_of_somebody BEFORE INSERT ON checkout FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER wish_of_somebody BEFORE INSERT ON wishlist_entry FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER address_of_somebody BEFORE INSERT ON user_address FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER avatar_of_somebody BEFORE INSERT ON user_avatar FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER two_factor_of_somebody BEFORE INSERT ON two_factor FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER recovery_code_of_somebody BEFORE INSERT ON recovery_code
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER challenge_of_somebody BEFORE INSERT ON login_challenge
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER session_of_somebody BEFORE INSERT ON session FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();
CREATE TRIGGER token_of_somebody BEFORE INSERT ON one_time_token FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();

CREATE FUNCTION keep_account_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'account % is deleted', OLD.id USING ERRCODE = 'SD001';
END $$;
CREATE TRIGGER account_stays_deleted BEFORE UPDATE ON users
  FOR EACH ROW WHEN (OLD.anonymised_at IS NOT NULL) EXECUTE FUNCTION keep_account_deleted();

-- A mail to them has lost its reader, which is no reason to refuse what it tells of.
CREATE FUNCTION drop_mail_to_nobody() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone timestamptz;
BEGIN
  SELECT anonymised_at INTO gone FROM users WHERE id = NEW.user_id FOR KEY SHARE;
  RETURN CASE WHEN gone IS NULL THEN NEW END;
END $$;
CREATE TRIGGER mail_to_somebody BEFORE INSERT ON mail
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL) EXECUTE FUNCTION drop_mail_to_nobody();
