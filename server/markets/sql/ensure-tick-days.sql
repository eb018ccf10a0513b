-- Creates the missing partitions for the days from p_from_ms to p_to_ms. Ticks are inserted through the parent, which
-- extends their hash chains; inserts into a partition would bypass its statement triggers, so they are refused.
CREATE OR REPLACE FUNCTION markets.ensure_tick_days(
  p_from_ms bigint,
  p_to_ms bigint
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  day_ms constant bigint := 86400000;
  day bigint;
  name text;
BEGIN
  FOR day IN SELECT generate_series(p_from_ms / day_ms, p_to_ms / day_ms) LOOP
    name := 'ticks_' || to_char(to_timestamp(day * 86400) AT TIME ZONE 'UTC', 'YYYYMMDD');
    CONTINUE WHEN to_regclass('markets.' || name) IS NOT NULL;
    EXECUTE format('CREATE TABLE markets.%I PARTITION OF markets.ticks FOR VALUES FROM (%s) TO (%s)', name,
      day * day_ms, (day + 1) * day_ms);
    EXECUTE format('CREATE TRIGGER only_through_ticks BEFORE INSERT OR TRUNCATE ON markets.%I
      FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change()', name);
  END LOOP;
END $$;
