-- Subtracts refused orders from the counters that open_trades added them to.
CREATE OR REPLACE FUNCTION trading.release_refused(
  p_lane smallint,
  p_orders trading.order_batch,
  p_customers trading.batch_customers,
  p_expiries trading.batch_expiries,
  p_result text[]
)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(p_result) r WHERE r NOT IN ('ok', 'exists', 'insufficient', 'too_many_open',
    'stake_limit', 'own_loss_limit', 'exposure_limit')) THEN
    RAISE EXCEPTION 'trading: the ledger refused a stake: %', p_result;
  END IF;
  UPDATE trading.customers c SET open_trades = c.open_trades - r.trades,
    open_stake_minor = c.open_stake_minor - r.stakes
  FROM (
    SELECT u.shard, u.customer_id, count(*)::int AS trades, sum(u.stake_minor)::bigint AS stakes
    FROM unnest(p_result, p_orders.shard, p_orders.customer_id, p_orders.stake_minor) AS u(result, shard, customer_id,
      stake_minor)
    WHERE u.result <> 'ok' GROUP BY u.shard, u.customer_id
  ) r WHERE c.shard = r.shard AND c.customer_id = r.customer_id;
  UPDATE trading.exposure e SET profits_minor = e.profits_minor - r.profits
  FROM (
    SELECT x.expires_at_s, x.symbol, x.asset, sum(u.profit_minor)::bigint AS profits
    FROM unnest(p_result, p_orders.expiry_no, p_orders.profit_minor) AS u(result, expiry_no, profit_minor)
    JOIN unnest(p_expiries.expires_at_s, p_expiries.symbol, p_expiries.asset) WITH ORDINALITY AS x(expires_at_s,
      symbol, asset, expiry_no) ON x.expiry_no = u.expiry_no
    WHERE u.result <> 'ok' GROUP BY x.expires_at_s, x.symbol, x.asset
  ) r WHERE e.lane = p_lane AND e.expires_at_s = r.expires_at_s AND e.symbol = r.symbol AND e.asset = r.asset;
END $$;
