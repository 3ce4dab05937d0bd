-- What a customer chose for a line of the options that plug-ins declare: {"<plugin>:<option>": {"label", "value"}}. The
-- label names the choice once the plug-in is removed.
SET LOCAL lock_timeout = '5s';

ALTER TABLE cart_line ADD COLUMN options jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(options) = 'object');
