-- Which plug-ins have delayed the shop on each node: timeouts, pauses, and synchronous code that blocked the process. Null from
-- nodes of earlier releases.
SET LOCAL lock_timeout = '5s';

ALTER TABLE shop_node ADD COLUMN plugin_delays jsonb;
COMMENT ON COLUMN shop_node.plugin_delays IS 'Timeouts, pauses and blocks of plug-ins since the node started, with when they last happened.';
