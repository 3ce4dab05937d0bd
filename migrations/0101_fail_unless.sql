-- Fails the statement that calls it, and with it a transaction whose commit was sent together with that statement.
SET LOCAL lock_timeout = '5s';

CREATE FUNCTION fail_unless(is_met boolean, code text, reason text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_met IS NOT TRUE THEN
    RAISE EXCEPTION '%', reason USING ERRCODE = code;
  END IF;
END $$;
