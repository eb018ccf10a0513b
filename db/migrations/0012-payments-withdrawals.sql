-- Withdrawals: requests and their states, the address book, and what is sent on the chains. Design: chains.md "Withdrawals".
CREATE SCHEMA IF NOT EXISTS payments;

-- One row a customer who has withdrawals or addresses. Its lock puts the requests of one customer in turn, so that the limits
-- hold for those made at the same moment.
CREATE TABLE payments.withdrawers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  since_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id)
);

-- The address book. Destinations are encrypted by the server (server/payments/withdrawals/destination.ts) and found by a keyed hash.
CREATE TABLE payments.addresses (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  method text NOT NULL CHECK (method IN ('BTC', 'ETH', 'PayPal', 'Bank')),
  label text NOT NULL,
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
  destination_sealed bytea NOT NULL,
  added_at_ms bigint NOT NULL,
  usable_at_ms bigint NOT NULL CHECK (usable_at_ms >= added_at_ms),
  removed_at_ms bigint,
  PRIMARY KEY (shard, customer_id, id)
);
CREATE UNIQUE INDEX addresses_once ON payments.addresses (shard, customer_id, fingerprint) WHERE removed_at_ms IS NULL;

-- What a customer asked for. `amount_minor` of `asset` leaves the account `code`; `paid_minor` of `paid_asset` is that at the
-- rate of the request, of which `fee_minor` pays the network and the rest arrives. States: contract/withdrawals.ts.
CREATE TABLE payments.withdrawals (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  method text NOT NULL CHECK (method IN ('BTC', 'ETH', 'PayPal', 'Bank')),
  code text NOT NULL,
  asset text NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  principal_minor bigint NOT NULL CHECK (principal_minor >= 0),
  interest_minor bigint NOT NULL CHECK (interest_minor >= 0),
  paid_asset text NOT NULL,
  paid_minor bigint NOT NULL CHECK (paid_minor > 0),
  fee_minor bigint NOT NULL CHECK (fee_minor >= 0 AND fee_minor < paid_minor),
  usd_minor bigint NOT NULL CHECK (usd_minor >= 0),
  -- The ticks that the rate was made of: [{asset, symbol, seq, price, scale}].
  rates jsonb NOT NULL,
  destination_sealed bytea NOT NULL,
  state text NOT NULL DEFAULT 'PENDING' CHECK (state IN ('PENDING', 'APPROVED', 'SENT', 'COMPLETED', 'REFUSED', 'CANCELLED')),
  -- How far the sending has come: null, planned, signed, broadcast, confirmed.
  step text CHECK (step IN ('reserved', 'signed', 'broadcast', 'confirmed')),
  -- What holds it up beside its state: funds, chain_away, frozen, failed_on_chain.
  wait text CHECK (wait IN ('funds', 'chain_away', 'frozen', 'failed_on_chain')),
  hold_note text,
  reason text CHECK (reason IN ('insufficient_funds', 'inaccurate_information', 'suspected_financial_crime', 'destination_unusable')),
  -- The ledger's pending transfer that holds the amount.
  pending_id bigint NOT NULL,
  usable_at_ms bigint NOT NULL,
  requested_at_ms bigint NOT NULL,
  promised_by_ms bigint NOT NULL,
  approval_id text,
  proposed_by uuid,
  approved_by uuid,
  approved_at_ms bigint,
  sent_at_ms bigint,
  ended_at_ms bigint,
  confirmations int NOT NULL DEFAULT 0,
  txid text,
  attempts int NOT NULL DEFAULT 0,
  document_number text,
  PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT withdrawals_parts_sum CHECK (principal_minor + interest_minor = amount_minor),
  CONSTRAINT withdrawals_end_has_time CHECK ((state IN ('COMPLETED', 'REFUSED', 'CANCELLED')) = (ended_at_ms IS NOT NULL)),
  CONSTRAINT withdrawals_refusal_has_reason CHECK ((state = 'REFUSED') = (reason IS NOT NULL)),
  CONSTRAINT withdrawals_approval_has_operator CHECK (state NOT IN ('APPROVED', 'SENT', 'COMPLETED') OR approved_by IS NOT NULL),
  CONSTRAINT withdrawals_payout_leaves_trace CHECK (state <> 'COMPLETED' OR (txid IS NOT NULL) <> (document_number IS NOT NULL))
);
CREATE INDEX withdrawals_open ON payments.withdrawals (requested_at_ms) WHERE state IN ('PENDING', 'APPROVED', 'SENT');
CREATE INDEX withdrawals_ended ON payments.withdrawals (ended_at_ms DESC, id) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX withdrawals_completed ON payments.withdrawals (ended_at_ms DESC, id) WHERE state = 'COMPLETED';

