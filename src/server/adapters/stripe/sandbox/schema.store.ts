import type { Transactor } from './database.ts';

/**
 * The sandbox's own tables. They are not migrations, because the database of a shop that takes real money must never
 * contain them; the sandbox creates them at startup. Amounts are in the currency's smallest unit.
 */
const SCHEMA = `
CREATE SCHEMA IF NOT EXISTS sandbox;

CREATE TABLE IF NOT EXISTS sandbox.payment_methods (
  id text PRIMARY KEY,
  test_card text NOT NULL,
  -- Brand, last four digits and expiry. The number is never stored.
  card jsonb NOT NULL,
  billing_details jsonb NOT NULL,
  created timestamptz NOT NULL
);

CREATE TABLE IF NOT EXISTS sandbox.customers (
  id text PRIMARY KEY,
  details jsonb NOT NULL,
  metadata jsonb NOT NULL,
  deleted_at timestamptz,
  created timestamptz NOT NULL
);
ALTER TABLE sandbox.payment_methods
  ADD COLUMN IF NOT EXISTS seq bigint GENERATED ALWAYS AS IDENTITY,
  ADD COLUMN IF NOT EXISTS customer text,
  -- A detached payment method cannot be used again.
  ADD COLUMN IF NOT EXISTS is_detached boolean NOT NULL DEFAULT false;
CREATE INDEX IF NOT EXISTS payment_methods_of_customer ON sandbox.payment_methods (customer, seq)
  WHERE customer IS NOT NULL;

CREATE TABLE IF NOT EXISTS sandbox.payment_intents (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  client_secret text NOT NULL,
  status text NOT NULL CHECK (status IN ('requires_payment_method', 'requires_confirmation', 'requires_action',
    'processing', 'succeeded', 'canceled')),
  amount integer NOT NULL CHECK (amount > 0),
  amount_received integer NOT NULL DEFAULT 0,
  currency text NOT NULL,
  details jsonb NOT NULL,
  metadata jsonb NOT NULL,
  payment_method text REFERENCES sandbox.payment_methods,
  return_url text,
  -- The token of the 3-D Secure page that may finish the current attempt.
  challenge text,
  last_payment_error jsonb,
  latest_charge text,
  cancellation_reason text,
  canceled_at timestamptz,
  -- When a payment under way comes through.
  settles_at timestamptz,
  created timestamptz NOT NULL,
  CHECK (amount_received = CASE WHEN status = 'succeeded' THEN amount ELSE 0 END),
  CHECK ((status = 'requires_action') = (challenge IS NOT NULL)),
  CHECK ((status = 'processing') = (settles_at IS NOT NULL))
);
CREATE INDEX IF NOT EXISTS payment_intents_under_way ON sandbox.payment_intents (settles_at)
  WHERE settles_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS sandbox.challenges (
  token text PRIMARY KEY,
  payment_intent text NOT NULL REFERENCES sandbox.payment_intents,
  return_url text
);

CREATE TABLE IF NOT EXISTS sandbox.charges (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  payment_intent text NOT NULL REFERENCES sandbox.payment_intents,
  payment_method text NOT NULL REFERENCES sandbox.payment_methods,
  amount integer NOT NULL CHECK (amount > 0),
  amount_refunded integer NOT NULL DEFAULT 0 CHECK (amount_refunded BETWEEN 0 AND amount),
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('succeeded', 'failed')),
  decline jsonb,
  authenticated boolean NOT NULL,
  details jsonb NOT NULL,
  metadata jsonb NOT NULL,
  created timestamptz NOT NULL,
  CHECK (status = 'succeeded' OR amount_refunded = 0)
);
CREATE INDEX IF NOT EXISTS charges_of_intent ON sandbox.charges (payment_intent);
-- Nobody is charged twice for one intent.
CREATE UNIQUE INDEX IF NOT EXISTS charges_one_success ON sandbox.charges (payment_intent) WHERE status = 'succeeded';

CREATE TABLE IF NOT EXISTS sandbox.refunds (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  charge text NOT NULL REFERENCES sandbox.charges,
  payment_intent text NOT NULL REFERENCES sandbox.payment_intents,
  amount integer NOT NULL CHECK (amount > 0),
  currency text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
  reason text,
  metadata jsonb NOT NULL,
  -- When the bank's late answer arrives: a pending one then succeeds, a succeeded one then fails.
  settles_at timestamptz,
  created timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS refunds_of_charge ON sandbox.refunds (charge);
CREATE INDEX IF NOT EXISTS refunds_under_way ON sandbox.refunds (settles_at) WHERE settles_at IS NOT NULL;

CREATE TABLE IF NOT EXISTS sandbox.events (
  id text PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  type text NOT NULL,
  event jsonb NOT NULL,
  created timestamptz NOT NULL
);

CREATE TABLE IF NOT EXISTS sandbox.deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event text NOT NULL REFERENCES sandbox.events,
  -- When it is sent next. Whoever sends it moves this on first, so that a crash only delays it.
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  is_reversed boolean NOT NULL,
  ended text CHECK (ended IN ('delivered', 'given_up'))
);
CREATE INDEX IF NOT EXISTS deliveries_due ON sandbox.deliveries (due_at) WHERE ended IS NULL;

CREATE TABLE IF NOT EXISTS sandbox.idempotency_keys (
  key text PRIMARY KEY,
  fingerprint text NOT NULL,
  request text NOT NULL,
  status integer NOT NULL,
  body jsonb NOT NULL,
  created timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS idempotency_keys_by_age ON sandbox.idempotency_keys (created);
`;

/** Creates the sandbox's tables in the caller's transaction, to restore a backup of them. */
export async function createSandboxTables(client: { query(sql: string): Promise<unknown> }): Promise<void> {
  await client.query(SCHEMA);
}

/** Creates missing sandbox tables. If several sandboxes start at once, one creates them and the others wait. */
export async function createSchema(transact: Transactor): Promise<void> {
  await transact(async (tx) => {
    await tx.query("SELECT pg_advisory_xact_lock(hashtext('stoa sandbox schema'))");
    await tx.query("SET LOCAL client_min_messages = 'warning'");
    await tx.query(SCHEMA);
  });
}
