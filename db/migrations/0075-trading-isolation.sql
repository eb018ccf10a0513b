-- One account that is locked, or one row that is wrong, stops no other: docs/decisions/0021-isolation-of-bad-rows.md.

-- Trades that could not be settled, so that the others are. Tried again from time to time; the row goes when the trade has settled.
CREATE TABLE trading.unsettled (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  trade_id uuid NOT NULL,
  -- What the database said.
  code text NOT NULL CHECK (length(code) <= 10),
  reason text NOT NULL CHECK (length(reason) <= 500),
  since_ms bigint NOT NULL,
  tried_ms bigint NOT NULL,
  tries int NOT NULL DEFAULT 1 CHECK (tries > 0),
  PRIMARY KEY (shard, trade_id)
);

-- Shards whose chain, and customers whose account or counters, another transaction holds now; as comma-separated texts.
CREATE FUNCTION trading.held_of(p_shard smallint[], p_customer_id uuid[], OUT shards text, OUT customers text) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_shards smallint[]; v_owners uuid[];
BEGIN
  SELECT l.shards, l.owners INTO v_shards, v_owners FROM ledger.held_of(p_shard, p_customer_id, 'trading') l;
  v_owners := v_owners || ARRAY(
    SELECT c.customer_id FROM unnest(p_shard, p_customer_id) AS n(shard, customer_id) JOIN trading.customers c ON c.shard = n.shard AND c.customer_id = n.customer_id
    EXCEPT SELECT f.customer_id FROM (
      SELECT c.customer_id FROM unnest(p_shard, p_customer_id) AS n(shard, customer_id) JOIN trading.customers c ON c.shard = n.shard AND c.customer_id = n.customer_id
      FOR UPDATE OF c SKIP LOCKED
    ) f
  );
  shards := array_to_string(v_shards, ',');
  customers := array_to_string(v_owners, ',');
END $$;

-- A trade between whose acceptance and expiry its symbol's record began again.
ALTER TYPE trading.void_code ADD VALUE 'record_restarted';

DROP FUNCTION trading.settle_due;
-- Settles up to p_limit trades of these shards that are due, the lowest shards first: each account and shard is then written once in nearly all
-- cases, instead of once in every chunk. Without the trades and customers of p_without; with p_only, those trades alone. Waits at most
-- p_patience_ms for a lock. Results as comma-separated texts, in the order of the accounts; null where nothing was due.
CREATE FUNCTION trading.settle_due(
  p_shards smallint[], p_now_ms bigint, p_symbols text[], p_through_ms bigint[], p_limit int, p_without uuid[], p_only uuid[], p_patience_ms int,
  OUT customers text, OUT ids text, OUT types text, OUT states text, OUT symbols text, OUT assets text, OUT stakes text, OUT returned text
) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET jit = off
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  v_shards smallint[];
  v_row tid[]; v_symbol text[]; v_accepted bigint[]; v_expires bigint[]; v_tolerance int[]; v_type trading.side[];
  v_shard smallint[]; v_customer uuid[]; v_asset text[]; v_account int[]; v_returned_upto bigint[];
  v_id uuid[]; v_state trading.state[]; v_stake bigint[]; v_returned bigint[];
  v_seam_symbol text[]; v_seam_at bigint[];
