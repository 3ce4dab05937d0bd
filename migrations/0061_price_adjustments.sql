-- Named amounts that plug-ins add to a line or to the cart, and the options of a line (docs/decisions/0034): each as
-- {key, label, value, amount}, amounts in cents, negative for a discount. The previous version writes none.
SET LOCAL lock_timeout = '5s';

-- A line costs unit_price_cents * quantity + adjustment_cents, and the subtotal is the sum of the lines.
ALTER TABLE checkout_line
  ADD COLUMN adjustments jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(adjustments) = 'array'),
  ADD COLUMN adjustment_cents bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT checkout_line_total_check CHECK (unit_price_cents::bigint * quantity + adjustment_cents >= 0);
ALTER TABLE order_line
  ADD COLUMN adjustments jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(adjustments) = 'array'),
  ADD COLUMN adjustment_cents bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT order_line_total_check CHECK (unit_price_cents::bigint * quantity + adjustment_cents >= 0);

-- Those of the cart come off or on after the discount, before tax and delivery.
ALTER TABLE checkout_freeze
  ADD COLUMN adjustments jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(adjustments) = 'array'),
  ADD COLUMN adjustment_cents bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT checkout_freeze_check1,
  ADD CONSTRAINT checkout_freeze_total_check CHECK (subtotal_cents - discount_cents + adjustment_cents >= 0
    AND total_cents = subtotal_cents - discount_cents + adjustment_cents + tax_cents + shipping_cents);
ALTER TABLE orders
  ADD COLUMN adjustments jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(adjustments) = 'array'),
  ADD COLUMN adjustment_cents bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT orders_check1,
  ADD CONSTRAINT orders_total_check CHECK (subtotal_cents - discount_cents + adjustment_cents >= 0
    AND total_cents = subtotal_cents - discount_cents + adjustment_cents + tax_cents + shipping_cents);
