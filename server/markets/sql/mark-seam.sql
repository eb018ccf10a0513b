-- Marks that these symbols' prices from p_at_ms on don't continue the earlier ones.
CREATE OR REPLACE FUNCTION markets.mark_seam(p_symbol text[], p_at_ms bigint, p_reason text) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, pg_temp
AS $$
  INSERT INTO markets.seams (symbol, at_ms, epoch, reason)
  SELECT s, p_at_ms, 1 + coalesce((SELECT max(m.epoch) FROM markets.seams m WHERE m.symbol = s), 0), p_reason
    FROM unnest(p_symbol) s
  ON CONFLICT (symbol, at_ms) DO NOTHING
$$;
