-- Moments at which a symbol's record began again with prices that don't continue those before, such as a recording that a restart
-- plays from another row. No trade is decided across one.
CREATE TABLE markets.seams (
  symbol text NOT NULL,
  -- The first moment of the new run of prices.
  at_ms bigint NOT NULL,
  -- Which run it is, counted from 1; the prices before the first seam are run 0.
  epoch int NOT NULL CHECK (epoch > 0),
  reason text NOT NULL CHECK (length(reason) BETWEEN 1 AND 200),
  PRIMARY KEY (symbol, at_ms),
  UNIQUE (symbol, epoch)
);
CREATE TRIGGER seams_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON markets.seams FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();
-- Only the session that leads the feed knows that a run begins.
CREATE TRIGGER seams_need_lead BEFORE INSERT ON markets.seams FOR EACH STATEMENT EXECUTE FUNCTION markets.require_lead();

-- Marks that the records of these symbols begin again at a moment.
CREATE FUNCTION markets.mark_seam(p_symbol text[], p_at_ms bigint, p_reason text) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
  INSERT INTO markets.seams (symbol, at_ms, epoch, reason)
  SELECT s, p_at_ms, 1 + coalesce((SELECT max(m.epoch) FROM markets.seams m WHERE m.symbol = s), 0), p_reason FROM unnest(p_symbol) s
  ON CONFLICT (symbol, at_ms) DO NOTHING
$$;

-- Seams with p_after_ms < at <= p_through_ms.
CREATE FUNCTION markets.seams_between(p_after_ms bigint, p_through_ms bigint) RETURNS TABLE (symbol text, at_ms bigint) LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.symbol, s.at_ms FROM markets.seams s WHERE s.at_ms > p_after_ms AND s.at_ms <= p_through_ms
$$;
