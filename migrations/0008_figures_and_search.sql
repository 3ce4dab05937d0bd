-- What the back office's figures, its search and its audit log read, so that none of them reads whole tables.
SET LOCAL lock_timeout = '5s';

-- Revenue and counts of a period, or of all time, from the index alone.
CREATE INDEX orders_for_figures ON orders (created_at) INCLUDE (status, total_cents);
CREATE INDEX payment_refunded ON payment (order_id) INCLUDE (refunded_cents) WHERE refunded_cents > 0;

-- Searching inside names, numbers and addresses.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX orders_by_words ON orders USING gin (order_number gin_trgm_ops, customer_name gin_trgm_ops, customer_email gin_trgm_ops);
CREATE INDEX users_by_words ON users USING gin (name gin_trgm_ops, email gin_trgm_ops);

CREATE INDEX audit_entry_by_words ON audit_entry USING gin (actor_name gin_trgm_ops, action gin_trgm_ops, entity_id gin_trgm_ops);
CREATE INDEX audit_entry_of_kind ON audit_entry (entity, created_at DESC, id DESC);
DROP INDEX audit_entry_by_actor;
CREATE INDEX audit_entry_by_actor ON audit_entry (actor_id, created_at DESC, id DESC);
