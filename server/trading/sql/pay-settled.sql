-- Pays settled trades, given in the order of their accounts, which are numbered from 1: updates the customers'
-- counters, then posts to the ledger. p_returned_upto_minor: the sum that the same account's trades return, up to and
-- including this one. Returns the balance of each account afterwards.
CREATE OR REPLACE FUNCTION trading.pay_settled(
  p_now_ms bigint, p_shard smallint[], p_customer uuid[], p_asset text[], p_account int[],
    p_returned_upto_minor bigint[], p_id uuid[], p_state trading.state[], p_stake_minor bigint[],
    p_returned_minor bigint[]
) RETURNS bigint[] LANGUAGE plpgsql
SET jit = off
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_shard smallint[]; v_owner uuid[]; v_asset text[]; v_returned bigint[]; v_trades int[]; v_stakes bigint[];
  v_transfers ledger.plain_transfers; v_balance bigint[];
BEGIN
  SELECT array_agg(p_shard[g.first]), array_agg(p_customer[g.first]), array_agg(p_asset[g.first]),
    array_agg(g.returned), array_agg(g.trades), array_agg(g.stakes)
  INTO v_shard, v_owner, v_asset, v_returned, v_trades, v_stakes
  FROM (
    SELECT min(i) AS first, sum(p_returned_minor[i])::bigint AS returned, count(*)::int AS trades,
      sum(p_stake_minor[i])::bigint AS stakes
    FROM generate_series(1, cardinality(p_account)) i GROUP BY p_account[i] ORDER BY p_account[i]
  ) g;
  UPDATE trading.customers c SET open_trades = c.open_trades - n.trades,
    open_stake_minor = c.open_stake_minor - n.stakes, result_minor = c.result_minor + n.returned - n.stakes
  FROM unnest(v_shard, v_owner, v_trades, v_stakes, v_returned) AS n(shard, customer_id, trades, stakes, returned)
  WHERE c.shard = n.shard AND c.customer_id = n.customer_id;

  -- Kinds: 1 stake returned, 2 stake of a void trade returned, 3 profit, 4 stake lost.
  SELECT array_agg(p_account[m.i]), array_agg(m.kind), array_agg(m.amount), array_agg(p_id[m.i]),
    array_agg(v_returned[p_account[m.i]] - p_returned_upto_minor[m.i] + CASE WHEN m.kind = 1
      THEN p_returned_minor[m.i] - p_stake_minor[m.i] ELSE 0 END)
  INTO v_transfers.account, v_transfers.kind, v_transfers.amount_minor, v_transfers.reference, v_transfers.later_minor
  FROM (
    SELECT i, k.kind, k.amount FROM generate_series(1, cardinality(p_account)) i
    CROSS JOIN LATERAL (
      SELECT CASE p_state[i] WHEN 'LOST' THEN 4 WHEN 'VOID' THEN 2 ELSE 1 END AS kind, p_stake_minor[i] AS amount
      UNION ALL
      SELECT 3, p_returned_minor[i] - p_stake_minor[i] WHERE p_returned_minor[i] > p_stake_minor[i]
    ) k
  ) m;
  v_balance := ledger.post_plain(
    p_now_ms, 'trading', ROW(v_shard, v_owner, v_asset, v_returned)::ledger.plain_accounts,
    ROW(ARRAY['stake_return', 'void_return', 'profit', 'loss'], ARRAY['stakes', 'stakes', 'trading_house', 'stakes'],
      ARRAY[NULL, NULL, NULL, 'trading_house'], ARRAY[1, 1, 1, 0])::ledger.plain_kinds, v_transfers
  );
  IF array_position(v_balance, NULL) IS NOT NULL THEN RAISE EXCEPTION 'trading: the ledger refused a settlement';
  END IF;
  RETURN v_balance;
END $$;
