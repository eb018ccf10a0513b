-- Mining contracts, the output of each day, and the inputs from which it was computed. Rules: server/mining/reward.ts.
CREATE SCHEMA mining;

-- A coin's difficulty and subsidy from `from_ms` on. Rows never change; a new row takes their place.
CREATE TABLE mining.parameters (
  coin text NOT NULL CHECK (coin IN ('BTC', 'LTC', 'ZEC', 'XMR')),
  from_ms bigint NOT NULL,
  -- In hundred-millionths.
  difficulty_e8 numeric(40, 0) NOT NULL CHECK (difficulty_e8 > 0),
  subsidy_minor bigint NOT NULL CHECK (subsidy_minor >= 0),
  height int NOT NULL CHECK (height >= 0),
  source text NOT NULL CHECK (length(source) BETWEEN 10 AND 300),
  observed_on date NOT NULL,
  set_by uuid,
  -- Setting parameters takes two operators.
  approved_by uuid,
  PRIMARY KEY (coin, from_ms)
);

INSERT INTO mining.parameters (coin, from_ms, difficulty_e8, subsidy_minor, height, source, observed_on) VALUES
  ('BTC', 0, 11045190737464980000000, 312500000, 878976,
    'Bitcoin main chain, difficulty after the adjustment at block 878,976; subsidy by the consensus rule since block 840,000', '2025-01-12'),
  ('LTC', 0, 8361982371858509, 625000000, 2872444,
    'Litecoin main chain at block 2,872,444 as a pool''s network record gave it; subsidy by the consensus rule since block 2,520,000', '2025-03-31'),
  ('ZEC', 0, 8200000000000000, 125000000, 2800000,
    'Estimate from a network rate of about 9 GSol/s and 75 seconds a block; the miner''s 80 % of 1.5625 ZEC by the consensus rule', '2025-03-31'),
  ('XMR', 0, 60000000000000000000, 60000000, 3380000,
    'Estimate from a network rate of about 5 GH/s and 120 seconds a block; tail emission of 0.6 XMR by the consensus rule', '2025-03-31');

-- A customer's mining contract. Crediting its deposit starts it, and the daily payment advances it. Ended contracts are
-- kept: their statements are recomputed from these rows and from mining.days.
CREATE TABLE mining.contracts (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  -- The deposit that paid for the contract. Each deposit has one contract.
  id uuid NOT NULL,
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH', 'LTC', 'XRP', 'ZEC', 'XMR')),
  mined_coin text NOT NULL CHECK (mined_coin IN ('BTC', 'LTC', 'ZEC', 'XMR')),
  plan text NOT NULL,
  plan_id text NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  price_minor bigint NOT NULL CHECK (price_minor > 0),
  hashes_per_s bigint NOT NULL CHECK (hashes_per_s > 0),
  datacenter text NOT NULL,
  fee_bps smallint NOT NULL CHECK (fee_bps BETWEEN 0 AND 10000),
  rejected_bps smallint NOT NULL CHECK (rejected_bps BETWEEN 0 AND 10000),
  started_at_ms bigint NOT NULL,
  ends_at_ms bigint NOT NULL CHECK (ends_at_ms > started_at_ms),
  -- For the line "Buy and hold": how much of the coin the price would have bought when the contract began, and the
  -- ticks from which the rates come.
  holding_minor bigint,
  holding_rate jsonb,
  days_paid smallint NOT NULL DEFAULT 0,
  -- When the next day is paid; null after the last one.
  next_ms bigint,
  -- Remainder below a minor unit, in units of 10^-18 minor units.
  carry_parts numeric(20, 0) NOT NULL DEFAULT 0 CHECK (carry_parts >= 0 AND carry_parts < 1000000000000000000),
  earned_minor bigint NOT NULL DEFAULT 0 CHECK (earned_minor >= 0),
  -- Set if a chain reorganisation removed its deposit.
  ended_early_ms bigint,
  PRIMARY KEY (shard, customer_id, id)
);
CREATE INDEX contracts_due ON mining.contracts (next_ms) WHERE next_ms IS NOT NULL;

-- One row for each contract and day, kept permanently: the key ensures that a day is paid only once.
CREATE TABLE mining.days (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  day smallint NOT NULL,
  paid_at_ms bigint NOT NULL,
  -- [{from, to, hashesPerS, height, difficulty, work, subsidyMinor, feeBps, rejectedBps}]: see "accrualInputs" in
  -- api/calls/mining/mining.ts.
  accruals jsonb NOT NULL,
  carry_before_parts numeric(20, 0) NOT NULL,
  carry_after_parts numeric(20, 0) NOT NULL,
  mined_minor bigint NOT NULL CHECK (mined_minor >= 0),
  rate jsonb,
  paid_minor bigint NOT NULL CHECK (paid_minor >= 0),
  PRIMARY KEY (shard, customer_id, contract_id, day)
);

-- Zcash's initial parameters named a height that was reached two months before their date. Network upgrade 6 activated
-- at block 2,726,400 on 23 November 2024; at 75 seconds a block, that is about 2,874,000 on 31 March 2025. Difficulty
-- and subsidy are the same at both heights. Like every change, this is a separate row. It applies from 31 March 2025,
-- so that it overrides no operator's choice. Paid days keep their inputs.
INSERT INTO mining.parameters (coin, from_ms, difficulty_e8, subsidy_minor, height, source, observed_on)
SELECT coin, 1743379200000, difficulty_e8, subsidy_minor, 2874000,
  'Estimate from a network rate of about 9 GSol/s and 75 seconds a block, which also give the height, counted from block 2,726,400 on 23 November 2024; the miner''s 80 % of 1.5625 ZEC by the consensus rule',
  observed_on
FROM mining.parameters WHERE coin = 'ZEC' AND from_ms = 0;

-- A correction replaces the parameters that apply from `from_ms`, for every unpaid day. The highest revision applies.
CREATE TABLE mining.parameter_corrections (
  coin text NOT NULL,
  from_ms bigint NOT NULL,
  revision int NOT NULL CHECK (revision > 0),
  difficulty_e8 numeric(40, 0) NOT NULL CHECK (difficulty_e8 > 0),
  subsidy_minor bigint NOT NULL CHECK (subsidy_minor >= 0),
  height int NOT NULL CHECK (height >= 0),
  source text NOT NULL CHECK (length(source) BETWEEN 10 AND 300),
  observed_on date NOT NULL,
  set_by uuid NOT NULL,
  approved_by uuid NOT NULL CHECK (approved_by <> set_by),
  corrected_at_ms bigint NOT NULL,
  PRIMARY KEY (coin, from_ms, revision),
  FOREIGN KEY (coin, from_ms) REFERENCES mining.parameters (coin, from_ms)
);

-- Rows from before two operators were required have one.
ALTER TABLE mining.parameters ADD CONSTRAINT parameters_by_two
  CHECK (set_by IS NULL OR approved_by IS NOT NULL AND approved_by <> set_by) NOT VALID;