BEGIN
  PERFORM set_config('lock_timeout', p_patience_ms || 'ms', true);
  -- Only shards with something due are taken.
  v_shards := ARRAY(
    SELECT s.shard FROM trading.settlers s
    WHERE s.shard = ANY (p_shards) AND EXISTS (SELECT FROM trading.trades t WHERE t.shard = s.shard AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms)
    ORDER BY s.shard FOR UPDATE SKIP LOCKED
  );
  SELECT array_agg(d.ctid), array_agg(d.symbol), array_agg(d.accepted_at_ms), array_agg(d.expires_at_ms), array_agg(d.tolerance_ms), array_agg(d.type)
  INTO v_row, v_symbol, v_accepted, v_expires, v_tolerance, v_type
  FROM (
    SELECT t.ctid, t.symbol, t.accepted_at_ms, t.expires_at_ms, t.tolerance_ms, t.type
    FROM trading.trades t CROSS JOIN LATERAL (SELECT p_through_ms[array_position(p_symbols, t.symbol)] AS through_ms OFFSET 0) s
    WHERE t.shard = ANY (v_shards) AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms AND t.expires_at_ms <= s.through_ms
      AND (p_only IS NULL OR t.id = ANY (p_only)) AND (p_without = '{}' OR NOT (t.id = ANY (p_without) OR t.customer_id = ANY (p_without)))
    ORDER BY t.shard, t.expires_at_ms LIMIT p_limit
  ) d;
  IF v_row IS NULL THEN RETURN; END IF;
  SELECT array_agg(s.symbol), array_agg(s.at_ms) INTO v_seam_symbol, v_seam_at FROM markets.seams_between((SELECT min(a) FROM unnest(v_accepted) a), p_now_ms) s;

  WITH settled AS (
    UPDATE trading.trades t
    SET state = o.state, void_code = o.void_code, settled_at_ms = p_now_ms, strike_seq = o.strike_seq, strike = o.strike, exit_seq = o.exit_seq, exit = o.exit,
      returned_minor = CASE o.state WHEN 'WON' THEN t.stake_minor + t.stake_minor * t.payout_bps / 10000 WHEN 'LOST' THEN 0 ELSE t.stake_minor END
    FROM (
      SELECT v_row[r.idx] AS place, trading.state_of(v_type[r.idx], r.strike, r.exit, v.void_code) AS state, v.void_code, r.strike_seq, r.strike, r.exit_seq, r.exit
      FROM markets.strike_and_exit(v_symbol, v_accepted, v_expires) r
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN v_seam_at IS NOT NULL AND EXISTS (
            SELECT FROM unnest(v_seam_symbol, v_seam_at) AS z(symbol, at_ms) WHERE z.symbol = v_symbol[r.idx] AND z.at_ms > v_accepted[r.idx] AND z.at_ms <= v_expires[r.idx]
          ) THEN 'record_restarted'
          ELSE trading.void_code_of(v_accepted[r.idx], v_expires[r.idx], v_tolerance[r.idx], r.strike_at_ms, r.exit_at_ms)
        END AS void_code OFFSET 0
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

-- What a lane may use of the limit of a symbol and second beyond its even part; over all lanes together zero.
ALTER TABLE trading.exposure ADD COLUMN borrowed_minor bigint NOT NULL DEFAULT 0;

-- As before; a lane's exposure is judged less what it has borrowed from the other lanes, and no lock is waited for long.
CREATE OR REPLACE FUNCTION trading.open_trades(
  p_lane smallint, p_now_ms bigint, p_rules smallint, p_check_keys boolean, p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries,
  OUT results text, OUT open text, OUT balances text
) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp
-- Longer, and the caller finds out who holds what, and goes on with the others.
SET lock_timeout = '250ms'
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
    RETURNING e.expires_at_s, e.symbol, e.asset, e.profits_minor - e.borrowed_minor AS profits_minor
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

-- Copies are accepted at the same moment, so that a lock that is held costs all of them time: the same short patience.
ALTER FUNCTION trading.open_together(smallint, bigint, smallint, boolean, trading.order_batch, trading.batch_customers, trading.batch_expiries, int[]) SET lock_timeout = '250ms';

-- Lends a lane what the other lanes have free of the limit of one symbol and second, as much as it lacks for p_wanted_minor, so that the
-- limit is used whole however many lanes there are. The rows are locked in the order of the lanes, before the rows of customers.
CREATE FUNCTION trading.lend_exposure(p_lane smallint, p_lanes smallint, p_expires_at_s bigint, p_symbol text, p_asset text, p_limit_minor bigint, p_wanted_minor bigint)
RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET lock_timeout = '250ms'
AS $$
DECLARE
  v_lanes smallint[]; v_free bigint[];
  v_part bigint;
  v_lacking bigint;
BEGIN
  INSERT INTO trading.exposure (lane, expires_at_s, symbol, asset, profits_minor)
  SELECT l, p_expires_at_s, p_symbol, p_asset, 0 FROM generate_series(0, p_lanes - 1) l ORDER BY l ON CONFLICT DO NOTHING;
  SELECT array_agg(x.lane), array_agg(x.free) INTO v_lanes, v_free FROM (
    SELECT e.lane, p_limit_minor / p_lanes + e.borrowed_minor - e.profits_minor AS free FROM trading.exposure e
    WHERE e.lane < p_lanes AND e.expires_at_s = p_expires_at_s AND e.symbol = p_symbol AND e.asset = p_asset ORDER BY e.lane FOR UPDATE
  ) x;
  v_lacking := p_wanted_minor - v_free[array_position(v_lanes, p_lane)];
  FOR n IN 1..cardinality(v_lanes) LOOP
    v_part := least(v_free[n], v_lacking);
    CONTINUE WHEN v_lanes[n] = p_lane OR v_part <= 0;
    v_lacking := v_lacking - v_part;
    UPDATE trading.exposure e SET borrowed_minor = e.borrowed_minor + CASE WHEN e.lane = p_lane THEN v_part ELSE -v_part END
    WHERE e.lane IN (p_lane, v_lanes[n]) AND e.expires_at_s = p_expires_at_s AND e.symbol = p_symbol AND e.asset = p_asset;
  END LOOP;
END $$;
