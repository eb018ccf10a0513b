-- The application opens and settles trades through functions that run as their owner; its role may only read the tables.
-- See docs/decisions/0022-database-roles.md.
COMMENT ON TABLE trading.trades IS 'rights: SELECT';
COMMENT ON TABLE trading.customers IS 'rights: SELECT';
COMMENT ON TABLE trading.settlers IS 'rights: SELECT';
COMMENT ON TABLE trading.exposure IS 'rights: DELETE, SELECT';

ALTER FUNCTION trading.open_trades(smallint, bigint, smallint, boolean, trading.order_batch, trading.batch_customers, trading.batch_expiries)
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION trading.open_together(smallint, bigint, smallint, boolean, trading.order_batch, trading.batch_customers, trading.batch_expiries, int[])
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp;
ALTER FUNCTION trading.settle_due(smallint[], bigint, text[], bigint[], bigint, int) SECURITY DEFINER SET search_path = pg_catalog, pg_temp;

-- Of some orders whose connection broke before the answer, those that were committed after all. The locks wait for a batch that still runs.
CREATE FUNCTION trading.find_opened(p_shard smallint[], p_customer_id uuid[], p_id uuid[])
RETURNS TABLE (id uuid, open_after int, balance_after_minor bigint) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM trading.customers c JOIN unnest(p_shard, p_customer_id) AS o(shard, customer_id) ON c.shard = o.shard AND c.customer_id = o.customer_id
  ORDER BY c.shard, c.customer_id FOR SHARE OF c;
  RETURN QUERY SELECT t.id, t.open_after, t.balance_after_minor
  FROM unnest(p_shard, p_customer_id, p_id) AS o(shard, customer_id, id)
  JOIN trading.trades t ON t.shard = o.shard AND t.customer_id = o.customer_id AND t.id = o.id;
END $$;

-- What was agreed never changes, and a result is written once, whatever role changes it.
CREATE FUNCTION trading.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trading.%: % of a stored trade is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER trades_order_stays
  BEFORE UPDATE OF shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms, stake_minor, balance_after_minor, open_after, rules, type, symbol, asset, key
  ON trading.trades FOR EACH STATEMENT EXECUTE FUNCTION trading.refuse_change();
CREATE TRIGGER trades_stay BEFORE DELETE OR TRUNCATE ON trading.trades FOR EACH STATEMENT EXECUTE FUNCTION trading.refuse_change();
-- After the row rather than before it: a trigger before the row locks it once more.
CREATE TRIGGER trades_result_stays AFTER UPDATE ON trading.trades FOR EACH ROW WHEN (old.state <> 'OPEN') EXECUTE FUNCTION trading.refuse_change();
