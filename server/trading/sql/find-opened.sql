-- Returns which of these orders were committed although their connection broke before the response. Locks their
-- customers, so it waits for a batch that is still running.
CREATE OR REPLACE FUNCTION trading.find_opened(p_shard smallint[], p_customer_id uuid[], p_id uuid[])
RETURNS TABLE (id uuid, open_after int, balance_after_minor bigint) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM trading.customers c JOIN unnest(p_shard, p_customer_id) AS o(shard, customer_id) ON c.shard = o.shard
    AND c.customer_id = o.customer_id
  ORDER BY c.shard, c.customer_id FOR SHARE OF c;
  RETURN QUERY SELECT t.id, t.open_after, t.balance_after_minor
  FROM unnest(p_shard, p_customer_id, p_id) AS o(shard, customer_id, id)
  JOIN trading.trades t ON t.shard = o.shard AND t.customer_id = o.customer_id AND t.id = o.id;
END $$;
