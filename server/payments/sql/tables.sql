-- Deposits on the test chains: plans, quotes with their own addresses, payments seen on the chains, and the scanners'
-- window of blocks.
CREATE SCHEMA payments;

-- The plans that operators offer. `amount_minor` is the plan's minimum, in hundredths of the customer's currency. A
-- retired plan is kept, because deposits refer to it.
CREATE TABLE payments.plans (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{1,63}$'),
  account text NOT NULL CHECK (account IN ('trading', 'mining')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  place smallint NOT NULL,
  coin text CHECK (coin IN ('BTC', 'ETH', 'LTC', 'XRP', 'ZEC', 'XMR')),
  -- Hashes (solutions) per second.
  hashes_per_s bigint CHECK (hashes_per_s > 0),
  retired_at_ms bigint,
  CHECK ((account = 'mining') = (coin IS NOT NULL) AND (account = 'mining') = (hashes_per_s IS NOT NULL))
);
CREATE UNIQUE INDEX plans_name ON payments.plans (account, coalesce(coin, ''), lower(name)) WHERE retired_at_ms IS NULL;

INSERT INTO payments.plans (id, account, name, amount_minor, place, coin, hashes_per_s) VALUES
  ('starter', 'trading', 'Starter', 100_00, 1, NULL, NULL),
  ('bronze', 'trading', 'Bronze', 500_00, 2, NULL, NULL),
  ('silver', 'trading', 'Silver', 2500_00, 3, NULL, NULL),
  ('gold', 'trading', 'Gold', 10000_00, 4, NULL, NULL),
  ('custom', 'trading', 'Custom', 10_00, 5, NULL, NULL),
  ('btc-basic', 'mining', 'Basic', 300_00, 1, 'BTC', 15000000000000),
  ('btc-plus', 'mining', 'Plus', 1500_00, 2, 'BTC', 80000000000000),
  ('btc-custom', 'mining', 'Custom', 300_00, 3, 'BTC', 15000000000000),
  ('eth-basic', 'mining', 'Basic', 300_00, 4, 'ETH', 14000000000000),
  ('eth-custom', 'mining', 'Custom', 300_00, 5, 'ETH', 14000000000000),
  ('ltc-basic', 'mining', 'Basic', 300_00, 6, 'LTC', 4500000000),
  ('xrp-basic', 'mining', 'Basic', 300_00, 7, 'XRP', 14000000000000),
  ('zec-basic', 'mining', 'Basic', 300_00, 8, 'ZEC', 60000),
  ('xmr-basic', 'mining', 'Basic', 300_00, 9, 'XMR', 35000),
  ('ltc-custom', 'mining', 'Custom', 300_00, 10, 'LTC', 4500000000),
  ('xrp-custom', 'mining', 'Custom', 300_00, 11, 'XRP', 14000000000000),
  ('zec-custom', 'mining', 'Custom', 300_00, 12, 'ZEC', 60000),
  ('xmr-custom', 'mining', 'Custom', 300_00, 13, 'XMR', 35000);

-- Every issued address. `index` counts from 0 for each coin and is the index of the address's key below the account's
-- public key. Scanners read all addresses, so this table is the same on every machine; `shard` is the deposit's.
CREATE TABLE payments.deposit_addresses (
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  index int NOT NULL CHECK (index >= 0),
  address text NOT NULL,
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  PRIMARY KEY (coin, index),
  UNIQUE (coin, address)
);

CREATE TYPE payments.deposit_state AS ENUM ('quoted', 'pending_approval', 'seen', 'confirming', 'partial', 'credited',
  'expired', 'cancelled', 'reversed');

-- A deposit: the quote, the address and what was credited. The customer opens it; the scanner's settling pass and
-- operators advance its state. Rows are kept; closing the account removes the file of the payment receipt.
CREATE TABLE payments.deposits (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  plan_id text NOT NULL,
  plan text NOT NULL,
  -- Null: for the trading account; otherwise the coin of the mining plan.
  mining_coin text,
  -- The quote: this many coins for this amount of cash, at the rate that is held.
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  coin_minor bigint NOT NULL CHECK (coin_minor > 0),
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- The ticks of the rate: {"coin": {symbol, seq, price, scale}, "cash": the same or null}.
  rate jsonb NOT NULL,
  address text NOT NULL,
  state payments.deposit_state NOT NULL,
  outcome text CHECK (outcome IN ('exact', 'partial', 'over', 'late', 'receipt')),
  quoted_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  cancelled_at_ms bigint,
  -- Sums over its payments, and the amount that two operators advanced on a receipt and that no payment has covered
  -- yet.
  credited_coin_minor bigint NOT NULL DEFAULT 0 CHECK (credited_coin_minor >= 0),
  credited_minor bigint NOT NULL DEFAULT 0 CHECK (credited_minor >= 0),
  advanced_minor bigint NOT NULL DEFAULT 0 CHECK (advanced_minor >= 0),
  -- The part of a reversal that the customer's balance didn't cover.
  shortfall_minor bigint NOT NULL DEFAULT 0 CHECK (shortfall_minor >= 0),
  receipt_file uuid,
  receipt_state text CHECK (receipt_state IN ('pending', 'proposed', 'approved', 'declined')),
  receipt_reason text,
  receipt_at_ms bigint,
  -- What a deposit pays for: the trading account, or a contract in another module, which begins when the deposit is
  -- credited. `terms` belongs to that module; `began_minor` is the price of the contract, and null again once the
  -- contract is undone.
  purpose text NOT NULL DEFAULT 'trading' CHECK (purpose IN ('trading', 'mining', 'farming')),
  terms jsonb,
  began_at_ms bigint,
  began_minor bigint CHECK (began_minor > 0),
  -- Why a credited deposit began no contract: its customer had started a pause.
  not_begun text CHECK (not_begun IN ('paused')),
  PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT deposits_began_whole CHECK (began_minor IS NULL OR began_at_ms IS NOT NULL),
  -- A receipt's file may be removed once the receipt is approved or declined, but not before.
  CONSTRAINT deposits_receipt_has_state CHECK (receipt_file IS NULL OR receipt_state IS NOT NULL),
  CONSTRAINT deposits_receipt_to_look_at CHECK (receipt_file IS NOT NULL
    OR receipt_state NOT IN ('pending', 'proposed'))
);

-- The deposits that the settling pass reads.
CREATE INDEX deposits_open ON payments.deposits (expires_at_ms)
  WHERE state IN ('quoted', 'pending_approval', 'seen', 'confirming', 'partial');

-- Operators identify a deposit only by its id.
CREATE INDEX deposits_id ON payments.deposits (id);
CREATE INDEX deposits_receipts ON payments.deposits (receipt_at_ms) WHERE receipt_state IN ('pending', 'proposed');

-- Payments to our addresses. The key identifies a payment permanently (docs/spec/chains.md), so scanning a block twice
-- changes nothing.
CREATE TABLE payments.chain_payments (
  shard smallint NOT NULL,
  coin text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 180),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  txid text NOT NULL,
  -- The amount in the ledger's minor units, and the remainder in the chain's own units, which the ledger can't hold.
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  rest_units bigint NOT NULL CHECK (rest_units >= 0),
  min_confirmations int NOT NULL,
  first_seen_at_ms bigint NOT NULL,
  -- When it was first found in a block.
  included_at_ms bigint,
  -- Null while it is unconfirmed or orphaned.
  height int,
  block_hash text,
  -- Whether the node still has it; a replaced payment is gone.
  pending boolean NOT NULL,
  -- The credited value. Null unless the payment is currently credited.
  credited_minor bigint,
  -- The part that the customer received; the rest covered an advance.
  paid_out_minor bigint,
  -- How many times it was credited. Each credit has its own ledger key.
  credits int NOT NULL DEFAULT 0,
  -- When a payment above the customer's own deposit limit was held. It is credited once the limit allows it.
  held_at_ms bigint,
  -- Coins of a payment above the quote. They are in the customer's refund account until the customer has them credited
  -- or withdraws them. `aside_until_ms`: when they are credited if the customer doesn't choose; null if there is no
  -- choice to make.
  aside_minor bigint NOT NULL DEFAULT 0 CHECK (aside_minor >= 0),
  aside_until_ms bigint,
  -- Coins that had already left the refund account when the payment was reversed. They are never credited twice.
  aside_missing_minor bigint NOT NULL DEFAULT 0 CHECK (aside_missing_minor >= 0),
  -- Set when the customer asks for a refund of a held payment instead of having it credited.
  sent_back_at_ms bigint,
  -- When the payment was first credited. From then on, the values read from the chain never change. Null for payments
  -- that were credited before this column existed.
  first_credited_at_ms bigint,
  PRIMARY KEY (shard, coin, key),
  CHECK ((height IS NULL) = (block_hash IS NULL)),
  CONSTRAINT held_or_credited CHECK (held_at_ms IS NULL OR credited_minor IS NULL),
  CONSTRAINT aside_within_payment CHECK (aside_minor + aside_missing_minor <= amount_minor)
);
CREATE INDEX chain_payments_deposit ON payments.chain_payments (shard, customer_id, deposit_id);
CREATE INDEX chain_payments_block ON payments.chain_payments (coin, block_hash);

