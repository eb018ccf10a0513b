-- An expert's order and its copies: the orders of one lane in one transaction, as open_trades opens them, and with a part of each
-- account that must stay free. An account is its balance and the stakes of its open trades; p_free_bps gives the part for each
-- of the batch's customers, -1 for the expert itself. Each customer has one order in such a batch. Where an account would keep
-- less, nothing of the batch happens: the error TC001 names the places of the orders, from 1, and the caller sends the others
-- again. Where the expert's order cannot be taken, nothing happens either: TC002 tells its result.
CREATE FUNCTION trading.open_together(
  p_lane smallint, p_now_ms bigint, p_rules smallint, p_check_keys boolean, p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_free_bps int[],
  OUT results text, OUT open text, OUT balances text
) LANGUAGE plpgsql
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_short text;
  v_first text;
BEGIN
  SELECT o.results, o.open, o.balances INTO results, open, balances
  FROM trading.open_trades(p_lane, p_now_ms, p_rules, p_check_keys, p_orders, p_customers, p_expiries) o;
  SELECT r.result INTO v_first FROM unnest(string_to_array(results, ','), p_orders.customer_no) AS r(result, customer_no) WHERE p_free_bps[r.customer_no] = -1;
  IF v_first NOT IN ('ok', 'exists') THEN RAISE EXCEPTION 'trading: the expert''s order was refused' USING ERRCODE = 'TC002', DETAIL = v_first; END IF;
  SELECT string_agg(r.idx::text, ',' ORDER BY r.idx) INTO v_short
  FROM unnest(string_to_array(results, ','), string_to_array(balances, ',', '')::bigint[], p_orders.customer_no) WITH ORDINALITY AS r(result, balance, customer_no, idx)
  JOIN unnest(p_customers.shard, p_customers.customer_id, p_free_bps) WITH ORDINALITY AS k(shard, customer_id, free_bps, place) ON k.place = r.customer_no
  JOIN trading.customers c ON c.shard = k.shard AND c.customer_id = k.customer_id
  WHERE r.result = 'ok' AND r.balance * 10000 < k.free_bps * (r.balance + c.open_stake_minor);
  IF v_short IS NOT NULL THEN RAISE EXCEPTION 'trading: too little would stay free' USING ERRCODE = 'TC001', DETAIL = v_short; END IF;
END $$;
