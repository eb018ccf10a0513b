-- Prices: the tick record, candles, and what the simulated market committed to. Design: markets.md.
CREATE SCHEMA markets;

-- The published record. Prices are whole numbers of the symbol's smallest step; each symbol's ticks form a hash chain
-- (server/markets/tick.ts), counted by seq without gaps. One partition a day (UTC), so that old days can be archived whole.
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
) PARTITION BY RANGE (at_ms);
CREATE INDEX ticks_by_seq ON markets.ticks (symbol, seq);

CREATE FUNCTION markets.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record of %.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME;
END $$;

-- For each row, so that every partition has it too, whoever made it.
CREATE TRIGGER ticks_append_only BEFORE UPDATE OR DELETE ON markets.ticks
  FOR EACH ROW EXECUTE FUNCTION markets.refuse_change();
CREATE TRIGGER ticks_stay BEFORE TRUNCATE ON markets.ticks
  FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();

-- Where each symbol's chain ends, and up to when its record is complete: nothing at or before complete_ms is ever added.
CREATE TABLE markets.heads (
  symbol text PRIMARY KEY,
  seq bigint NOT NULL DEFAULT 0,
  at_ms bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
  complete_ms bigint NOT NULL DEFAULT 0
);

-- The advisory lock of the one process that leads the price feed.
CREATE FUNCTION markets.feed_lock() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 5202601::bigint';

-- Whoever writes while another session leads is refused; for a session that leads, and where none does, the lock is free.
CREATE FUNCTION markets.require_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(markets.feed_lock()) THEN
    RAISE EXCEPTION 'another session leads the price feed';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER heads_need_lead BEFORE INSERT OR UPDATE ON markets.heads
  FOR EACH STATEMENT EXECUTE FUNCTION markets.require_lead();
CREATE TRIGGER heads_go_forward BEFORE UPDATE ON markets.heads FOR EACH ROW
  WHEN (new.symbol <> old.symbol OR new.seq < old.seq OR new.at_ms < old.at_ms OR new.complete_ms < old.complete_ms
    OR (new.seq = old.seq AND new.hash <> old.hash))
  EXECUTE FUNCTION markets.refuse_change();
CREATE TRIGGER heads_stay BEFORE DELETE OR TRUNCATE ON markets.heads
  FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();

-- Ticks are taken only where they extend the chain of their symbol, after everything that was said to be complete.
CREATE FUNCTION markets.extend_chains() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  INSERT INTO markets.heads (symbol) SELECT DISTINCT symbol FROM added ORDER BY symbol ON CONFLICT DO NOTHING;
  SELECT symbol, seq INTO wrong
  FROM (
    SELECT a.*, h.complete_ms, lag(a.seq, 1, h.seq) OVER chain AS before_seq,
      lag(a.at_ms, 1, h.at_ms) OVER chain AS before_ms, lag(a.hash, 1, h.hash) OVER chain AS before_hash
    FROM added a JOIN markets.heads h USING (symbol)
    WINDOW chain AS (PARTITION BY a.symbol ORDER BY a.seq)
  ) linked
  WHERE seq <> before_seq + 1 OR at_ms < before_ms OR at_ms <= complete_ms
    OR hash <> sha256(before_hash || convert_to(concat_ws('|', symbol, seq, at_ms, bid, ask, price, source), 'UTF8'))
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'tick % of % does not extend the record', wrong.seq, wrong.symbol;
  END IF;
  UPDATE markets.heads h SET seq = l.seq, at_ms = l.at_ms, hash = l.hash
  FROM (SELECT DISTINCT ON (symbol) symbol, seq, at_ms, hash FROM added ORDER BY symbol, seq DESC) l
  WHERE h.symbol = l.symbol;
  RETURN NULL;
END $$;

CREATE TRIGGER ticks_extend_chains AFTER INSERT ON markets.ticks REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION markets.extend_chains();

