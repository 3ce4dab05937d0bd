-- Guesses are limited per account as well, from all addresses together. An address from which an account has logged in
-- before is exempt from that limit: strangers elsewhere cannot lock the owner out.
SET LOCAL lock_timeout = '5s';

CREATE TABLE known_login_address (
  user_id integer NOT NULL REFERENCES users,
  -- An IPv4 address, or the /64 network of an IPv6 address.
  address text NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, address)
);
CREATE INDEX known_login_address_by_age ON known_login_address (last_used_at);
CREATE TRIGGER known_login_address_of_somebody BEFORE INSERT ON known_login_address
  FOR EACH ROW EXECUTE FUNCTION refuse_deleted_account();

-- When the count of a limit over a fixed window began. Null in rows of the previous version.
ALTER TABLE login_failure ADD COLUMN counted_since timestamptz;
