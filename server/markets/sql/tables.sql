-- The tick record, candles, and the commitments of the simulated market. Design: docs/spec/markets.md.
CREATE SCHEMA markets;

-- The published record. Prices are whole numbers of the symbol's smallest step. Each symbol's ticks form a hash chain
-- (server/markets/tick.ts), numbered by seq without gaps. One partition for each UTC day, so that old days can be
-- archived whole.
CREATE TABLE markets.ticks (
  symbol text NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  at_ms bigint NOT NULL,
  bid bigint NOT NULL CHECK (bid > 0),
  ask bigint NOT NULL CHECK (ask >= bid),
  price bigint NOT NULL CHECK (price > 0),
  source text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (symbol, at_ms, seq)
    ) PARTITION BY RANGE (at_ms
);
CREATE INDEX ticks_by_seq ON markets.ticks (symbol, seq);

-- The end of each symbol's hash chain, and the time up to which its record is complete: nothing at or before
-- complete_ms is ever added.
CREATE TABLE markets.heads (
  symbol text PRIMARY KEY,
  seq bigint NOT NULL DEFAULT 0,
  at_ms bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  complete_ms bigint NOT NULL DEFAULT 0,
  complete_mark bytea NOT NULL DEFAULT sha256(decode(repeat('00', 32), 'hex') || int8send(0::bigint))
);

-- One-minute (width_s 60) and one-hour (3600) candles, computed from the ticks of finished intervals.
CREATE TABLE markets.candles (
  symbol text NOT NULL,
  width_s int NOT NULL CHECK (width_s IN (60, 3600)),
  at_ms bigint NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  ticks int NOT NULL,
  PRIMARY KEY (symbol, width_s, at_ms)
);

-- The time up to which candles exist: every minute before through_ms.
CREATE TABLE markets.candle_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  through_ms bigint NOT NULL
);

-- Reverse hash chains of hourly seeds. sealed_last_seed is encrypted with SECRET_KEY; the root is public.
CREATE TABLE markets.seed_chains (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  model text NOT NULL,
  first_hour int NOT NULL,
  hours int NOT NULL CHECK (hours > 0),
  root bytea NOT NULL UNIQUE,
  sealed_last_seed bytea NOT NULL,
  made_at_ms bigint NOT NULL
);

-- The simulated market's hours: commitment at the start, and the seed once revealed. An hour is unique within its
-- seed chain.
CREATE TABLE markets.simulated_hours (
  seed_chain_id int NOT NULL REFERENCES markets.seed_chains,
  hour int NOT NULL,
  commitment bytea NOT NULL,
  state text NOT NULL,
  seed bytea CHECK (length(seed) = 32),
  revealed_at_ms bigint,
  PRIMARY KEY (seed_chain_id, hour),
  CHECK ((seed IS NULL) = (revealed_at_ms IS NULL))
);

-- Moments at which a symbol's record restarted with prices that don't continue the earlier ones, such as a recording
-- that continues from another row after a restart. A trade that spans one is void.
CREATE TABLE markets.seams (
  symbol text NOT NULL,
  -- First moment of the new run of prices.
  at_ms bigint NOT NULL,
  -- Number of the run, from 1. Prices before the first seam are run 0.
  epoch int NOT NULL CHECK (epoch > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  PRIMARY KEY (symbol, at_ms),
  UNIQUE (symbol, epoch)
);

-- What the feed needs to continue seamlessly after a restart.
CREATE TABLE markets.feed_states (
  symbol text PRIMARY KEY,
  -- The symbol's last source. Prices from another source start a new run.
  source text NOT NULL,
  at_ms bigint NOT NULL,
  -- Time of the last tick on the source's own timeline, and the gate's running mean of squared returns per second.
  source_ms double precision NOT NULL,
  variance double precision NOT NULL
);

-- State of the source itself, such as when a recording began to play.
CREATE TABLE markets.source_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  name text NOT NULL,
  state jsonb NOT NULL
);

-- Prices that the gate refused. Holds only the newest for each symbol and reason; refused_counts includes all.
CREATE TABLE markets.refused_prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  bid bigint,
  ask bigint,
  price bigint,
  reason text NOT NULL,
  source text NOT NULL
);
CREATE INDEX refused_prices_by_time ON markets.refused_prices (symbol, at_ms, id);

-- How many prices the gate refused, by symbol, day and reason. Counts are added with the batch of ticks and kept.
CREATE TABLE markets.refused_counts (
  symbol text NOT NULL,
  -- Days since the epoch, UTC.
  day int NOT NULL,
  reason text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (symbol, day, reason)
);

-- The status of each symbol's source, which the process that leads the feed writes for the other processes.
CREATE TABLE markets.feed_statuses (
  symbol text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('waiting', 'playing', 'ended', 'unfed')),
  skipped_rows int NOT NULL DEFAULT 0
);

COMMENT ON TABLE markets.seed_chains IS 'rights: INSERT, SELECT';

-- The time up to which the list of refused prices is incomplete, because some were not stored or were removed. Without
-- a row, the whole list is complete.
CREATE TABLE markets.refused_gaps (
  symbol text NOT NULL,
  reason text NOT NULL,
  -- Time of the newest price that is missing from the list.
  through_ms bigint NOT NULL,
  PRIMARY KEY (symbol, reason)
);
CREATE INDEX refused_prices_by_reason ON markets.refused_prices (symbol, reason, id);


