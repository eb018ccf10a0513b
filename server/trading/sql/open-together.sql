-- Opens an expert's order and its copies in one transaction, like open_trades, and keeps a part of each account free.
-- An account's value is its available balance plus the stakes of its open trades; p_free_bps is the part for each
-- order, -1 for the expert's own. Each customer has one order in the batch.
--
-- If an account would keep too little, no order in the batch is opened: error TC001 lists the positions of the orders
-- at fault, from 1, and the caller sends the others again. If the expert's order is refused, no order is opened
-- either: error TC002 contains the expert's result.
CREATE OR REPLACE FUNCTION trading.open_together(
  p_lane smallint, p_now_ms bigint, p_rules smallint, p_check_keys boolean, p_orders trading.order_batch,
    p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_free_bps int[],
  OUT results text, OUT open text, OUT balances text
) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '250ms'
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_result text[];
  v_free bigint[];
  v_held record;
  v_short text;
BEGIN
  SELECT o.results, o.open, o.balances INTO results, open, balances
  FROM trading.open_trades(p_lane, p_now_ms, p_rules, p_check_keys, p_orders, p_customers, p_expiries) o;
  v_result := string_to_array(results, ',');
  IF array_position(p_free_bps, -1) IS NOT NULL AND v_result[array_position(p_free_bps, -1)] NOT IN ('ok', 'exists')
    THEN
    RAISE EXCEPTION 'trading: the expert''s order was refused' USING ERRCODE = 'TC002',
      DETAIL = v_result[array_position(p_free_bps, -1)];
  END IF;
  v_free := string_to_array(balances, ',', '')::bigint[];
  FOR v_held IN SELECT * FROM ledger.reserved_of(p_orders.shard, p_orders.customer_id, 'trading', p_orders.asset) LOOP
    v_free[v_held.place] := v_free[v_held.place] - v_held.reserved_minor;
  END LOOP;
  SELECT string_agg(r.idx::text, ',' ORDER BY r.idx) INTO v_short
  FROM unnest(v_result, v_free, p_orders.shard, p_orders.customer_id, p_free_bps) WITH ORDINALITY AS r(result, free,
    shard, customer_id, free_bps, idx)
  CROSS JOIN LATERAL (SELECT c.open_stake_minor FROM trading.customers c WHERE c.shard = r.shard
    AND c.customer_id = r.customer_id LIMIT 1) c
  WHERE r.result = 'ok' AND r.free * 10000 < r.free_bps * (r.free + c.open_stake_minor);
  IF v_short IS NOT NULL THEN RAISE EXCEPTION 'trading: too little would stay free' USING ERRCODE = 'TC001',
    DETAIL = v_short; END IF;
END $$;