-- Adds ticks, and then says up to when the record of symbols is complete, all or nothing.
CREATE FUNCTION markets.append_ticks(p_symbol text[], p_seq bigint[], p_at_ms bigint[], p_bid bigint[], p_ask bigint[], p_price bigint[],
  p_source text[], p_hash bytea[], p_complete_symbol text[], p_complete_ms bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(p_symbol) > 0 THEN
    INSERT INTO markets.ticks (symbol, seq, at_ms, bid, ask, price, source, hash)
    SELECT * FROM unnest(p_symbol, p_seq, p_at_ms, p_bid, p_ask, p_price, p_source, p_hash);
  END IF;
  INSERT INTO markets.heads AS h (symbol, complete_ms) SELECT * FROM unnest(p_complete_symbol, p_complete_ms)
  ON CONFLICT (symbol) DO UPDATE SET complete_ms = greatest(h.complete_ms, excluded.complete_ms);
END $$;

-- Makes the partitions of the days from p_from_ms to p_to_ms that are missing. Ticks come in through the parent, which links
-- them; what is sent to a partition itself would pass by its triggers for statements.
CREATE FUNCTION markets.ensure_tick_days(p_from_ms bigint, p_to_ms bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  day_ms constant bigint := 86400000;
  day bigint;
  name text;
BEGIN
  FOR day IN SELECT generate_series(p_from_ms / day_ms, p_to_ms / day_ms) LOOP
    name := 'ticks_' || to_char(to_timestamp(day * 86400) AT TIME ZONE 'UTC', 'YYYYMMDD');
    CONTINUE WHEN to_regclass('markets.' || name) IS NOT NULL;
    EXECUTE format('CREATE TABLE markets.%I PARTITION OF markets.ticks FOR VALUES FROM (%s) TO (%s)', name, day * day_ms, (day + 1) * day_ms);
    EXECUTE format('CREATE TRIGGER only_through_ticks BEFORE INSERT OR TRUNCATE ON markets.%I
      FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change()', name);
  END LOOP;
END $$;

-- Candles of one minute (width_s 60) and one hour (3600), made from the ticks of intervals that are over.
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

-- How far the candles reach: every minute before through_ms is made.
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

-- The simulated market's hours: commitment at the start, seed when revealed. An hour is unique within its chain.
CREATE TABLE markets.simulated_hours (
  chain_id int NOT NULL REFERENCES markets.seed_chains,
  hour int NOT NULL,
  commitment bytea NOT NULL,
  state text NOT NULL,
  seed bytea CHECK (length(seed) = 32),
  revealed_at_ms bigint,
  PRIMARY KEY (chain_id, hour),
  CHECK ((seed IS NULL) = (revealed_at_ms IS NULL))
);

-- What was committed to stays; of an hour its seed is revealed, once.
CREATE FUNCTION markets.allow_reveal_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF old.seed IS NOT NULL OR new.seed IS NULL
    OR (new.chain_id, new.hour, new.commitment, new.state) IS DISTINCT FROM (old.chain_id, old.hour, old.commitment, old.state) THEN
    RAISE EXCEPTION 'the record of %.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME;
  END IF;
  RETURN new;
END $$;

CREATE TRIGGER simulated_hours_reveal BEFORE UPDATE ON markets.simulated_hours
  FOR EACH ROW EXECUTE FUNCTION markets.allow_reveal_only();
CREATE TRIGGER simulated_hours_stay BEFORE DELETE OR TRUNCATE ON markets.simulated_hours
  FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();
CREATE TRIGGER seed_chains_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON markets.seed_chains
  FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();

-- The door for settlement: strike and exit of many trades at once. idx counts the input from 1. Strike is the first tick
-- after acceptance, exit the last at or before expiry (truth.md section 3); both are null where no tick lies between them.
-- One search in an array of the symbol's ticks for each side: 50,000 trades of 39 symbols took 0.75 s with two index
-- look-ups each and 0.09 s so. It reads each symbol's ticks from the first acceptance to the last expiry, so
-- call it with trades that expire near one another.
CREATE FUNCTION markets.strike_and_exit(p_symbol text[], p_accepted_ms bigint[], p_expires_ms bigint[])
RETURNS TABLE (idx int, strike_seq bigint, strike_at_ms bigint, strike bigint, exit_seq bigint, exit_at_ms bigint, exit bigint)
LANGUAGE sql STABLE ROWS 10000 AS $$
  WITH orders AS MATERIALIZED (
    SELECT o.idx::int AS idx, o.symbol, o.accepted_ms, o.expires_ms
    FROM unnest(p_symbol, p_accepted_ms, p_expires_ms) WITH ORDINALITY AS o(symbol, accepted_ms, expires_ms, idx)
  ), spans AS (
    SELECT symbol, min(accepted_ms) AS from_ms, max(expires_ms) AS to_ms FROM orders GROUP BY symbol
  ), runs AS MATERIALIZED (
    SELECT s.symbol, r.ats, r.seqs, r.prices
    FROM spans s
    CROSS JOIN LATERAL (
      SELECT array_agg(t.at_ms) AS ats, array_agg(t.seq) AS seqs, array_agg(t.price) AS prices
      FROM (
        SELECT at_ms, seq, price FROM markets.ticks
        WHERE symbol = s.symbol AND at_ms > s.from_ms AND at_ms <= s.to_ms
        ORDER BY at_ms, seq
      ) t
    ) r
    WHERE r.ats IS NOT NULL
  )
  -- width_bucket counts the ticks at or before a moment: the last of them is the exit, the one after them the strike.
  SELECT o.idx, r.seqs[k.s], r.ats[k.s], r.prices[k.s],
    r.seqs[k.e], r.ats[k.e], r.prices[k.e]
  FROM orders o
  LEFT JOIN runs r ON r.symbol = o.symbol
  LEFT JOIN LATERAL (
    SELECT width_bucket(o.accepted_ms, r.ats) + 1 AS s, width_bucket(o.expires_ms, r.ats) AS e OFFSET 0
  ) k ON k.s <= k.e
$$;
