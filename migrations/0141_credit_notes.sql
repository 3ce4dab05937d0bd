-- Credit notes for refunds, numbered without gaps like invoices (docs/decisions/0114). Nodes of the earlier version do not know
-- them: a node of this version gives numbers to the refunds that they settle.
SET LOCAL lock_timeout = '5s';

CREATE TABLE credit_note (
  number integer PRIMARY KEY CHECK (number > 0),
  refund_id integer NOT NULL UNIQUE REFERENCES refund ON DELETE RESTRICT,
  issued_at timestamptz NOT NULL
);

-- One row.
CREATE TABLE credit_note_counter (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  last_number integer NOT NULL DEFAULT 0,
  since timestamptz NOT NULL,
  pending_since timestamptz NOT NULL
);
COMMENT ON COLUMN credit_note_counter.since IS 'Refunds settled earlier are of versions without credit notes, and get none.';
COMMENT ON COLUMN credit_note_counter.pending_since IS 'All refunds settled earlier have their credit note.';
INSERT INTO credit_note_counter (since, pending_since)
SELECT begin, begin FROM (SELECT CASE WHEN EXISTS (SELECT FROM refund) THEN now() ELSE '-infinity' END AS begin) AS start;

CREATE INDEX refund_succeeded ON refund (settled_at, id) WHERE status = 'succeeded';
