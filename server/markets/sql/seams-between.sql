-- Returns the seams with p_after_ms < at_ms <= p_through_ms.
CREATE OR REPLACE FUNCTION markets.seams_between(
  p_after_ms bigint,
  p_through_ms bigint
) RETURNS TABLE (symbol text, at_ms bigint) LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT s.symbol, s.at_ms FROM markets.seams s WHERE s.at_ms > p_after_ms AND s.at_ms <= p_through_ms
$$;
