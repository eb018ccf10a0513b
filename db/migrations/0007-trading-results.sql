-- What a customer's settled trades came to, so that a loss limit of the customer's own is judged like every other limit: on one
-- row, under its lock.
ALTER TABLE trading.customers ADD COLUMN result_minor bigint NOT NULL DEFAULT 0;
UPDATE trading.customers c SET result_minor = r.result_minor
FROM (SELECT shard, customer_id, sum(returned_minor - stake_minor)::bigint AS result_minor FROM trading.trades WHERE state <> 'OPEN' GROUP BY shard, customer_id) r
WHERE c.shard = r.shard AND c.customer_id = r.customer_id;

-- What the result may come to at least if all open trades were lost; null, or no array at all, for customers without such a limit.
ALTER TYPE trading.batch_customers ADD ATTRIBUTE least_result_minor bigint[];

-- As before, with one more result: 'own_loss_limit'.
CREATE OR REPLACE FUNCTION trading.open_trades(
  p_lane smallint, p_now_ms bigint, p_rules smallint, p_check_keys boolean, p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries,
  OUT results text, OUT open text, OUT balances text
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  n constant int := cardinality(p_orders.id);
  v_open int[]; v_stake bigint[]; v_made bigint[]; v_profits bigint[]; v_account bigint[];
  v_result text[]; v_balance bigint[];
BEGIN
  WITH held AS (
    INSERT INTO trading.customers AS c (shard, customer_id, open_trades, open_stake_minor)
    SELECT * FROM unnest(p_customers.shard, p_customers.customer_id, p_customers.trades, p_customers.stake_minor)
    ON CONFLICT (shard, customer_id) DO UPDATE SET open_trades = c.open_trades + excluded.open_trades, open_stake_minor = c.open_stake_minor + excluded.open_stake_minor
    RETURNING c.shard, c.customer_id, c.open_trades, c.open_stake_minor, c.result_minor
  )
  SELECT array_agg(h.open_trades ORDER BY h.shard, h.customer_id), array_agg(h.open_stake_minor ORDER BY h.shard, h.customer_id), array_agg(h.result_minor ORDER BY h.shard, h.customer_id)
  INTO v_open, v_stake, v_made FROM held h;
  WITH exposed AS (
    INSERT INTO trading.exposure AS e (lane, expires_at_s, symbol, asset, profits_minor)
    SELECT p_lane, x.* FROM unnest(p_expiries.expires_at_s, p_expiries.symbol, p_expiries.asset, p_expiries.profit_minor) x
    ON CONFLICT (lane, expires_at_s, symbol, asset) DO UPDATE SET profits_minor = e.profits_minor + excluded.profits_minor
    RETURNING e.expires_at_s, e.symbol, e.asset, e.profits_minor
  )
  SELECT array_agg(x.profits_minor ORDER BY x.expires_at_s, x.symbol COLLATE "C", x.asset COLLATE "C") INTO v_profits FROM exposed x;

  IF EXISTS (
    SELECT FROM unnest(v_open, v_stake, v_made, p_customers.max_open, p_customers.max_open_stake_minor, p_customers.least_result_minor) AS c(open, stake, made, max_open, max_stake, least)
    WHERE c.open > c.max_open OR c.stake > c.max_stake OR c.made - c.stake < c.least
  )
    OR EXISTS (SELECT FROM unnest(v_profits, p_expiries.max_exposure_minor) AS e(profits, max_profits) WHERE e.profits > e.max_profits)
    OR (p_check_keys AND EXISTS (
      SELECT FROM unnest(p_orders.shard, p_orders.customer_id, p_orders.key) AS o(shard, customer_id, key)
      CROSS JOIN LATERAL (SELECT FROM trading.trades t WHERE t.shard = o.shard AND t.customer_id = o.customer_id AND t.key = o.key LIMIT 1) t
    ))
  THEN
    v_result := trading.judge_in_turn(p_orders, p_customers, p_expiries, v_open, v_stake, v_made, v_profits);
  ELSE
    v_account := ledger.post_plain(
      p_now_ms, 'trading', ROW(p_customers.shard, p_customers.customer_id, p_customers.asset, ARRAY(SELECT -s FROM unnest(p_customers.stake_minor) s))::ledger.plain_accounts,
      ROW(ARRAY['stake'], ARRAY['stakes'], ARRAY[NULL::text], ARRAY[-1])::ledger.plain_kinds,
      ROW(p_orders.shard, p_orders.customer_no, array_fill(1, ARRAY[n]), p_orders.asset, p_orders.stake_minor, p_orders.id, ARRAY(SELECT -s FROM unnest(p_orders.stake_after_it_minor) s))::ledger.plain_transfers
    );
    SELECT array_agg(CASE WHEN a.balance IS NOT NULL THEN 'ok' END ORDER BY o.idx), array_agg(a.balance + o.stake_after_it_minor ORDER BY o.idx) INTO v_result, v_balance
    FROM unnest(p_orders.customer_no, p_orders.stake_after_it_minor) WITH ORDINALITY AS o(customer_no, stake_after_it_minor, idx)
    CROSS JOIN LATERAL (SELECT v_account[o.customer_no] AS balance OFFSET 0) a;
  END IF;
  IF array_position(v_result, NULL) IS NOT NULL THEN
    SELECT p.result, p.balance INTO v_result, v_balance FROM trading.post_in_turn(p_now_ms, p_orders, v_result, v_balance) p;
  END IF;

  INSERT INTO trading.trades (shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms, stake_minor, balance_after_minor, open_after, rules, type, symbol, asset, key)
  SELECT o.shard, o.payout_bps, o.tolerance_ms, o.customer_id, o.id, o.accepted_at_ms, o.expires_at_ms, o.stake_minor, o.balance, v_open[o.customer_no] - o.after_it, p_rules, o.type, o.symbol, o.asset, o.key
  FROM unnest(p_orders.shard, p_orders.payout_bps, p_orders.tolerance_ms, p_orders.customer_id, p_orders.id, p_orders.accepted_at_ms, p_orders.expires_at_ms, p_orders.stake_minor,
      p_orders.type, p_orders.symbol, p_orders.asset, p_orders.key, p_orders.customer_no, p_orders.after_it, v_result, v_balance)
    AS o(shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms, stake_minor, type, symbol, asset, key, customer_no, after_it, result, balance)
  WHERE o.result = 'ok';

  results := array_to_string(v_result, ',');
  IF results <> rtrim(repeat('ok,', n), ',') THEN PERFORM trading.release_refused(p_lane, p_orders, p_customers, p_expiries, v_result); END IF;
  open := array_to_string(v_open, ',');
  balances := coalesce(array_to_string(v_balance, ',', ''), '');
END $$;

-- As before, with one more limit.
DROP FUNCTION trading.judge_in_turn;
CREATE FUNCTION trading.judge_in_turn(
  p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_open int[], p_stake_minor bigint[], p_result_minor bigint[], p_profits_minor bigint[]
) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_result text[] := array_fill(NULL::text, ARRAY[cardinality(p_orders.id)]);
  o record;
BEGIN
  -- Back to what was open before the batch; what is accepted is then added again.
  FOR c IN 1..coalesce(cardinality(p_open), 0) LOOP
    p_open[c] := p_open[c] - p_customers.trades[c];
    p_stake_minor[c] := p_stake_minor[c] - p_customers.stake_minor[c];
  END LOOP;
  FOR e IN 1..coalesce(cardinality(p_profits_minor), 0) LOOP
    p_profits_minor[e] := p_profits_minor[e] - p_expiries.profit_minor[e];
  END LOOP;
  FOR o IN
    SELECT u.idx, u.customer_no AS c, u.expiry_no AS e, u.stake_minor, u.profit_minor, t.found
    FROM unnest(p_orders.customer_no, p_orders.expiry_no, p_orders.stake_minor, p_orders.profit_minor, p_orders.shard, p_orders.customer_id, p_orders.key) WITH ORDINALITY
      AS u(customer_no, expiry_no, stake_minor, profit_minor, shard, customer_id, key, idx)
    LEFT JOIN LATERAL (SELECT true AS found FROM trading.trades t WHERE t.shard = u.shard AND t.customer_id = u.customer_id AND t.key = u.key LIMIT 1) t ON true
    ORDER BY u.idx
  LOOP
    v_result[o.idx] := CASE
      WHEN o.found THEN 'exists'
      WHEN p_open[o.c] + 1 > p_customers.max_open[o.c] THEN 'too_many_open'
      WHEN p_stake_minor[o.c] + o.stake_minor > p_customers.max_open_stake_minor[o.c] THEN 'stake_limit'
      WHEN p_result_minor[o.c] - p_stake_minor[o.c] - o.stake_minor < p_customers.least_result_minor[o.c] THEN 'own_loss_limit'
      WHEN p_profits_minor[o.e] + o.profit_minor > p_expiries.max_exposure_minor[o.e] THEN 'exposure_limit'
    END;
    IF v_result[o.idx] IS NULL THEN
      p_open[o.c] := p_open[o.c] + 1;
      p_stake_minor[o.c] := p_stake_minor[o.c] + o.stake_minor;
      p_profits_minor[o.e] := p_profits_minor[o.e] + o.profit_minor;
    END IF;
  END LOOP;
  RETURN v_result;
END $$;

CREATE OR REPLACE FUNCTION trading.release_refused(p_lane smallint, p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_result text[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(p_result) r WHERE r NOT IN ('ok', 'exists', 'insufficient', 'too_many_open', 'stake_limit', 'own_loss_limit', 'exposure_limit')) THEN
    RAISE EXCEPTION 'trading: the ledger refused a stake: %', p_result;
  END IF;
  UPDATE trading.customers c SET open_trades = c.open_trades - r.trades, open_stake_minor = c.open_stake_minor - r.stakes
  FROM (
    SELECT u.shard, u.customer_id, count(*)::int AS trades, sum(u.stake_minor)::bigint AS stakes
    FROM unnest(p_result, p_orders.shard, p_orders.customer_id, p_orders.stake_minor) AS u(result, shard, customer_id, stake_minor)
    WHERE u.result <> 'ok' GROUP BY u.shard, u.customer_id
  ) r WHERE c.shard = r.shard AND c.customer_id = r.customer_id;
  UPDATE trading.exposure e SET profits_minor = e.profits_minor - r.profits
  FROM (
    SELECT x.expires_at_s, x.symbol, x.asset, sum(u.profit_minor)::bigint AS profits
    FROM unnest(p_result, p_orders.expiry_no, p_orders.profit_minor) AS u(result, expiry_no, profit_minor)
    JOIN unnest(p_expiries.expires_at_s, p_expiries.symbol, p_expiries.asset) WITH ORDINALITY AS x(expires_at_s, symbol, asset, expiry_no) ON x.expiry_no = u.expiry_no
    WHERE u.result <> 'ok' GROUP BY x.expires_at_s, x.symbol, x.asset
  ) r WHERE e.lane = p_lane AND e.expires_at_s = r.expires_at_s AND e.symbol = r.symbol AND e.asset = r.asset;
END $$;

-- As before; the result moves with the stakes.
CREATE OR REPLACE FUNCTION trading.pay_settled(
  p_now_ms bigint, p_shard smallint[], p_customer uuid[], p_id uuid[], p_state trading.state[], p_asset text[], p_stake_minor bigint[], p_returned_minor bigint[]
) RETURNS void LANGUAGE plpgsql
SET jit = off
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_accounts ledger.plain_accounts; v_transfers ledger.plain_transfers; v_trades int[]; v_stakes bigint[]; v_balance bigint[];
BEGIN
  SELECT array_agg(g.shard), array_agg(g.customer_id), array_agg(g.asset), array_agg(g.returned), array_agg(g.trades), array_agg(g.stakes)
  INTO v_accounts.shard, v_accounts.owner, v_accounts.asset, v_accounts.change_minor, v_trades, v_stakes
  FROM (
    SELECT u.shard, u.customer_id, u.asset, sum(u.returned)::bigint AS returned, count(*)::int AS trades, sum(u.stake)::bigint AS stakes
    FROM unnest(p_shard, p_customer, p_asset, p_stake_minor, p_returned_minor) AS u(shard, customer_id, asset, stake, returned)
    GROUP BY u.shard, u.customer_id, u.asset ORDER BY u.shard, u.customer_id, u.asset
  ) g;
  UPDATE trading.customers c SET open_trades = c.open_trades - n.trades, open_stake_minor = c.open_stake_minor - n.stakes, result_minor = c.result_minor + n.returned - n.stakes
  FROM unnest(v_accounts.shard, v_accounts.owner, v_trades, v_stakes, v_accounts.change_minor) AS n(shard, customer_id, trades, stakes, returned)
  WHERE c.shard = n.shard AND c.customer_id = n.customer_id;

  -- Kinds: 1 the stake back, 2 the stake back of a void trade, 3 the profit, 4 the stake lost.
  SELECT array_agg(m.shard), array_agg(CASE WHEN m.kind < 4 THEN m.account END), array_agg(m.kind), array_agg(m.asset), array_agg(m.amount), array_agg(m.id), array_agg(m.later)
  INTO v_transfers.shard, v_transfers.account, v_transfers.kind, v_transfers.asset, v_transfers.amount_minor, v_transfers.reference, v_transfers.later_minor
  FROM (
    SELECT u.shard, u.account, k.kind, u.asset, k.amount, u.id,
      CASE WHEN k.kind < 4 THEN u.later + CASE WHEN k.kind = 1 THEN u.returned - u.stake ELSE 0 END END AS later
    FROM (
      SELECT t.*, dense_rank() OVER (ORDER BY t.shard, t.customer_id, t.asset) AS account,
        (sum(t.returned) OVER (PARTITION BY t.shard, t.customer_id, t.asset) - sum(t.returned) OVER (PARTITION BY t.shard, t.customer_id, t.asset ORDER BY t.idx))::bigint AS later
      FROM unnest(p_shard, p_customer, p_id, p_state, p_asset, p_stake_minor, p_returned_minor) WITH ORDINALITY AS t(shard, customer_id, id, state, asset, stake, returned, idx)
    ) u
    CROSS JOIN LATERAL (
      SELECT CASE u.state WHEN 'LOST' THEN 4 WHEN 'VOID' THEN 2 ELSE 1 END AS kind, u.stake AS amount
      UNION ALL
      SELECT 3, u.returned - u.stake WHERE u.returned > u.stake
    ) k
  ) m;
  v_balance := ledger.post_plain(
    p_now_ms, 'trading', v_accounts,
    ROW(ARRAY['stake_return', 'void_return', 'profit', 'loss'], ARRAY['stakes', 'stakes', 'trading_house', 'stakes'], ARRAY[NULL, NULL, NULL, 'trading_house'], ARRAY[1, 1, 1, 0])::ledger.plain_kinds, v_transfers
  );
  IF array_position(v_balance, NULL) IS NOT NULL THEN RAISE EXCEPTION 'trading: the ledger refused a settlement'; END IF;
END $$;
