-- What customers choose of the options that plug-ins declare for a checkout, such as a delivery note: a list of
-- {key, label, value, text}. The previous version writes none.
SET LOCAL lock_timeout = '5s';

ALTER TABLE checkout_freeze
  ADD COLUMN options jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(options) = 'array');
ALTER TABLE orders
  ADD COLUMN options jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(options) = 'array');
COMMENT ON COLUMN checkout_freeze.options IS 'What was chosen of the checkout options of plug-ins: {key, label, value, text}.';
COMMENT ON COLUMN orders.options IS 'What was chosen of the checkout options of plug-ins: {key, label, value, text}.';
