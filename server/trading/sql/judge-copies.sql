-- Returns which copies of an order would be refused, before any row is locked, so that a few refusals don't cost their
-- whole batch another attempt. `place` counts from 1; the results are those of open_trades and open_together, which
-- judge the copies again under the locks. Each customer has one order. The expert's own order, with p_free_bps -1, is
-- not judged.
CREATE OR REPLACE FUNCTION trading.judge_copies(
  p_shard smallint[], p_customer_id uuid[], p_asset text[], p_stake_minor bigint[], p_key text[], p_free_bps int[],
    p_max_open int[], p_max_open_stake_minor bigint[], p_least_result_minor bigint[]
) RETURNS TABLE (place int, result text) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
DECLARE
  v_available bigint[] := ledger.available_of(p_shard, p_customer_id, 'trading', p_asset);
BEGIN
  RETURN QUERY SELECT j.idx::int, j.verdict FROM (
    SELECT o.*, CASE
      WHEN coalesce(c.open_trades, 0) + 1 > o.max_open THEN 'too_many_open'
      WHEN coalesce(c.open_stake_minor, 0) + o.stake_minor > o.max_stake THEN 'stake_limit'
      WHEN coalesce(c.result_minor - c.open_stake_minor, 0) - o.stake_minor < o.least THEN 'own_loss_limit'
      WHEN o.available < o.stake_minor THEN 'insufficient'
      WHEN (o.available - o.stake_minor) * 10000 < o.free_bps * (o.available + coalesce(c.open_stake_minor, 0))
        THEN 'too_little_free'
    END AS verdict
    FROM unnest(p_shard, p_customer_id, p_stake_minor, p_key, p_free_bps, p_max_open, p_max_open_stake_minor,
      p_least_result_minor, v_available) WITH ORDINALITY
      AS o(shard, customer_id, stake_minor, key, free_bps, max_open, max_stake, least, available, idx)
    -- Forces an index lookup for each row, even if the plan was made while the table was empty.
    LEFT JOIN LATERAL (SELECT * FROM trading.customers c WHERE c.shard = o.shard AND c.customer_id = o.customer_id
      LIMIT 1) c ON true
    WHERE o.free_bps >= 0 OFFSET 0
  ) j
  WHERE j.verdict IS NOT NULL AND (SELECT true FROM trading.trades t WHERE t.shard = j.shard
    AND t.customer_id = j.customer_id AND t.key = j.key LIMIT 1) IS NULL;
END $$;
