-- Ways of delivery that a plug-in offers are stored as '<plugin>:<rate>' (docs/decisions/0034). Their label is frozen beside
-- them: it is not known any more once the plug-in is removed. Null for the shop's own methods.
SET LOCAL lock_timeout = '5s';

ALTER TABLE checkout_freeze ADD COLUMN shipping_label text;
ALTER TABLE orders ADD COLUMN shipping_label text;
