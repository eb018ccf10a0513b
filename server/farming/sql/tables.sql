-- Yield contracts: plans, weekly announcements, contracts and their weeks. Rules: server/farming/interest.ts and
-- position.ts.
CREATE SCHEMA farming;

-- A yield plan as it is offered now. Operators add, change and retire plans with a second operator's approval; the
-- terms that a contract has are in its own row.
CREATE TABLE farming.plans (
  id text PRIMARY KEY,
  name text NOT NULL,
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  -- Minimum deposit, in hundredths of the reader's currency.
  min_minor bigint NOT NULL CHECK (min_minor > 0),
  -- Maximum leverage, in halves.
  leverage_halves smallint NOT NULL CHECK (leverage_halves BETWEEN 3 AND 20),
  -- A contract is closed when the customer's own part of the position is this share of it or less, in hundredths of a
  -- per cent.
  margin_bps smallint NOT NULL CHECK (margin_bps BETWEEN 1 AND 5000),
  early_fee_bps smallint NOT NULL CHECK (early_fee_bps BETWEEN 0 AND 1000),
  place smallint NOT NULL,
  -- Set when the plan is retired. The row is kept, because running contracts follow its announcements.
  retired_at_ms bigint,
  -- At any leverage, the margin is below the customer's own part at the start.
  CHECK (2 * 10000 > leverage_halves * margin_bps)
);

INSERT INTO farming.plans (id, name, coin, min_minor, leverage_halves, margin_bps, early_fee_bps, place) VALUES
  ('btc-steady', 'Bitcoin Steady', 'BTC', 100_00, 4, 1000, 50, 1),
  ('btc-reach', 'Bitcoin Reach', 'BTC', 1000_00, 6, 1000, 50, 2),
  ('eth-steady', 'Ether Steady', 'ETH', 100_00, 5, 1000, 50, 3),
  ('eth-reach', 'Ether Reach', 'ETH', 1000_00, 8, 800, 75, 4);

-- Weekly rates in millionths, which apply from a Monday, 00:00 UTC. If two are announced for the same Monday, the later
-- announcement applies.
CREATE TABLE farming.rates (
  plan_id text NOT NULL REFERENCES farming.plans (id),
  announced_ms bigint NOT NULL,
  from_ms bigint NOT NULL CHECK (from_ms = 0 OR from_ms > announced_ms),
  weekly_ppm int NOT NULL CHECK (weekly_ppm BETWEEN 1 AND 100000),
  -- The minimum that is promised to contracts quoted while this row applies, and the cost of their borrowed part.
  minimum_ppm int NOT NULL CHECK (minimum_ppm BETWEEN 0 AND weekly_ppm),
  borrow_ppm int NOT NULL CHECK (borrow_ppm >= 0),
  note text NOT NULL CHECK (length(note) BETWEEN 5 AND 300),
  announced_by uuid,
  -- Rates need two operators. Rows from before this rule have one.
  approved_by uuid,
  PRIMARY KEY (plan_id, announced_ms)
);

INSERT INTO farming.rates (plan_id, announced_ms, from_ms, weekly_ppm, minimum_ppm, borrow_ppm, note) VALUES
  ('btc-steady', 0, 0, 900, 500, 700, 'The rates that the product is installed with'),
  ('btc-reach', 0, 0, 1100, 600, 800, 'The rates that the product is installed with'),
  ('eth-steady', 0, 0, 1200, 650, 900, 'The rates that the product is installed with'),
  ('eth-reach', 0, 0, 1500, 850, 1000, 'The rates that the product is installed with');

-- The time up to which a coin's price record has been searched for contracts to close. Interest is paid, and contracts
-- are released, only up to that time.
CREATE TABLE farming.watch (
  coin text PRIMARY KEY CHECK (coin IN ('BTC', 'ETH')),
  through_ms bigint NOT NULL
);

INSERT INTO farming.watch VALUES ('BTC', 0), ('ETH', 0);

