-- How far a record is complete changes every second and follows from no stored price. The mark binds it to the end of the chain, so that a
-- value that was changed by itself shows.
CREATE FUNCTION markets.complete_mark(p_hash bytea, p_complete_ms bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_hash || int8send(p_complete_ms))
$$;

ALTER TABLE markets.heads ADD COLUMN complete_mark bytea NOT NULL DEFAULT sha256(decode(repeat('00', 32), 'hex') || int8send(0::bigint));
ALTER TABLE markets.heads DISABLE TRIGGER heads_need_lead;
UPDATE markets.heads SET complete_mark = markets.complete_mark(hash, complete_ms);
ALTER TABLE markets.heads ENABLE TRIGGER heads_need_lead;

CREATE OR REPLACE FUNCTION markets.append_ticks(p_symbol text[], p_seq bigint[], p_at_ms bigint[], p_bid bigint[], p_ask bigint[], p_price bigint[],
  p_source text[], p_hash bytea[], p_complete_symbol text[], p_complete_ms bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF cardinality(p_symbol) > 0 THEN
    INSERT INTO markets.ticks (symbol, seq, at_ms, bid, ask, price, source, hash)
    SELECT * FROM unnest(p_symbol, p_seq, p_at_ms, p_bid, p_ask, p_price, p_source, p_hash);
  END IF;
  INSERT INTO markets.heads AS h (symbol, complete_ms, complete_mark)
  SELECT c.symbol, c.ms, markets.complete_mark(decode(repeat('00', 32), 'hex'), c.ms) FROM unnest(p_complete_symbol, p_complete_ms) AS c(symbol, ms)
  ON CONFLICT (symbol) DO UPDATE SET complete_ms = greatest(h.complete_ms, excluded.complete_ms),
    complete_mark = markets.complete_mark(h.hash, greatest(h.complete_ms, excluded.complete_ms));
END $$;

CREATE OR REPLACE FUNCTION markets.extend_chains() RETURNS trigger LANGUAGE plpgsql AS $$
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
  UPDATE markets.heads h SET seq = l.seq, at_ms = l.at_ms, hash = l.hash, complete_mark = markets.complete_mark(l.hash, h.complete_ms)
  FROM (SELECT DISTINCT ON (symbol) symbol, seq, at_ms, hash FROM added ORDER BY symbol, seq DESC) l
  WHERE h.symbol = l.symbol;
  RETURN NULL;
END $$;
