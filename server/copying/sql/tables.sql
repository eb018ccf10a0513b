-- Experts, their copiers, and the gap ledger. Rules: server/copying/copies/copy-rules.ts and gap-rules.ts. Results come
-- from the trading module; nothing here decides them. Times are in epoch milliseconds by the product's clock, and
-- amounts are in minor units.
CREATE SCHEMA copying;

-- api/experts.ts lists the experts; this table stores their state.
CREATE TABLE copying.experts (
  id text PRIMARY KEY,
  customer_id uuid NOT NULL UNIQUE,
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  created_at_ms bigint NOT NULL,
  -- The time up to which the expert has practised on the prices from before `created_at_ms`. Null if there were no
  -- prices or practice has finished.
  practised_through_ms bigint,
  -- By symbol: end of the last candle on which the expert decided.
  decided jsonb NOT NULL DEFAULT '{}',
  stopped_at_ms bigint,
  stop_reason text
);

-- An order that an operator scheduled for an expert, before its time. `experts.schedule` writes it, and the loop that
-- runs the experts records whether it was placed. Rows are kept: the desk lists them.
CREATE TABLE copying.scheduled (
  id uuid PRIMARY KEY,
  expert_id text NOT NULL REFERENCES copying.experts (id),
  symbol text NOT NULL,
  type text NOT NULL CHECK (type IN ('BUY', 'SELL')),
  interval_s int NOT NULL,
  at_ms bigint NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 10 AND 300),
  operator_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'placed', 'refused')),
  note text
);
CREATE INDEX scheduled_due ON copying.scheduled (at_ms) WHERE state = 'waiting';

-- Experts' orders. The state is `placing` until the copies are stored, then `placed` until they have settled.
CREATE TABLE copying.orders (
  id uuid PRIMARY KEY,
  expert_id text NOT NULL REFERENCES copying.experts (id),
  -- The expert's key for the order. It ensures that the order is placed only once.
  key text NOT NULL,
  symbol text NOT NULL,
  class text NOT NULL,
  type text NOT NULL CHECK (type IN ('BUY', 'SELL')),
  interval_s int NOT NULL,
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  -- The expert's equity just before the order, on which proportional copies are based.
  equity_minor bigint NOT NULL CHECK (equity_minor > 0),
  decided_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'placing' CHECK (state IN ('placing', 'placed', 'done', 'refused')),
  code text,
  trade_id uuid,
  payout_bps int,
  accepted_at_ms bigint,
  expires_at_ms bigint,
  expert_result_minor bigint,
  UNIQUE (expert_id, key),
  CHECK (state IN ('placing', 'refused') OR (trade_id IS NOT NULL AND accepted_at_ms IS NOT NULL)),
  CHECK ((state = 'refused') = (code IS NOT NULL))
);
CREATE INDEX orders_unfinished ON copying.orders (expires_at_ms) WHERE state IN ('placing', 'placed');

-- A customer copies an expert, under these terms. The customer starts, changes and stops it; a stop-loss or the
-- expert's end also stops it. Stopped ones are kept, because copies and profit shares refer to them.
CREATE TABLE copying.relations (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  expert_id text NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  mode text NOT NULL CHECK (mode IN ('fixed', 'proportional')),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  -- Null means all classes.
  classes text[],
  max_stake_minor bigint CHECK (max_stake_minor > 0),
  stop_loss_minor bigint CHECK (stop_loss_minor > 0),
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'stopped')),
  started_at_ms bigint NOT NULL,
  stopped_at_ms bigint,
  stop_reason text CHECK (stop_reason IN ('customer', 'stop_loss', 'expert')),
  -- Result of the settled copies before profit shares, and the highest result on which a profit share was taken.
  result_minor bigint NOT NULL DEFAULT 0,
  high_water_minor bigint NOT NULL DEFAULT 0 CHECK (high_water_minor >= 0),
  fee_minor bigint NOT NULL DEFAULT 0 CHECK (fee_minor >= 0),
  -- The last week whose profit share was checked. Weeks are counted from the first Monday in 1970.
  shared_week int NOT NULL,
  PRIMARY KEY (shard, customer_id, id),
  CHECK ((state = 'stopped') = (stopped_at_ms IS NOT NULL) AND (state = 'stopped') = (stop_reason IS NOT NULL))
);
CREATE UNIQUE INDEX relations_once ON copying.relations (shard, customer_id, expert_id) WHERE state <> 'stopped';
CREATE INDEX relations_of_expert ON copying.relations (expert_id) WHERE state <> 'stopped';
CREATE INDEX relations_with_new_highs ON copying.relations (shared_week) WHERE result_minor > high_water_minor;