-- A customer's yield contract. Crediting its deposit starts it, and the loop that pays interest advances and ends it.
-- Ended contracts are kept: their statements are recomputed from these rows.
CREATE TABLE farming.contracts (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  -- The deposit that paid for the contract. Each deposit has one contract.
  id uuid NOT NULL,
  plan_id text NOT NULL,
  plan text NOT NULL,
  coin text NOT NULL CHECK (coin IN ('BTC', 'ETH')),
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  principal_minor bigint NOT NULL CHECK (principal_minor > 0),
  leverage_halves smallint NOT NULL CHECK (leverage_halves >= 3),
  minimum_ppm int NOT NULL,
  borrow_ppm int NOT NULL,
  margin_bps smallint NOT NULL,
  early_fee_bps smallint NOT NULL,
  -- The coin's tick when the contract began, and the price at or below which it is closed, in the symbol's smallest
  -- steps.
  entry_seq bigint NOT NULL,
  entry_at_ms bigint NOT NULL,
  entry_price bigint NOT NULL CHECK (entry_price > 0),
  liquidation_price bigint NOT NULL CHECK (liquidation_price >= 0 AND liquidation_price < entry_price),
  started_at_ms bigint NOT NULL,
  ends_at_ms bigint NOT NULL CHECK (ends_at_ms BETWEEN started_at_ms + 7 * 86400000::bigint
    AND started_at_ms + 730 * 86400000::bigint),
  weeks_paid smallint NOT NULL DEFAULT 0,
  -- When the next interest is due; null after the end.
  next_ms bigint,
  -- Remainder below a minor unit, in parts of 1 / (2 x 10^6 x 604,800,000).
  carry_parts bigint NOT NULL DEFAULT 0 CHECK (carry_parts >= 0 AND carry_parts < 1209600000000000),
  earned_minor bigint NOT NULL DEFAULT 0 CHECK (earned_minor >= 0),
  state text NOT NULL DEFAULT 'running'
    CHECK (state IN ('running', 'released', 'closed_early', 'liquidated', 'left_the_chain')),
  ended_ms bigint,
  exit_seq bigint,
  exit_at_ms bigint,
  exit_price bigint,
  fee_minor bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
  returned_minor bigint CHECK (returned_minor >= 0),
  PRIMARY KEY (shard, customer_id, id),
  CHECK ((state = 'running') = (next_ms IS NOT NULL) AND (state = 'running') = (ended_ms IS NULL)),
  CHECK ((state IN ('released', 'closed_early', 'liquidated')) = (returned_minor IS NOT NULL AND exit_seq IS NOT NULL
    AND exit_at_ms IS NOT NULL AND exit_price IS NOT NULL)),
  CHECK (state <> 'liquidated' OR exit_price <= liquidation_price),
  -- The cost of the borrowed part never exceeds what the promised minimum earns, so no week's interest is negative.
  CHECK (minimum_ppm * leverage_halves >= borrow_ppm * (leverage_halves - 2))
);
CREATE INDEX contracts_due ON farming.contracts (coin, next_ms) WHERE next_ms IS NOT NULL;
CREATE INDEX contracts_watched ON farming.contracts (coin, liquidation_price) WHERE next_ms IS NOT NULL;

-- One row for each contract and week, kept permanently: the key ensures that a week is paid only once.
CREATE TABLE farming.weeks (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  week smallint NOT NULL CHECK (week >= 0),
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL CHECK (to_ms >= from_ms),
  -- [{from, to, announced, applied}]: see "farmStretch" in api/calls/farming/farming.ts.
  stretches jsonb NOT NULL,
  carry_before_parts bigint NOT NULL,
  carry_after_parts bigint NOT NULL,
  paid_minor bigint NOT NULL CHECK (paid_minor >= 0),
  PRIMARY KEY (shard, customer_id, contract_id, week)
);
CREATE UNIQUE INDEX plans_named_once ON farming.plans (lower(name)) WHERE retired_at_ms IS NULL;

-- Contracts whose liquidation failed. The price record is searched again for each of them from `from_ms`, and nothing
-- is paid to them until they are closed. The other contracts of the coin continue.
CREATE TABLE farming.stuck (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  from_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, contract_id)
);

ALTER TABLE farming.rates ADD CONSTRAINT rates_by_two CHECK (announced_by IS NULL OR approved_by IS NOT NULL
  AND approved_by <> announced_by) NOT VALID;
