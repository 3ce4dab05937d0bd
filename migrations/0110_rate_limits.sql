-- Requests of a client in the current window, over all nodes. Not in the WAL: a crash forgets them, and the next minute would too.
SET LOCAL lock_timeout = '5s';

CREATE UNLOGGED TABLE rate_limit_window (
  -- Keyed hash of limit and client: addresses cannot be read from it.
  client bytea PRIMARY KEY,
  hits integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_window_by_end ON rate_limit_window (ends_at);
