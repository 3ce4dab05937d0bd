-- Places in the line before the orders, over all nodes. Not in the WAL: a crash forgets them, and they last for seconds.
SET LOCAL lock_timeout = '5s';

CREATE UNLOGGED TABLE line_ticket (
  -- Id of a customer. Without a foreign key: it would lock the account.
  owner integer PRIMARY KEY,
  entered_at timestamptz NOT NULL,
  counts_until timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX line_ticket_by_end ON line_ticket (ends_at);
COMMENT ON TABLE line_ticket IS 'Customers who wait in line for an order on any node';
COMMENT ON COLUMN line_ticket.owner IS 'Id of the customer; not a foreign key, which would lock the account.';
COMMENT ON COLUMN line_ticket.counts_until IS 'Until then, the customer counts for the places of those behind.';
COMMENT ON COLUMN line_ticket.ends_at IS 'Until then, the place is kept; in the past: the customer was served, or has not come back.';
