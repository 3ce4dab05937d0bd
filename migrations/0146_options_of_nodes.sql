-- Whose options of plug-ins each node knows. While a release with a new plug-in is rolled out, nodes without it refuse a cart with
-- its options instead of selling it without them. Null from nodes of earlier releases.
SET LOCAL lock_timeout = '5s';

ALTER TABLE shop_node ADD COLUMN options text[];
COMMENT ON COLUMN shop_node.options IS 'Plug-ins whose options the node knows: cart-line:<plugin> or checkout:<plugin>.';
