-- Order numbers come from a sequence. Until now each order kept the row of its year in order_counter locked until its commit, so
-- orders were placed one after the other, on all nodes together. Numbers stay unique and increasing, but a rolled back order
-- leaves a gap; numbers without gaps are those of invoices, given after the commit (docs/decisions/0048).
SET LOCAL lock_timeout = '5s';

-- Waits for orders of the earlier version, so that the sequence starts after their numbers.
LOCK TABLE order_counter IN ACCESS EXCLUSIVE MODE;
CREATE SEQUENCE order_number_seq;
SELECT setval('order_number_seq', GREATEST(max(last_number), 1), max(last_number) IS NOT NULL) FROM order_counter;

-- Nodes of the earlier version get their numbers from the sequence too. Numbers that a data import brings move it forward.
CREATE FUNCTION take_order_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' AND NEW.last_number > 1 THEN
    PERFORM setval('order_number_seq', GREATEST(NEW.last_number, (SELECT last_value FROM order_number_seq)));
  ELSE
    NEW.last_number := nextval('order_number_seq');
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER order_counter_from_sequence BEFORE INSERT OR UPDATE ON order_counter
  FOR EACH ROW EXECUTE FUNCTION take_order_number();

CREATE TABLE invoice (
  number integer PRIMARY KEY CHECK (number > 0),
  order_id integer NOT NULL UNIQUE REFERENCES orders ON DELETE RESTRICT,
  issued_at timestamptz NOT NULL
);

-- One row.
CREATE TABLE invoice_counter (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  last_number integer NOT NULL DEFAULT 0,
  -- Orders with a lower id have their number, or were invoiced by an earlier version under their order number.
  first_order_id integer NOT NULL
);
INSERT INTO invoice_counter (first_order_id) SELECT COALESCE(max(id), 0) + 1 FROM orders;
