-- What each node knows of its disks, of the read replica and of its line of customers, for the system page. Null from nodes of
-- earlier releases.
SET LOCAL lock_timeout = '5s';

ALTER TABLE shop_node
  ADD COLUMN disks jsonb,
  ADD COLUMN is_replica_used boolean,
  ADD COLUMN replica_lag_ms integer,
  ADD COLUMN customers_in_line integer;
COMMENT ON COLUMN shop_node.disks IS 'File systems with DATA_DIR and with the backup folder: {folder, free_bytes, total_bytes}. One entry if they are the same.';
COMMENT ON COLUMN shop_node.is_replica_used IS 'Null: DATABASE_READ_URL is not set.';
COMMENT ON COLUMN shop_node.replica_lag_ms IS 'Null: there is no replica, or it cannot be reached.';
COMMENT ON COLUMN shop_node.customers_in_line IS 'Checkouts that wait for their turn on this node.';
