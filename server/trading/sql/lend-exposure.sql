-- Lends a lane the unused exposure of other lanes for one symbol and second, up to the amount that it lacks for
-- p_wanted_minor, so that the whole limit can be used with any number of lanes. Locks its rows in lane order, before
-- the customers' rows.
CREATE OR REPLACE FUNCTION trading.lend_exposure(
  p_lane smallint,
  p_lanes smallint,
  p_expires_at_s bigint,
  p_symbol text,
  p_asset text,
  p_limit_minor bigint,
  p_wanted_minor bigint
)
RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET lock_timeout = '250ms'
AS $$
DECLARE
  v_lanes smallint[]; v_free bigint[];
  v_part bigint;
  v_lacking bigint;
BEGIN
  INSERT INTO trading.exposure (lane, expires_at_s, symbol, asset, profits_minor)
  SELECT l, p_expires_at_s, p_symbol, p_asset, 0 FROM generate_series(0, p_lanes - 1) l ORDER BY l
    ON CONFLICT DO NOTHING;
  SELECT array_agg(x.lane), array_agg(x.free) INTO v_lanes, v_free FROM (
    SELECT e.lane, p_limit_minor / p_lanes + e.borrowed_minor - e.profits_minor AS free FROM trading.exposure e
    WHERE e.lane < p_lanes AND e.expires_at_s = p_expires_at_s AND e.symbol = p_symbol AND e.asset = p_asset
      ORDER BY e.lane FOR UPDATE
  ) x;
  v_lacking := p_wanted_minor - v_free[array_position(v_lanes, p_lane)];
  FOR n IN 1..cardinality(v_lanes) LOOP
    v_part := least(v_free[n], v_lacking);
    CONTINUE WHEN v_lanes[n] = p_lane OR v_part <= 0;
    v_lacking := v_lacking - v_part;
    UPDATE trading.exposure e SET borrowed_minor = e.borrowed_minor + CASE WHEN e.lane = p_lane THEN v_part
      ELSE -v_part END
    WHERE e.lane IN (p_lane, v_lanes[n]) AND e.expires_at_s = p_expires_at_s AND e.symbol = p_symbol
      AND e.asset = p_asset;
  END LOOP;
END $$;
