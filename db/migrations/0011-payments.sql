-- Deposits on the test chains: plans, quotes with an address each, payments seen on the chains, the scanners' window of blocks.
CREATE SCHEMA payments;

-- The operator's plans. The amount is the least of a plan, in hundredths of the reader's currency. A retired plan stays, so
-- that deposits of it can be told apart.
CREATE TABLE payments.plans (
  id text PRIMARY KEY CHECK (id ~ '^[a-z0-9][a-z0-9-]{1,63}$'),
  account text NOT NULL CHECK (account IN ('trading', 'mining')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  place smallint NOT NULL,
  coin text CHECK (coin IN ('BTC', 'ETH', 'LTC', 'XRP', 'ZEC', 'XMR')),
  -- Thousandths of a TH/s.
  hash_giga bigint CHECK (hash_giga > 0),
  retired_at_ms bigint,
  CHECK ((account = 'mining') = (coin IS NOT NULL) AND (account = 'mining') = (hash_giga IS NOT NULL))
);
CREATE UNIQUE INDEX plans_name ON payments.plans (account, coalesce(coin, ''), lower(name)) WHERE retired_at_ms IS NULL;
INSERT INTO payments.plans (id, account, name, amount_minor, place, coin, hash_giga) VALUES
  ('starter', 'trading', 'Starter', 100_00, 1, NULL, NULL),
  ('bronze', 'trading', 'Bronze', 500_00, 2, NULL, NULL),
  ('silver', 'trading', 'Silver', 2500_00, 3, NULL, NULL),
  ('gold', 'trading', 'Gold', 10000_00, 4, NULL, NULL),
  ('custom', 'trading', 'Custom', 10_00, 5, NULL, NULL),
  ('btc-basic', 'mining', 'Basic', 300_00, 1, 'BTC', 15_000),
  ('btc-plus', 'mining', 'Plus', 1500_00, 2, 'BTC', 80_000),
  ('btc-custom', 'mining', 'Custom', 300_00, 3, 'BTC', 15_000),
  ('eth-basic', 'mining', 'Basic', 300_00, 4, 'ETH', 2_000),
  ('eth-custom', 'mining', 'Custom', 300_00, 5, 'ETH', 2_000),
  ('ltc-basic', 'mining', 'Basic', 300_00, 6, 'LTC', 4_000),
  ('xrp-basic', 'mining', 'Basic', 300_00, 7, 'XRP', 6_000),
  ('zec-basic', 'mining', 'Basic', 300_00, 8, 'ZEC', 1_000),
  ('xmr-basic', 'mining', 'Basic', 300_00, 9, 'XMR', 500);

-- Every address that was given out, counted from 0 for each coin: the index of its key below the account's public key. Looked
-- up by every scanner, so the same on every machine; the shard says where the deposit is.
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

CREATE TYPE payments.deposit_state AS ENUM ('quoted', 'pending_approval', 'seen', 'confirming', 'partial', 'credited', 'expired', 'cancelled', 'reversed');

CREATE TABLE payments.deposits (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  plan_id text NOT NULL,
  plan text NOT NULL,
  -- Null: for the trading account; otherwise the coin that the mining plan is for.
  mining_coin text,
  -- What is asked for: so much of this coin for so much of this cash. The two together are the rate that is held.
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  coin_minor bigint NOT NULL CHECK (coin_minor > 0),
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- The ticks behind it: {"coin": {symbol, seq, price, scale}, "cash": the same or null}.
  rate jsonb NOT NULL,
  address text NOT NULL,
  state payments.deposit_state NOT NULL,
  outcome text CHECK (outcome IN ('exact', 'partial', 'over', 'late', 'receipt')),
  quoted_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  cancelled_at_ms bigint,
  -- Sums over its payments, and what two operators have advanced on a receipt and no payment has covered yet.
  credited_coin_minor bigint NOT NULL DEFAULT 0 CHECK (credited_coin_minor >= 0),
  credited_minor bigint NOT NULL DEFAULT 0 CHECK (credited_minor >= 0),
  advanced_minor bigint NOT NULL DEFAULT 0 CHECK (advanced_minor >= 0),
  -- Of a reversal, what the customer's balance did not cover.
  shortfall_minor bigint NOT NULL DEFAULT 0 CHECK (shortfall_minor >= 0),
  receipt_file uuid,
  receipt_state text CHECK (receipt_state IN ('pending', 'proposed', 'approved', 'declined')),
  receipt_reason text,
  receipt_at_ms bigint,
  PRIMARY KEY (shard, customer_id, id),
  CHECK ((receipt_file IS NULL) = (receipt_state IS NULL))
);
-- What the settling pass looks at.
CREATE INDEX deposits_open ON payments.deposits (expires_at_ms) WHERE state IN ('quoted', 'pending_approval', 'seen', 'confirming', 'partial');
-- Operators name a deposit by its id alone.
CREATE INDEX deposits_id ON payments.deposits (id);
CREATE INDEX deposits_receipts ON payments.deposits (receipt_at_ms) WHERE receipt_state IN ('pending', 'proposed');

-- Payments to our addresses. The key names one for ever (chains.md): a block that is scanned twice changes nothing.
CREATE TABLE payments.chain_payments (
  shard smallint NOT NULL,
  coin text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 180),
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  txid text NOT NULL,
  -- In the ledger's minor units, and the rest in the chain's own units that the ledger cannot hold.
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  rest_units bigint NOT NULL CHECK (rest_units >= 0),
  min_confirmations int NOT NULL,
  first_seen_at_ms bigint NOT NULL,
  -- When it was first found in a block.
  included_at_ms bigint,
  -- Null: waiting for a block, or orphaned.
  height int,
  block_hash text,
  -- Whether the node still speaks of it; one that was replaced is gone.
  pending boolean NOT NULL,
  -- Set while it is credited.
  credited_minor bigint,
  -- What of it the customer was given; the rest covered an advance.
  paid_out_minor bigint,
  -- How often it was credited: each time has a ledger key of its own.
  credits int NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, coin, key),
  CHECK ((height IS NULL) = (block_hash IS NULL))
);
CREATE INDEX chain_payments_deposit ON payments.chain_payments (shard, customer_id, deposit_id);
CREATE INDEX chain_payments_block ON payments.chain_payments (coin, block_hash);
-- What has something to be done about: not credited yet, or credited and orphaned.
CREATE INDEX chain_payments_due ON payments.chain_payments (coin) WHERE credited_minor IS NULL OR height IS NULL;

-- The scanners' window of blocks, newest last, and whether a scanner stands still until somebody has looked.
CREATE TABLE payments.chain_blocks (
  coin text NOT NULL,
  height int NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (coin, height)
);
CREATE TABLE payments.scanners (
  coin text PRIMARY KEY CHECK (coin IN ('BTC', 'ETH')),
  halted_at_ms bigint,
  halt_reason text
);
INSERT INTO payments.scanners (coin) VALUES ('BTC'), ('ETH');
