-- Appends ticks, then sets the time up to which the symbols' records are complete. Does both or neither.
CREATE OR REPLACE FUNCTION markets.append_ticks(p_symbol text[], p_seq bigint[], p_at_ms bigint[], p_bid bigint[],
  p_ask bigint[], p_price bigint[],
  p_source text[], p_hash bytea[], p_complete_symbol text[], p_complete_ms bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(p_symbol) > 0 THEN
    INSERT INTO markets.ticks (symbol, seq, at_ms, bid, ask, price, source, hash)
    SELECT * FROM unnest(p_symbol, p_seq, p_at_ms, p_bid, p_ask, p_price, p_source, p_hash);
  END IF;
  INSERT INTO markets.heads AS h (symbol, complete_ms, complete_mark)
  SELECT c.symbol, c.ms, markets.complete_mark(decode(repeat('00', 32), 'hex'), c.ms)
    FROM unnest(p_complete_symbol, p_complete_ms) AS c(symbol, ms)
  ON CONFLICT (symbol) DO UPDATE SET complete_ms = greatest(h.complete_ms, excluded.complete_ms),
    complete_mark = markets.complete_mark(h.hash, greatest(h.complete_ms, excluded.complete_ms));
END $$;
