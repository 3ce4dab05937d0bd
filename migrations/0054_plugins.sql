-- Settings and pictures of plug-ins (docs/decisions/0031). Everything else a plug-in stores is in its own schema.
SET LOCAL lock_timeout = '5s';

CREATE TABLE plugin_setting (
  plugin text PRIMARY KEY CHECK (plugin ~ '^[a-z][a-z0-9-]*$'),
  -- Only what differs from the defaults in the code.
  value jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(value) = 'object'),
  -- Two admins editing at once: the second one's revision no longer fits.
  revision integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by integer REFERENCES users ON DELETE SET NULL
);

-- Encrypted with APP_SECRET's key; never leaves the server.
CREATE TABLE plugin_secret (
  plugin text NOT NULL,
  name text NOT NULL,
  ciphertext bytea NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (plugin, name)
);

CREATE FUNCTION announce_setting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('stoa_changes', 'setting');
  RETURN NULL;
END $$;
CREATE TRIGGER plugin_setting_changed AFTER INSERT OR UPDATE OR DELETE ON plugin_setting
  FOR EACH STATEMENT EXECUTE FUNCTION announce_setting();

-- Uploaded pictures that a plug-in shows: the clean-up keeps them.
CREATE TABLE plugin_picture (
  plugin text NOT NULL,
  key text NOT NULL REFERENCES uploaded_picture ON DELETE CASCADE,
  PRIMARY KEY (plugin, key)
);
CREATE INDEX plugin_picture_key ON plugin_picture (key);