-- Payments that still need work: not credited yet, or credited and orphaned.
CREATE INDEX chain_payments_due ON payments.chain_payments (coin) WHERE credited_minor IS NULL OR height IS NULL;

-- The scanners' window of blocks, newest last, and whether a scanner is halted until an operator resumes it.
CREATE TABLE payments.chain_blocks (
  coin text NOT NULL,
  height int NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (coin, height)
);

-- Whether a coin's scanner is halted, and why. Migrations add the rows. The scanner halts itself, and an operator
-- resumes it.
CREATE TABLE payments.scanners (
  coin text PRIMARY KEY CHECK (coin IN ('BTC', 'ETH')),
  halted_at_ms bigint,
  halt_reason text
);

INSERT INTO payments.scanners (coin) VALUES ('BTC'), ('ETH');

-- One row for each customer who has withdrawals or addresses. The row lock serialises the customer's requests, so that
-- limits also hold for simultaneous requests.
CREATE TABLE payments.withdrawers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  since_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id)
);

-- The address book. The server encrypts destinations and finds them by a keyed hash
-- (server/payments/withdrawals/address-book/destination.ts).
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

-- A customer's requests. `amount_minor` of `asset` leaves the account `code`; `paid_minor` of `paid_asset` is the
-- equivalent at the rate of the request: `fee_minor` of it pays the network, and the rest arrives. States:
-- api/states/withdrawal-states.ts.
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
  -- The ticks of the rate: [{asset, symbol, seq, price, scale}].
  rates jsonb NOT NULL,
  destination_sealed bytea,
  state text NOT NULL DEFAULT 'PENDING'
    CHECK (state IN ('PENDING', 'APPROVED', 'SENT', 'COMPLETED', 'REFUSED', 'CANCELLED')),
  -- The progress of the payment; null before a transaction is planned.
  step text CHECK (step IN ('reserved', 'signed', 'broadcast', 'confirmed')),
  -- What delays it, in addition to its state: funds, chain_away, frozen, failed_on_chain.
  wait text CHECK (wait IN ('funds', 'chain_away', 'frozen', 'failed_on_chain')),
  hold_note text,
  reason text
    CHECK (reason IN ('insufficient_funds', 'inaccurate_information', 'suspected_financial_crime',
    'destination_unusable')),
  -- The ledger's pending transfer that reserves the amount.
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
  CONSTRAINT withdrawals_end_has_time
    CHECK ((state IN ('COMPLETED', 'REFUSED', 'CANCELLED')) = (ended_at_ms IS NOT NULL)),
  CONSTRAINT withdrawals_refusal_has_reason CHECK ((state = 'REFUSED') = (reason IS NOT NULL)),
  CONSTRAINT withdrawals_approval_has_operator CHECK (state NOT IN ('APPROVED', 'SENT', 'COMPLETED')
    OR approved_by IS NOT NULL),
  CONSTRAINT withdrawals_payout_leaves_trace CHECK (state <> 'COMPLETED'
    OR (txid IS NOT NULL) <> (document_number IS NOT NULL)),
  -- Closing an account erases withdrawal destinations and payment receipts; amounts, times and states are kept.
  CONSTRAINT withdrawals_known_until_end CHECK (destination_sealed IS NOT NULL OR ended_at_ms IS NOT NULL)
);
CREATE INDEX withdrawals_open ON payments.withdrawals (requested_at_ms) WHERE state IN ('PENDING', 'APPROVED', 'SENT');
CREATE INDEX withdrawals_ended ON payments.withdrawals (ended_at_ms DESC, id) WHERE ended_at_ms IS NOT NULL;
CREATE INDEX withdrawals_completed ON payments.withdrawals (ended_at_ms DESC, id) WHERE state = 'COMPLETED';

