DROP FUNCTION trading.pay_settled, trading.settle_due;

-- Pays trades that are settled, given in the order of their accounts, which are numbered from 1: the customers' limits, then the ledger.
-- p_returned_upto_minor: what comes back from the trades of the same account up to this one.
CREATE FUNCTION trading.pay_settled(
  p_now_ms bigint, p_shard smallint[], p_customer uuid[], p_asset text[], p_account int[], p_returned_upto_minor bigint[], p_id uuid[], p_state trading.state[], p_stake_minor bigint[], p_returned_minor bigint[]
) RETURNS void LANGUAGE plpgsql
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
  SELECT array_agg(p_shard[g.first]), array_agg(p_customer[g.first]), array_agg(p_asset[g.first]), array_agg(g.returned), array_agg(g.trades), array_agg(g.stakes)
  INTO v_shard, v_owner, v_asset, v_returned, v_trades, v_stakes
  FROM (
    SELECT min(i) AS first, sum(p_returned_minor[i])::bigint AS returned, count(*)::int AS trades, sum(p_stake_minor[i])::bigint AS stakes
    FROM generate_series(1, cardinality(p_account)) i GROUP BY p_account[i] ORDER BY p_account[i]
  ) g;
  UPDATE trading.customers c SET open_trades = c.open_trades - n.trades, open_stake_minor = c.open_stake_minor - n.stakes, result_minor = c.result_minor + n.returned - n.stakes
  FROM unnest(v_shard, v_owner, v_trades, v_stakes, v_returned) AS n(shard, customer_id, trades, stakes, returned)
  WHERE c.shard = n.shard AND c.customer_id = n.customer_id;

  -- Kinds: 1 the stake back, 2 the stake back of a void trade, 3 the profit, 4 the stake lost.
  SELECT array_agg(p_account[m.i]), array_agg(m.kind), array_agg(m.amount), array_agg(p_id[m.i]),
    array_agg(v_returned[p_account[m.i]] - p_returned_upto_minor[m.i] + CASE WHEN m.kind = 1 THEN p_returned_minor[m.i] - p_stake_minor[m.i] ELSE 0 END)
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
    ROW(ARRAY['stake_return', 'void_return', 'profit', 'loss'], ARRAY['stakes', 'stakes', 'trading_house', 'stakes'], ARRAY[NULL, NULL, NULL, 'trading_house'], ARRAY[1, 1, 1, 0])::ledger.plain_kinds, v_transfers
  );
  IF array_position(v_balance, NULL) IS NOT NULL THEN RAISE EXCEPTION 'trading: the ledger refused a settlement'; END IF;
END $$;

-- Settles up to p_limit trades of these shards that are due, the lowest shards first: each account and shard is then written once in nearly all
-- cases, instead of once in every chunk. Results as comma-separated texts, in the order of the accounts; null where nothing was due.
CREATE FUNCTION trading.settle_due(
  p_shards smallint[], p_now_ms bigint, p_symbols text[], p_through_ms bigint[], p_given_up_ms bigint, p_limit int,
  OUT customers text, OUT ids text, OUT types text, OUT states text, OUT symbols text, OUT assets text, OUT stakes text, OUT returned text
) LANGUAGE plpgsql
SET jit = off
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  v_shards smallint[];
  v_row tid[]; v_symbol text[]; v_accepted bigint[]; v_expires bigint[]; v_tolerance int[]; v_type trading.side[]; v_alive boolean[];
  v_shard smallint[]; v_customer uuid[]; v_asset text[]; v_account int[]; v_returned_upto bigint[];
  v_id uuid[]; v_state trading.state[]; v_stake bigint[]; v_returned bigint[];
