-- Stores a batch of ticks together with its states, refused prices and counts. Stores all of it or nothing. In
-- p_counts, `unlistedThroughMs` is the time of the newest refused price that was counted but not listed.
CREATE OR REPLACE FUNCTION markets.store_batch(p_symbol text[], p_seq bigint[], p_at_ms bigint[], p_bid bigint[],
  p_ask bigint[], p_price bigint[],
  p_source text[], p_hash bytea[], p_complete_symbol text[], p_complete_ms bigint[], p_states jsonb, p_refused jsonb,
    p_counts jsonb,
  p_source_name text, p_source_state jsonb) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM markets.append_ticks(p_symbol, p_seq, p_at_ms, p_bid, p_ask, p_price, p_source, p_hash, p_complete_symbol,
    p_complete_ms);
  INSERT INTO markets.feed_states AS f
  SELECT * FROM jsonb_to_recordset(p_states) AS s(symbol text, source text, at_ms bigint, source_ms double precision,
    variance double precision)
  ON CONFLICT (symbol) DO UPDATE SET source = excluded.source, at_ms = excluded.at_ms, source_ms = excluded.source_ms,
    variance = excluded.variance;
  INSERT INTO markets.refused_prices (symbol, at_ms, bid, ask, price, reason, source)
  SELECT * FROM jsonb_to_recordset(p_refused) AS r(symbol text, at_ms bigint, bid bigint, ask bigint, price bigint,
    reason text, source text);
  INSERT INTO markets.refused_counts AS c
  SELECT * FROM jsonb_to_recordset(p_counts) AS r(symbol text, day int, reason text, count bigint)
  ON CONFLICT (symbol, day, reason) DO UPDATE SET count = c.count + excluded.count;
  INSERT INTO markets.refused_gaps AS g
  SELECT symbol, reason, max("unlistedThroughMs") FROM jsonb_to_recordset(p_counts) AS r(symbol text, reason text,
    "unlistedThroughMs" bigint)
  WHERE "unlistedThroughMs" IS NOT NULL GROUP BY symbol, reason
  ON CONFLICT (symbol, reason) DO UPDATE SET through_ms = greatest(g.through_ms, excluded.through_ms);
  IF p_source_state IS NOT NULL THEN
    INSERT INTO markets.source_state (name, state) VALUES (p_source_name, p_source_state)
    ON CONFLICT (only_row) DO UPDATE SET name = excluded.name, state = excluded.state;
  END IF;
END $$;
