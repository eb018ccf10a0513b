-- Robots: what each customer's is told to do, and whether it does. Its trades are in the record of trading, under keys
-- `robot <run> <symbol> <end of candle>`: server/copying/robot.
CREATE SCHEMA IF NOT EXISTS copying;

CREATE TABLE copying.robots (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  strategy text NOT NULL,
  asset text NOT NULL CHECK (asset IN ('USD', 'EUR', 'GBP')),
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  symbols text[] NOT NULL CHECK (cardinality(symbols) BETWEEN 1 AND 10),
  -- Windows of the day in UTC, as the customer reads them; empty: all day.
  hours text NOT NULL,
  loss_limit_minor bigint NOT NULL CHECK (loss_limit_minor >= stake_minor),
  -- Counts the starts. Losses are counted from a start.
  run int NOT NULL DEFAULT 0 CHECK (run >= 0),
  active boolean NOT NULL DEFAULT false,
  started_at_ms bigint,
  stopped_at_ms bigint,
  -- End of the newest candle that was decided on, by symbol.
  decided jsonb NOT NULL DEFAULT '{}',
  note text,
  PRIMARY KEY (shard, customer_id),
  CONSTRAINT robots_active_since CHECK (NOT active OR (run > 0 AND started_at_ms IS NOT NULL AND stopped_at_ms IS NULL))
);
CREATE INDEX robots_active ON copying.robots (shard, customer_id) WHERE active;