BEGIN
  -- Only shards with something due are taken.
  v_shards := ARRAY(
    SELECT s.shard FROM trading.settlers s
    WHERE s.shard = ANY (p_shards) AND EXISTS (SELECT FROM trading.trades t WHERE t.shard = s.shard AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms)
    ORDER BY s.shard FOR UPDATE SKIP LOCKED
  );
  SELECT array_agg(d.ctid), array_agg(d.symbol), array_agg(d.accepted_at_ms), array_agg(d.expires_at_ms), array_agg(d.tolerance_ms), array_agg(d.type), array_agg(d.through_ms >= d.expires_at_ms)
  INTO v_row, v_symbol, v_accepted, v_expires, v_tolerance, v_type, v_alive
  FROM (
    SELECT t.ctid, t.symbol, t.accepted_at_ms, t.expires_at_ms, t.tolerance_ms, t.type, s.through_ms
    FROM trading.trades t CROSS JOIN LATERAL (SELECT p_through_ms[array_position(p_symbols, t.symbol)] AS through_ms OFFSET 0) s
    WHERE t.shard = ANY (v_shards) AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms AND (t.expires_at_ms <= s.through_ms OR t.expires_at_ms + t.tolerance_ms <= p_given_up_ms)
    ORDER BY t.shard, t.expires_at_ms LIMIT p_limit
  ) d;
  IF v_row IS NULL THEN RETURN; END IF;

  WITH settled AS (
    UPDATE trading.trades t
    SET state = o.state, void_code = o.void_code, settled_at_ms = p_now_ms, strike_seq = o.strike_seq, strike = o.strike, exit_seq = o.exit_seq, exit = o.exit,
      returned_minor = CASE o.state WHEN 'WON' THEN t.stake_minor + t.stake_minor * t.payout_bps / 10000 WHEN 'LOST' THEN 0 ELSE t.stake_minor END
    FROM (
      SELECT v_row[r.idx] AS place, trading.state_of(v_type[r.idx], r.strike, r.exit, v.void_code) AS state, v.void_code, r.strike_seq, r.strike, r.exit_seq, r.exit
      FROM markets.strike_and_exit(v_symbol, v_accepted, v_expires) r
      CROSS JOIN LATERAL (
        SELECT CASE WHEN v_alive[r.idx] THEN trading.void_code_of(v_accepted[r.idx], v_expires[r.idx], v_tolerance[r.idx], r.strike_at_ms, r.exit_at_ms) ELSE 'feed_stopped' END AS void_code OFFSET 0
      ) v
      OFFSET 0
    ) o
    WHERE t.ctid = o.place
    RETURNING t.shard, t.customer_id, t.id, t.type, t.state, t.symbol, t.asset, t.stake_minor, t.returned_minor
  ), sorted AS (
    -- In the order in which accounts are locked everywhere.
    SELECT s.*, dense_rank() OVER (ORDER BY s.shard, s.customer_id, s.asset) AS account,
      sum(s.returned_minor) OVER (PARTITION BY s.shard, s.customer_id, s.asset ORDER BY s.id ROWS UNBOUNDED PRECEDING)::bigint AS returned_upto_minor
    FROM settled s ORDER BY s.shard, s.customer_id, s.asset, s.id
  )
  SELECT array_agg(s.shard), array_agg(s.customer_id), array_agg(s.asset), array_agg(s.account), array_agg(s.returned_upto_minor),
    array_agg(s.id), array_agg(s.state), array_agg(s.stake_minor), array_agg(s.returned_minor), string_agg(s.type::text, ','), string_agg(s.symbol, ',')
  INTO v_shard, v_customer, v_asset, v_account, v_returned_upto, v_id, v_state, v_stake, v_returned, types, symbols
  FROM sorted s;
  PERFORM trading.pay_settled(p_now_ms, v_shard, v_customer, v_asset, v_account, v_returned_upto, v_id, v_state, v_stake, v_returned);
  customers := array_to_string(v_customer, ',');
  ids := array_to_string(v_id, ',');
  states := array_to_string(v_state, ',');
  assets := array_to_string(v_asset, ',');
  stakes := array_to_string(v_stake, ',');
  returned := array_to_string(v_returned, ',');
END $$;

-- As before, with places of arrays instead of unnest, and transfers as the ledger takes them now.
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
  v_customer_no int[] := p_orders.customer_no; v_after_it int[] := p_orders.after_it; v_stake_after_it bigint[] := p_orders.stake_after_it_minor;
  v_shard smallint[] := p_orders.shard; v_customer uuid[] := p_orders.customer_id; v_id uuid[] := p_orders.id; v_key text[] := p_orders.key;
  v_symbol text[] := p_orders.symbol; v_type trading.side[] := p_orders.type; v_asset text[] := p_orders.asset; v_stake_minor bigint[] := p_orders.stake_minor;
  v_payout smallint[] := p_orders.payout_bps; v_tolerance int[] := p_orders.tolerance_ms; v_accepted bigint[] := p_orders.accepted_at_ms; v_expires bigint[] := p_orders.expires_at_ms;
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
      ROW(v_customer_no, array_fill(1, ARRAY[n]), v_stake_minor, v_id, ARRAY(SELECT -s FROM unnest(v_stake_after_it) s))::ledger.plain_transfers
    );
    SELECT array_agg(CASE WHEN v_account[v_customer_no[i]] IS NOT NULL THEN 'ok' END), array_agg(v_account[v_customer_no[i]] + v_stake_after_it[i]) INTO v_result, v_balance
    FROM generate_series(1, n) i;
  END IF;
  IF array_position(v_result, NULL) IS NOT NULL THEN
    SELECT p.result, p.balance INTO v_result, v_balance FROM trading.post_in_turn(p_now_ms, p_orders, v_result, v_balance) p;
  END IF;

  INSERT INTO trading.trades (shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms, stake_minor, balance_after_minor, open_after, rules, type, symbol, asset, key)
  SELECT v_shard[i], v_payout[i], v_tolerance[i], v_customer[i], v_id[i], v_accepted[i], v_expires[i], v_stake_minor[i], v_balance[i], v_open[v_customer_no[i]] - v_after_it[i], p_rules,
    v_type[i], v_symbol[i], v_asset[i], v_key[i]
  FROM generate_series(1, n) i WHERE v_result[i] = 'ok';

  results := array_to_string(v_result, ',');
  IF results <> rtrim(repeat('ok,', n), ',') THEN PERFORM trading.release_refused(p_lane, p_orders, p_customers, p_expiries, v_result); END IF;
  open := array_to_string(v_open, ',');
  balances := coalesce(array_to_string(v_balance, ',', ''), '');
END $$;
