-- Orders, their results and limits. Money moves through ledger.post_plain, and prices come from
-- markets.strike_and_exit; the schema uses nothing else from other schemas. Design: docs/spec/money.md "The hot path",
-- "Settlement".
CREATE SCHEMA trading;

CREATE TYPE trading.side AS ENUM ('BUY', 'SELL');

CREATE TYPE trading.state AS ENUM ('OPEN', 'WON', 'LOST', 'TIE', 'VOID');

-- The sentences for these codes: server/trading/results/settlement.ts.
CREATE TYPE trading.void_code AS ENUM ('no_strike', 'strike_late', 'exit_stale', 'feed_stopped', 'record_restarted');

-- One row for each accepted order. Prices are whole numbers of the symbol's smallest step; times are in epoch
-- milliseconds. The id is a version 7 UUID, so trades sort by id in the order in which they were placed.
CREATE TABLE trading.trades (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  payout_bps smallint NOT NULL CHECK (payout_bps > 0),
  tolerance_ms int NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  accepted_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL CHECK (expires_at_ms > accepted_at_ms),
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  -- The balance that is returned again if the key is repeated.
  balance_after_minor bigint NOT NULL,
  open_after int NOT NULL,
  rules smallint NOT NULL,
  type trading.side NOT NULL,
  state trading.state NOT NULL DEFAULT 'OPEN',
  symbol text NOT NULL,
  asset text NOT NULL,
  -- The key under which it was placed: the client's Idempotency-Key, or the key of a maker inside the product; null if
  -- the client sent none.
  key text COLLATE "C",
  void_code trading.void_code,
  strike_seq bigint,
  strike bigint,
  exit_seq bigint,
  exit bigint,
  returned_minor bigint,
  settled_at_ms bigint,
  PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT trades_settled_whole CHECK ((state = 'OPEN') = (settled_at_ms IS NULL)
    AND (state = 'OPEN') = (returned_minor IS NULL)),
  CONSTRAINT trades_void_has_reason CHECK ((state = 'VOID') = (void_code IS NOT NULL)),
  CONSTRAINT trades_result_has_ticks CHECK (state NOT IN ('WON', 'LOST', 'TIE')
    OR (strike_seq IS NOT NULL AND exit_seq >= strike_seq)),
  CONSTRAINT trades_key_length CHECK (length(key) <= 100)
);
CREATE UNIQUE INDEX trades_key_once ON trading.trades (shard, customer_id, key) WHERE key IS NOT NULL;
CREATE INDEX trades_due ON trading.trades (shard, expires_at_ms) WHERE state = 'OPEN';

-- Each customer's open trades and stakes, updated with each order and settlement, so that checking a limit takes one
-- row. The row lock serialises the customer's orders.
CREATE TABLE trading.customers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  open_trades int NOT NULL CHECK (open_trades >= 0),
  open_stake_minor bigint NOT NULL CHECK (open_stake_minor >= 0),
  -- Result of the customer's settled trades, for the customer's own loss limit.
  result_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, customer_id)
    ) WITH (fillfactor = 50
);

-- The most that the house may have to pay beyond the stakes, for trades on one symbol that expire in the same second.
-- Orders reach the database in lanes (by shard). Each lane has its own part of the limit, so that lanes never wait for
-- each other here.
CREATE TABLE trading.exposure (
  lane smallint NOT NULL,
  expires_at_s bigint NOT NULL,
  symbol text NOT NULL,
  asset text NOT NULL,
  profits_minor bigint NOT NULL CHECK (profits_minor >= 0),
  -- What a lane may use beyond its equal part of the limit. The lanes' amounts add up to zero.
  borrowed_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (lane, expires_at_s, symbol, asset)
    ) WITH (fillfactor = 50
);

-- Orders that arrived together, one array element per order. `customer_no` and `expiry_no` are positions in the two
-- types below, from 1.
CREATE TYPE trading.order_batch AS (
  customer_no int[],
  expiry_no int[],
  -- Number of later orders by the same customer in the batch, and the sum of their stakes.
  after_it int[],
  stake_after_it_minor bigint[],
  shard smallint[],
  customer_id uuid[],
  id uuid[],
  key text[],
  symbol text[],
  type trading.side[],
  asset text[],
  stake_minor bigint[],
  profit_minor bigint[],
  payout_bps smallint[],
  tolerance_ms int[],
  accepted_at_ms bigint[],
  expires_at_ms bigint[]
);

-- The batch's customers, by shard and id, with the sum of their orders and their limits.
CREATE TYPE trading.batch_customers AS (shard smallint[], customer_id uuid[], asset text[], trades int[],
  stake_minor bigint[], max_open int[], max_open_stake_minor bigint[], least_result_minor bigint[]);

-- The batch's expiries, by second, symbol and asset, with the profits that may become due.
CREATE TYPE trading.batch_expiries AS (expires_at_s bigint[], symbol text[], asset text[], profit_minor bigint[],
  max_exposure_minor bigint[]);

-- Settlers lock shards instead of trades, so two settlers divide the shards between them.
CREATE TABLE trading.settlers (
  shard smallint PRIMARY KEY CHECK (shard BETWEEN 0 AND 31)
);

INSERT INTO trading.settlers SELECT generate_series(0, 31);

-- The application opens and settles trades through functions that run as their owner. Its role may only read the
-- tables and delete past exposure: docs/decisions/0022-database-roles.md.
COMMENT ON TABLE trading.trades IS 'rights: SELECT';

COMMENT ON TABLE trading.customers IS 'rights: SELECT';

COMMENT ON TABLE trading.settlers IS 'rights: SELECT';

COMMENT ON TABLE trading.exposure IS 'rights: DELETE, SELECT';

-- A locked account or a faulty row doesn't delay any others: docs/decisions/0021-isolation-of-bad-rows.md.

-- Trades that could not be settled. They are retried from time to time; the row is deleted when the trade is settled.
CREATE TABLE trading.unsettled (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  trade_id uuid NOT NULL,
  -- The database's error.
  code text NOT NULL CHECK (length(code) <= 10),
  reason text NOT NULL CHECK (length(reason) <= 500),
  since_ms bigint NOT NULL,
  tried_ms bigint NOT NULL,
  tries int NOT NULL DEFAULT 1 CHECK (tries > 0),
  PRIMARY KEY (shard, trade_id)
);

-- Why a customer placed a trade, in the customer's own view: a row for each trade with a note. The text is free and may
-- name people, so it is encrypted. Closing the account deletes the rows.
CREATE TABLE trading.notes (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  trade_id uuid NOT NULL,
  reason text NOT NULL CHECK (reason IN ('trend', 'news', 'hunch', 'revenge', 'plan', 'other')),
  words_sealed bytea,
  noted_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, trade_id)
);

-- The charts of a customer's trading screen: panes, layouts, indicator sets and drawings, as JSON (api/workspace.ts).
-- Names and texts are free and may name people, so the content is encrypted. Closing the account deletes the row.
CREATE TABLE trading.workspaces (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  version int NOT NULL CHECK (version > 0),
  content_sealed bytea NOT NULL CHECK (length(content_sealed) <= 400000),
  changed_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id)
);
