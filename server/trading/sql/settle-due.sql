-- Settles up to p_limit due trades on these symbols, in those of the given shards that no other settler has locked,
-- lowest shards first, so that each account and shard is usually written once.
--
-- p_through_ms: how far each symbol's price record reaches. Trades that expire later aren't settled. p_without: trades
-- and customers to leave out. p_only: the only trades to settle. Waits at most p_patience_ms for a lock.
--
-- Returns the results as comma-separated strings in the order of the accounts; null if nothing was due. A missing price
-- is empty. balances: the balance of each trade's account after the whole settlement.
CREATE OR REPLACE FUNCTION trading.settle_due(
  p_shards smallint[], p_now_ms bigint, p_symbols text[], p_through_ms bigint[], p_limit int, p_without uuid[],
    p_only uuid[], p_patience_ms int,
  OUT customers text, OUT ids text, OUT types text, OUT states text, OUT symbols text, OUT assets text,
    OUT stakes text, OUT returned text, OUT strikes text, OUT exits text, OUT balances text
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
  v_id uuid[]; v_state trading.state[]; v_stake bigint[]; v_returned bigint[]; v_balance bigint[];
  v_seam_symbol text[]; v_seam_at bigint[];
BEGIN
  PERFORM set_config('lock_timeout', p_patience_ms || 'ms', true);
  -- Locks only shards with due trades.
  v_shards := ARRAY(
    SELECT s.shard FROM trading.settlers s
    WHERE s.shard = ANY (p_shards) AND EXISTS (SELECT FROM trading.trades t WHERE t.shard = s.shard
      AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms)
    ORDER BY s.shard FOR UPDATE SKIP LOCKED
  );
  SELECT array_agg(d.ctid), array_agg(d.symbol), array_agg(d.accepted_at_ms), array_agg(d.expires_at_ms),
    array_agg(d.tolerance_ms), array_agg(d.type)
  INTO v_row, v_symbol, v_accepted, v_expires, v_tolerance, v_type
  FROM (
    SELECT t.ctid, t.symbol, t.accepted_at_ms, t.expires_at_ms, t.tolerance_ms, t.type
    FROM trading.trades t CROSS JOIN LATERAL (
      SELECT p_through_ms[array_position(p_symbols, t.symbol)] AS through_ms OFFSET 0) s
    WHERE t.shard = ANY (v_shards) AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms
      AND t.expires_at_ms <= s.through_ms
      AND (p_only IS NULL OR t.id = ANY (p_only)) AND (p_without = '{}'
        OR NOT (t.id = ANY (p_without) OR t.customer_id = ANY (p_without)))
    ORDER BY t.shard, t.expires_at_ms LIMIT p_limit
  ) d;
  IF v_row IS NULL THEN RETURN; END IF;
  SELECT array_agg(s.symbol), array_agg(s.at_ms) INTO v_seam_symbol, v_seam_at
    FROM markets.seams_between((SELECT min(a) FROM unnest(v_accepted) a), p_now_ms) s;

  WITH settled AS (
    UPDATE trading.trades t
    SET state = o.state, void_code = o.void_code, settled_at_ms = p_now_ms, strike_seq = o.strike_seq,
      strike = o.strike, exit_seq = o.exit_seq, exit = o.exit,
      returned_minor = CASE o.state WHEN 'WON' THEN t.stake_minor + t.stake_minor * t.payout_bps / 10000 WHEN 'LOST'
        THEN 0 ELSE t.stake_minor END
    FROM (
      SELECT v_row[r.idx] AS place, trading.state_of(v_type[r.idx], r.strike, r.exit, v.void_code) AS state,
        v.void_code, r.strike_seq, r.strike, r.exit_seq, r.exit
      FROM markets.strike_and_exit(v_symbol, v_accepted, v_expires) r
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN v_seam_at IS NOT NULL AND EXISTS (
            SELECT FROM unnest(v_seam_symbol, v_seam_at) AS z(symbol, at_ms) WHERE z.symbol = v_symbol[r.idx]
              AND z.at_ms > v_accepted[r.idx] AND z.at_ms <= v_expires[r.idx]
          ) THEN 'record_restarted'
          ELSE trading.void_code_of(v_accepted[r.idx], v_expires[r.idx], v_tolerance[r.idx], r.strike_at_ms,
            r.exit_at_ms)
        END AS void_code OFFSET 0
      ) v
      OFFSET 0
    ) o
    WHERE t.ctid = o.place
    RETURNING t.shard, t.customer_id, t.id, t.type, t.state, t.symbol, t.asset, t.stake_minor, t.returned_minor,
      t.strike, t.exit
  ), sorted AS (
    -- In the order in which accounts are locked everywhere.
    SELECT s.*, dense_rank() OVER (ORDER BY s.shard, s.customer_id, s.asset) AS account,
      sum(s.returned_minor) OVER (PARTITION BY s.shard, s.customer_id, s.asset
        ORDER BY s.id ROWS UNBOUNDED PRECEDING)::bigint AS returned_upto_minor
    FROM settled s ORDER BY s.shard, s.customer_id, s.asset, s.id
  )
  SELECT array_agg(s.shard), array_agg(s.customer_id), array_agg(s.asset), array_agg(s.account),
    array_agg(s.returned_upto_minor),
    array_agg(s.id), array_agg(s.state), array_agg(s.stake_minor), array_agg(s.returned_minor),
      string_agg(s.type::text, ','), string_agg(s.symbol, ','),
      string_agg(coalesce(s.strike::text, ''), ','), string_agg(coalesce(s.exit::text, ''), ',')
  INTO v_shard, v_customer, v_asset, v_account, v_returned_upto, v_id, v_state, v_stake, v_returned, types, symbols,
    strikes, exits
  FROM sorted s;
  v_balance := trading.pay_settled(p_now_ms, v_shard, v_customer, v_asset, v_account, v_returned_upto, v_id, v_state,
    v_stake, v_returned);
  customers := array_to_string(v_customer, ',');
  ids := array_to_string(v_id, ',');
  states := array_to_string(v_state, ',');
  assets := array_to_string(v_asset, ',');
  stakes := array_to_string(v_stake, ',');
  returned := array_to_string(v_returned, ',');
  balances := (SELECT string_agg(v_balance[a.account]::text, ',' ORDER BY a.place)
    FROM unnest(v_account) WITH ORDINALITY a(account, place));
END $$;
