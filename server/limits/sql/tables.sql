-- Customers' own limits. Tighter limits apply at once, looser ones later, and a pause can't be withdrawn; the database
-- enforces all three. Source: docs/spec/truth.md section 5.
CREATE SCHEMA limits;

-- A limit that a customer set, and the looser value that waits for its time. The first change writes the row, and
-- later ones update it. A removed limit has the value null.
CREATE TABLE limits.own_limit (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  name text NOT NULL
    CHECK (name IN ('deposit_day', 'deposit_week', 'deposit_month', 'stake', 'loss_day', 'loss_week', 'loss_month',
    'session_day', 'reality')),
  -- Minor units of the customer's currency, or minutes. Null: no limit.
  value bigint CHECK (value >= 0),
  -- A looser value, and when it takes effect.
  waiting_value bigint CHECK (waiting_value >= 0),
  waiting_from_ms bigint,
  changed_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, name),
  CONSTRAINT waiting_has_its_time CHECK (waiting_from_ms IS NOT NULL OR waiting_value IS NULL)
);

-- Time-outs and self-exclusions. A customer with several is paused until the last one ends.
CREATE TABLE limits.pause (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('timeout', 'exclusion')),
  from_ms bigint NOT NULL,
  -- Null: permanently.
  until_ms bigint,
  PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT pause_is_long_enough CHECK (until_ms >= from_ms + CASE kind WHEN 'timeout' THEN 86400000
    ELSE 181 * 86400000::bigint END),
  CONSTRAINT time_out_ends CHECK (kind = 'exclusion' OR until_ms IS NOT NULL)
);

-- Minutes in which a customer was active, one bit each, so that a minute counts only once across all processes, tabs
-- and devices.
CREATE TABLE limits.activity (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  -- Hours since 1970.
  hour int NOT NULL,
  minutes bigint NOT NULL CHECK (minutes > 0 AND minutes < 1152921504606846976),
  PRIMARY KEY (shard, customer_id, hour)
);
CREATE INDEX activity_by_age ON limits.activity (hour);

-- When a customer last confirmed the reality check. The first use writes the row, and each confirmation moves it on.
CREATE TABLE limits.reality_check (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  confirmed_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id)
);
