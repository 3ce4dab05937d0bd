-- Pictures of people, and the second step of a login.
SET LOCAL lock_timeout = '5s';

-- The name under which the picture is served; null: none.
ALTER TABLE users ADD COLUMN avatar text;

-- Small, few and personal: in the database every node can serve them, and they go with the account.
CREATE TABLE user_avatar (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Random: a picture's address tells nothing, and a new picture has a new one.
  name text NOT NULL UNIQUE,
  picture bytea NOT NULL CHECK (length(picture) BETWEEN 1 AND 262144),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE two_factor (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  -- Encrypted with APP_SECRET's key.
  secret bytea NOT NULL,
  -- Null while it is being set up: a login asks for a code only afterwards.
  confirmed_at timestamptz,
  -- The newest 30 seconds whose code was taken: each code opens one door once.
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE recovery_code (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- SHA-256 of the code, which has 80 random bits. Used ones are deleted.
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- A password was right, and the code is still to come.
CREATE TABLE login_challenge (
  token_hash bytea PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- Of the password hash that was checked: another password since then ends the challenge.
  password_fingerprint bytea NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX login_challenge_of_user ON login_challenge (user_id);
CREATE INDEX login_challenge_by_expiry ON login_challenge (expires_at);