-- The gap ledger: one row for each order and copier, whether or not the copy was placed.
CREATE TABLE copying.copies (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  relation_id uuid NOT NULL,
  order_id uuid NOT NULL,
  -- The copy's weight: the ratio of its stake to the expert's stake, as a fraction.
  weight_num bigint NOT NULL CHECK (weight_num >= 0),
  weight_den bigint NOT NULL CHECK (weight_den > 0),
  trade_id uuid,
  -- Why the copy was not placed.
  code text,
  stake_minor bigint NOT NULL CHECK (stake_minor >= 0),
  is_done boolean NOT NULL DEFAULT false,
  expert_minor bigint,
  skip_minor bigint,
  delay_minor bigint,
  price_minor bigint,
  rounding_minor bigint,
  mine_minor bigint,
  -- When the copy's result was computed. The row never changes afterwards. Null for copies that predate this column.
  done_at_ms bigint,
  PRIMARY KEY (shard, customer_id, relation_id, order_id),
  CHECK ((trade_id IS NULL) = (code IS NOT NULL)),
  CONSTRAINT copies_add_up CHECK (NOT is_done
    OR mine_minor = expert_minor + skip_minor + delay_minor + price_minor + rounding_minor),
  CONSTRAINT copies_skipped_make_nothing CHECK (NOT is_done OR trade_id IS NOT NULL OR mine_minor = 0)
);
CREATE INDEX copies_of_order ON copying.copies (order_id) WHERE NOT is_done;

-- Profit shares, taken weekly and only from profits above the previous high.
CREATE TABLE copying.profit_shares (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  relation_id uuid NOT NULL,
  week int NOT NULL,
  at_ms bigint NOT NULL,
  from_high_minor bigint NOT NULL,
  to_high_minor bigint NOT NULL CHECK (to_high_minor > from_high_minor),
  share_bps int NOT NULL,
  amount_minor bigint NOT NULL CHECK (amount_minor >= 0),
  PRIMARY KEY (shard, customer_id, relation_id, week)
);

-- A customer's robot, at most one, with its settings and its latest run. The customer starts and stops it, and its
-- loop records what it decided. The row is replaced by new settings and never deleted.
CREATE TABLE copying.robots (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  strategy text NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  symbols text[] NOT NULL CHECK (cardinality(symbols) BETWEEN 1 AND 10),
  -- Hours of the day in UTC, as shown to the customer. Empty means all day.
  hours text NOT NULL,
  loss_limit_minor bigint NOT NULL CHECK (loss_limit_minor >= stake_minor),
  -- Number of starts. Losses are counted from the latest start.
  run int NOT NULL DEFAULT 0 CHECK (run >= 0),
  active boolean NOT NULL DEFAULT false,
  started_at_ms bigint,
  stopped_at_ms bigint,
  -- By symbol: end of the newest candle on which the robot decided.
  decided jsonb NOT NULL DEFAULT '{}',
  note text,
  PRIMARY KEY (shard, customer_id),
  CONSTRAINT robots_active_since CHECK (NOT active OR (run > 0 AND started_at_ms IS NOT NULL AND stopped_at_ms IS NULL))
);
CREATE INDEX robots_active ON copying.robots (shard, customer_id) WHERE active;