-- The house's own transactions: attempts to pay a withdrawal, and sweeps of deposit addresses to the treasury. The raw
-- transaction is stored before it is broadcast, and never changes.
CREATE TABLE payments.sends (
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  id uuid NOT NULL,
  -- The withdrawal or, for a sweep, the send itself. Attempts for one holder may claim the same outputs or nonce.
  holder uuid NOT NULL,
  customer_id uuid,
  draft jsonb NOT NULL,
  change_index int NOT NULL,
  state text NOT NULL CHECK (state IN ('planned', 'signed', 'broadcast', 'confirmed', 'dead')),
  raw text,
  txid text,
  fee_minor bigint,
  planned_at_ms bigint NOT NULL,
  signed_at_ms bigint,
  broadcast_at_ms bigint,
  ended_at_ms bigint,
  -- When a reorganisation removed a completed payment, and when a payment was buried so deep that it is no longer
  -- checked.
  vanished_at_ms bigint,
  buried_at_ms bigint,
  PRIMARY KEY (coin, id),
  CONSTRAINT sends_signed_before_broadcast CHECK (state NOT IN ('signed', 'broadcast', 'confirmed')
    OR (raw IS NOT NULL AND txid IS NOT NULL))
);
CREATE UNIQUE INDEX sends_txid ON payments.sends (coin, txid) WHERE txid IS NOT NULL;
CREATE INDEX sends_live ON payments.sends (coin, planned_at_ms) WHERE state IN ('planned', 'signed', 'broadcast');
CREATE INDEX sends_holder ON payments.sends (coin, holder);

