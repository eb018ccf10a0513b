-- Adding a day's partition is a change of tables, which the application's role may not do itself.
ALTER FUNCTION markets.ensure_tick_days(bigint, bigint) SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
