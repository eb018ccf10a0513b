-- Opens the orders of one lane in one transaction. The caller counts what it can count without the database, and each
-- table is accessed with one statement, so that an order costs little more than its rows. Returns comma-separated
-- strings, because rows cost far more to send:
--   results: one for each order: 'ok', or why nothing was posted: 'exists' (the key was used before; the caller
--     compares the orders), 'insufficient', 'too_many_open', 'stake_limit', 'own_loss_limit', 'exposure_limit'
--   open: number of open trades per customer, including all orders in the batch, accepted or not
--   balances: the customer's balance after each order; for 'insufficient', the available balance; otherwise empty
--
-- Limits are judged before balances: an order that the ledger refuses counts towards the limits of later orders in its
-- batch. Without p_check_keys, a key that was used before fails the whole batch on the constraint trades_key_once, and
-- the caller tries again with p_check_keys. Rows are locked in the same order everywhere: customers, exposure, ledger.
CREATE OR REPLACE FUNCTION trading.open_trades(
  p_lane smallint,
  p_now_ms bigint,
  p_rules smallint,
  p_check_keys boolean,
  p_orders trading.order_batch,
  p_customers trading.batch_customers,
  p_expiries trading.batch_expiries,
  OUT results text,
  OUT open text,
  OUT balances text
)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  n constant int := cardinality(p_orders.id);
  v_customer_no int[] := p_orders.customer_no; v_after_it int[] := p_orders.after_it;
  v_stake_after_it bigint[] := p_orders.stake_after_it_minor;
  v_shard smallint[] := p_orders.shard; v_customer uuid[] := p_orders.customer_id; v_id uuid[] := p_orders.id;
  v_key text[] := p_orders.key;
  v_symbol text[] := p_orders.symbol; v_type trading.side[] := p_orders.type; v_asset text[] := p_orders.asset;
  v_stake_minor bigint[] := p_orders.stake_minor;
  v_payout smallint[] := p_orders.payout_bps; v_tolerance int[] := p_orders.tolerance_ms;
  v_accepted bigint[] := p_orders.accepted_at_ms; v_expires bigint[] := p_orders.expires_at_ms;
  v_open int[]; v_stake bigint[]; v_made bigint[]; v_profits bigint[]; v_account bigint[];
  v_result text[]; v_balance bigint[];
BEGIN
  WITH held AS (
    INSERT INTO trading.customers AS c (shard, customer_id, open_trades, open_stake_minor)
    SELECT * FROM unnest(p_customers.shard, p_customers.customer_id, p_customers.trades, p_customers.stake_minor)
    ON CONFLICT (shard, customer_id) DO UPDATE SET open_trades = c.open_trades + excluded.open_trades,
      open_stake_minor = c.open_stake_minor + excluded.open_stake_minor
    RETURNING c.shard, c.customer_id, c.open_trades, c.open_stake_minor, c.result_minor
  )
  SELECT array_agg(h.open_trades ORDER BY h.shard, h.customer_id),
    array_agg(h.open_stake_minor ORDER BY h.shard, h.customer_id),
    array_agg(h.result_minor ORDER BY h.shard, h.customer_id)
  INTO v_open, v_stake, v_made FROM held h;
  WITH exposed AS (
    INSERT INTO trading.exposure AS e (lane, expires_at_s, symbol, asset, profits_minor)
    SELECT p_lane, x.* FROM unnest(p_expiries.expires_at_s, p_expiries.symbol, p_expiries.asset,
      p_expiries.profit_minor) x
    ON CONFLICT (lane, expires_at_s, symbol, asset) DO UPDATE
      SET profits_minor = e.profits_minor + excluded.profits_minor
    RETURNING e.expires_at_s, e.symbol, e.asset, e.profits_minor - e.borrowed_minor AS profits_minor
  )
  SELECT array_agg(x.profits_minor ORDER BY x.expires_at_s, x.symbol COLLATE "C", x.asset COLLATE "C") INTO v_profits
    FROM exposed x;

  IF EXISTS (
    SELECT FROM unnest(v_open, v_stake, v_made, p_customers.max_open, p_customers.max_open_stake_minor,
      p_customers.least_result_minor) AS c(open, stake, made, max_open, max_stake, least)
    WHERE c.open > c.max_open OR c.stake > c.max_stake OR c.made - c.stake < c.least
  )
    OR EXISTS (SELECT FROM unnest(v_profits, p_expiries.max_exposure_minor) AS e(profits, max_profits)
      WHERE e.profits > e.max_profits)
    OR (p_check_keys AND EXISTS (
      SELECT FROM unnest(p_orders.shard, p_orders.customer_id, p_orders.key) AS o(shard, customer_id, key)
      CROSS JOIN LATERAL (SELECT FROM trading.trades t WHERE t.shard = o.shard AND t.customer_id = o.customer_id
        AND t.key = o.key LIMIT 1) t
    ))
  THEN
    v_result := trading.judge_in_turn(p_orders, p_customers, p_expiries, v_open, v_stake, v_made, v_profits);
  ELSE
    v_account := ledger.post_plain(
      p_now_ms, 'trading', ROW(p_customers.shard, p_customers.customer_id, p_customers.asset,
        ARRAY(SELECT -s FROM unnest(p_customers.stake_minor) s))::ledger.plain_accounts,
      ROW(ARRAY['stake'], ARRAY['stakes'], ARRAY[NULL::text], ARRAY[-1])::ledger.plain_kinds,
      ROW(v_customer_no, array_fill(1, ARRAY[n]), v_stake_minor, v_id, ARRAY(SELECT -s FROM unnest(v_stake_after_it) s),
        ARRAY(SELECT trading.order_words(v_type[i], v_symbol[i], v_accepted[i], v_expires[i], v_payout[i],
          v_tolerance[i], p_rules) FROM generate_series(1, n) i))::ledger.plain_transfers
    );
    SELECT array_agg(CASE WHEN v_account[v_customer_no[i]] IS NOT NULL THEN 'ok' END),
      array_agg(v_account[v_customer_no[i]] + v_stake_after_it[i]) INTO v_result, v_balance
    FROM generate_series(1, n) i;
  END IF;
  IF array_position(v_result, NULL) IS NOT NULL THEN
    SELECT p.result, p.balance INTO v_result, v_balance FROM trading.post_in_turn(p_now_ms, p_rules, p_orders,
      v_result, v_balance) p;
  END IF;

  INSERT INTO trading.trades (shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms,
    stake_minor, balance_after_minor, open_after, rules, type, symbol, asset, key)
  SELECT v_shard[i], v_payout[i], v_tolerance[i], v_customer[i], v_id[i], v_accepted[i], v_expires[i],
    v_stake_minor[i], v_balance[i], v_open[v_customer_no[i]] - v_after_it[i], p_rules,
    v_type[i], v_symbol[i], v_asset[i], v_key[i]
  FROM generate_series(1, n) i WHERE v_result[i] = 'ok';

  results := array_to_string(v_result, ',');
  IF results <> rtrim(repeat('ok,', n), ',') THEN PERFORM trading.release_refused(p_lane, p_orders, p_customers,
    p_expiries, v_result); END IF;
  open := array_to_string(v_open, ',');
  balances := coalesce(array_to_string(v_balance, ',', ''), '');
END $function$;