-- The outputs or nonces that open sends use. Each has one holder, so that no coin is spent for two withdrawals.
CREATE TABLE payments.claims (
  coin text NOT NULL,
  claim text NOT NULL,
  holder uuid NOT NULL,
  PRIMARY KEY (coin, claim)
);
CREATE INDEX claims_holder ON payments.claims (coin, holder);

-- Bonuses with the terms that applied when they were granted. The money is in the ledger account `bonus`; how much of
-- it is locked follows from these rows and the settled stakes (server/payments/bonus/terms.ts).
CREATE TABLE payments.bonus_grants (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- Stakes that must settle after the bonus was granted.
  turnover_minor bigint NOT NULL CHECK (turnover_minor >= 0),
  granted_at_ms bigint NOT NULL,
  -- Null: granted by the rule for verified customers, once for each customer.
  operator_id uuid,
  why text NOT NULL CHECK (length(why) BETWEEN 10 AND 300),
  PRIMARY KEY (shard, customer_id, id)
);
CREATE UNIQUE INDEX bonus_grants_of_rule ON payments.bonus_grants (shard, customer_id) WHERE operator_id IS NULL;


-- Reviews of plans by customers who hold or held them, one for each customer and plan. The author's name comes from
-- the identity module, so that a closed account leaves no name here.
CREATE TABLE payments.reviews (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('trading', 'mining', 'farming')),
  plan_id text NOT NULL,
  id uuid NOT NULL,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  text text NOT NULL CHECK (length(text) <= 1000),
  written_at_ms bigint NOT NULL,
  edited_at_ms bigint,
  hidden_reason text CHECK (hidden_reason IN ('personal_data', 'abuse', 'off_topic', 'advertising')),
  PRIMARY KEY (shard, customer_id, kind, plan_id)
);
CREATE INDEX reviews_of_plan ON payments.reviews (kind, plan_id, written_at_ms DESC);
CREATE INDEX reviews_id ON payments.reviews (id);

-- What remains to be erased, by customer.
CREATE INDEX withdrawals_unerased ON payments.withdrawals (shard, customer_id) WHERE destination_sealed IS NOT NULL
  AND ended_at_ms IS NOT NULL;
CREATE INDEX deposits_receipt_kept ON payments.deposits (shard, customer_id) WHERE receipt_file IS NOT NULL;
CREATE INDEX deposits_receipt_file ON payments.deposits (receipt_file) WHERE receipt_file IS NOT NULL;
CREATE INDEX sends_unburied ON payments.sends (coin) WHERE state = 'confirmed' AND buried_at_ms IS NULL;
CREATE INDEX chain_payments_aside ON payments.chain_payments (aside_until_ms) WHERE aside_until_ms IS NOT NULL;

-- The terms of each plan over time. A version applies until the plan's next one. `is_offered` is false once the plan is
-- retired.
CREATE TABLE payments.plan_versions (
  plan_id text NOT NULL REFERENCES payments.plans,
  -- 0: the plan when this history began. Earlier offers were not kept.
  version int NOT NULL CHECK (version >= 0),
  from_ms bigint NOT NULL,
  account text NOT NULL,
  name text NOT NULL,
  amount_minor bigint NOT NULL,
  coin text,
  hashes_per_s bigint,
  is_offered boolean NOT NULL,
  PRIMARY KEY (plan_id, version)
);

INSERT INTO payments.plan_versions
SELECT id, 0, 0, account, name, amount_minor, coin, hashes_per_s, true FROM payments.plans;
