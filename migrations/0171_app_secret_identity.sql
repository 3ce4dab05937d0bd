-- Which APP_SECRET the stored keys and passwords are encrypted with, as a fingerprint: a node with another one can neither read them
-- nor store any that the others can read. Nodes of the previous release record nothing.
SET LOCAL lock_timeout = '5s';

CREATE TABLE app_secret_identity (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  identity text NOT NULL
);
COMMENT ON TABLE app_secret_identity IS 'Empty until a node starts; deleted to accept another APP_SECRET.';

ALTER TABLE shop_node ADD COLUMN has_other_secret boolean;
COMMENT ON COLUMN shop_node.has_other_secret IS 'Whether its APP_SECRET is another one; null from nodes of earlier releases.';
