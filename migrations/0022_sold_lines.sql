-- A line knows when it was sold and in which currency, so that the best-selling products of a year are counted from one
-- index (docs/decisions/0012).
SET LOCAL lock_timeout = '5s';

-- The moment of its order, as long as that is not cancelled; null otherwise.
ALTER TABLE order_line ADD COLUMN sold_at timestamptz, ADD COLUMN currency text;

-- Writes both anew for all lines, as after a repair by hand; what is right already is left alone.
CREATE FUNCTION note_sold_lines() RETURNS void LANGUAGE sql AS $$
  UPDATE order_line SET sold_at = sale.sold_at, currency = sale.currency
    FROM (SELECT id, CASE WHEN status <> 'cancelled' THEN created_at END AS sold_at, currency FROM orders) sale
   WHERE order_line.order_id = sale.id
     AND (order_line.sold_at, order_line.currency) IS DISTINCT FROM (sale.sold_at, sale.currency)
$$;
SELECT note_sold_lines();

-- A new line reads its order, which it keeps from changing until both are there.
CREATE FUNCTION note_new_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT CASE WHEN status <> 'cancelled' THEN created_at END, currency INTO NEW.sold_at, NEW.currency
    FROM orders WHERE id = NEW.order_id FOR SHARE;
  RETURN NEW;
END $$;
CREATE TRIGGER order_line_inserted BEFORE INSERT ON order_line FOR EACH ROW EXECUTE FUNCTION note_new_line();

CREATE FUNCTION note_changed_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE order_line SET sold_at = CASE WHEN NEW.status <> 'cancelled' THEN NEW.created_at END, currency = NEW.currency
   WHERE order_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER order_changed AFTER UPDATE OF status, created_at, currency ON orders FOR EACH ROW
  WHEN ((OLD.status = 'cancelled', OLD.created_at, OLD.currency)
    IS DISTINCT FROM (NEW.status = 'cancelled', NEW.created_at, NEW.currency))
  EXECUTE FUNCTION note_changed_order();

CREATE INDEX order_line_sold ON order_line (sold_at) INCLUDE (product_id, quantity) WHERE sold_at IS NOT NULL;
DROP INDEX order_line_by_product;
CREATE INDEX order_line_by_product ON order_line (product_id, sold_at) INCLUDE (quantity, unit_price_cents, currency);
-- Of products that have left the shop.
CREATE INDEX order_line_without_product ON order_line (sold_at) WHERE product_id IS NULL AND sold_at IS NOT NULL;

-- Checkouts that became orders are counted by their orders.
CREATE INDEX checkout_given_up ON checkout (created_at) INCLUDE (user_id) WHERE status <> 'completed';
DROP INDEX checkout_for_figures;
