-- Which payment providers each node is connected to. While nodes differ, such as during an upgrade that adds a plug-in with a
-- provider, payments and refunds of a provider that a node does not have are left to the nodes that have it. Null from nodes of
-- earlier releases.
SET LOCAL lock_timeout = '5s';

ALTER TABLE shop_node ADD COLUMN providers text[];
COMMENT ON COLUMN shop_node.providers IS 'Names of the payment providers that the node is connected to. Null: unknown.';
