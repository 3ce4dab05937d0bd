-- Every list of the back office answers at a hundred thousand orders: searched for one letter or for a word that nobody
-- has, in each order that its screen offers, on its last page.
SET LOCAL lock_timeout = '5s';

-- What a search looks through, in one column. Rare words are found by their three-letter pieces; one or two letters, and
-- words that stand in half the rows, by going through the index that the list is ordered by, which holds the text, too.
ALTER TABLE orders ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(order_number || ' ' || customer_name || ' ' || customer_email || ' ' || COALESCE(tracking_number, ''))) STORED;
DROP INDEX orders_by_age, orders_by_words, orders_by_tracking;
CREATE INDEX orders_by_age ON orders (created_at DESC, id DESC) INCLUDE (status, search_text);
CREATE INDEX orders_by_words ON orders USING gin (search_text gin_trgm_ops);

ALTER TABLE users ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (lower(name || ' ' || email)) STORED;
DROP INDEX users_listed, users_by_words;
CREATE INDEX users_listed ON users (created_at DESC, id DESC) INCLUDE (is_admin, is_active, search_text)
  WHERE anonymised_at IS NULL;
CREATE INDEX users_by_words ON users USING gin (search_text gin_trgm_ops);
CREATE INDEX users_by_name ON users (lower(name), id) WHERE anonymised_at IS NULL;
CREATE INDEX users_by_login ON users (last_login_at DESC NULLS LAST, id DESC) INCLUDE (is_admin, is_active)
  WHERE anonymised_at IS NULL;

ALTER TABLE mail ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(subject || ' ' || to_name || ' ' || to_email)) STORED;
DROP INDEX mail_by_age;
CREATE INDEX mail_by_age ON mail (created_at DESC, id DESC) INCLUDE (status, search_text);
CREATE INDEX mail_by_words ON mail USING gin (search_text gin_trgm_ops);

ALTER TABLE audit_entry ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(actor_name || ' ' || action || ' ' || entity_id)) STORED;
DROP INDEX audit_entry_by_age, audit_entry_by_words;
CREATE INDEX audit_entry_by_age ON audit_entry (created_at DESC, id DESC) INCLUDE (entity, actor_id, search_text);
CREATE INDEX audit_entry_by_words ON audit_entry USING gin (search_text gin_trgm_ops);

-- Texts are too long for an index in the list's order: there are fewer of these.
ALTER TABLE contact_message ADD COLUMN search_text text NOT NULL GENERATED ALWAYS AS (
  lower(name || ' ' || email || ' ' || body)) STORED;
CREATE INDEX contact_message_by_words ON contact_message USING gin (search_text gin_trgm_ops);

-- The same for products, whose text is there already, and for the SKUs of their variants.
CREATE INDEX product_by_words ON product USING gin (search_text gin_trgm_ops);
CREATE INDEX product_by_plain_sku ON product (lower(sku));
CREATE INDEX product_variant_by_words ON product_variant USING gin (lower(sku) gin_trgm_ops);
DROP INDEX product_by_name, product_by_age, product_by_price;
CREATE INDEX product_by_name ON product (name, id) INCLUDE (category_id, is_active);
CREATE INDEX product_by_sku ON product (sku, id) INCLUDE (category_id, is_active);
CREATE INDEX product_by_age ON product (created_at, id) INCLUDE (category_id, is_active);
CREATE INDEX product_by_price ON product (price_cents, id) INCLUDE (category_id, is_active);

-- The newest of those that the merchant has to look at.
DROP INDEX payment_problems;
CREATE INDEX payment_problems ON payment (created_at DESC, id DESC) WHERE problem IS NOT NULL;