-- Ended is ended, and what was asked for is never edited.
CREATE FUNCTION payments.keep_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.state IN ('COMPLETED', 'REFUSED', 'CANCELLED')
    OR (new.method, new.code, new.asset, new.amount_minor, new.principal_minor, new.interest_minor, new.paid_asset, new.paid_minor, new.fee_minor,
        new.usd_minor, new.destination_sealed, new.pending_id, new.requested_at_ms, new.promised_by_ms)
      IS DISTINCT FROM (old.method, old.code, old.asset, old.amount_minor, old.principal_minor, old.interest_minor, old.paid_asset, old.paid_minor, old.fee_minor,
        old.usd_minor, old.destination_sealed, old.pending_id, old.requested_at_ms, old.promised_by_ms)
    OR (old.state, new.state) IN (('SENT', 'PENDING'), ('SENT', 'APPROVED'), ('SENT', 'CANCELLED'), ('APPROVED', 'PENDING'), ('APPROVED', 'CANCELLED'), ('PENDING', 'SENT'), ('PENDING', 'COMPLETED')) THEN
    RAISE EXCEPTION 'withdrawal % is % and cannot become this', old.id, old.state;
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER withdrawals_keep BEFORE UPDATE ON payments.withdrawals FOR EACH ROW EXECUTE FUNCTION payments.keep_withdrawal();

-- Transactions of our own, of the house and not of a customer: attempts to pay a withdrawal, and sweeps of deposit addresses to the
-- treasury. The raw transaction is stored before it is broadcast, and is never changed.
CREATE TABLE payments.sends (
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  id uuid NOT NULL,
  -- The withdrawal, or for a sweep the send itself. Attempts of one holder may claim the same outputs or nonce.
  holder uuid NOT NULL,
  customer_id uuid,
  plan jsonb NOT NULL,
  change_index int NOT NULL,
  state text NOT NULL CHECK (state IN ('planned', 'signed', 'broadcast', 'confirmed', 'dead')),
  raw text,
  txid text,
  fee_minor bigint,
  planned_at_ms bigint NOT NULL,
  signed_at_ms bigint,
  broadcast_at_ms bigint,
  ended_at_ms bigint,
  PRIMARY KEY (coin, id),
  CONSTRAINT sends_signed_before_broadcast CHECK (state NOT IN ('signed', 'broadcast', 'confirmed') OR (raw IS NOT NULL AND txid IS NOT NULL))
);
CREATE UNIQUE INDEX sends_txid ON payments.sends (coin, txid) WHERE txid IS NOT NULL;
CREATE INDEX sends_live ON payments.sends (coin, planned_at_ms) WHERE state IN ('planned', 'signed', 'broadcast');
CREATE INDEX sends_holder ON payments.sends (coin, holder);

CREATE FUNCTION payments.keep_send() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (old.raw IS NOT NULL AND (new.raw, new.txid) IS DISTINCT FROM (old.raw, old.txid)) OR (new.plan, new.holder) IS DISTINCT FROM (old.plan, old.holder) THEN
    RAISE EXCEPTION 'send % is signed: it is never changed', old.id;
  END IF;
  RETURN new;
END $$;
CREATE TRIGGER sends_keep BEFORE UPDATE ON payments.sends FOR EACH ROW EXECUTE FUNCTION payments.keep_send();

-- What live sends use up: outputs, or nonces. One holder each, so that no coin is spent for two withdrawals.
CREATE TABLE payments.claims (
  coin text NOT NULL,
  claim text NOT NULL,
  holder uuid NOT NULL,
  PRIMARY KEY (coin, claim)
);
CREATE INDEX claims_holder ON payments.claims (coin, holder);
