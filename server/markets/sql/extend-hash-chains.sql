-- Accepts ticks only if they extend their symbol's hash chain and are later than the time up to which its
-- record is complete.
CREATE OR REPLACE FUNCTION markets.extend_hash_chains() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  wrong record;
BEGIN
  INSERT INTO markets.heads (symbol) SELECT DISTINCT symbol FROM added ORDER BY symbol ON CONFLICT DO NOTHING;
  SELECT symbol, seq INTO wrong
  FROM (
    SELECT a.*, h.complete_ms, lag(a.seq, 1, h.seq) OVER record AS before_seq,
      lag(a.at_ms, 1, h.at_ms) OVER record AS before_ms, lag(a.hash, 1, h.hash) OVER record AS before_hash
    FROM added a JOIN markets.heads h USING (symbol)
    WINDOW record AS (PARTITION BY a.symbol ORDER BY a.seq)
  ) linked
  WHERE seq <> before_seq + 1 OR at_ms < before_ms OR at_ms <= complete_ms
    OR hash <> sha256(before_hash || convert_to(concat_ws('|', symbol, seq, at_ms, bid, ask, price, source), 'UTF8'))
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'tick % of % does not extend the record', wrong.seq, wrong.symbol;
  END IF;
  UPDATE markets.heads h SET seq = l.seq, at_ms = l.at_ms, hash = l.hash,
    complete_mark = markets.complete_mark(l.hash, h.complete_ms)
  FROM (SELECT DISTINCT ON (symbol) symbol, seq, at_ms, hash FROM added ORDER BY symbol, seq DESC) l
  WHERE h.symbol = l.symbol;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER ticks_extend_hash_chains AFTER INSERT ON markets.ticks REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION markets.extend_hash_chains();
