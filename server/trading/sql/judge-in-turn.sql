-- Judges keys and limits one order after another, for a batch that can't be accepted as a whole. Returns why each order
-- is refused; null if its key is new and no limit is exceeded. The counters that are passed in include the whole batch.
CREATE OR REPLACE FUNCTION trading.judge_in_turn(
  p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_open int[],
    p_stake_minor bigint[], p_result_minor bigint[], p_profits_minor bigint[]
) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_result text[] := array_fill(NULL::text, ARRAY[cardinality(p_orders.id)]);
  o record;
BEGIN
  -- Start from what was open before the batch, and add each accepted order again.
  FOR c IN 1..coalesce(cardinality(p_open), 0) LOOP
    p_open[c] := p_open[c] - p_customers.trades[c];
    p_stake_minor[c] := p_stake_minor[c] - p_customers.stake_minor[c];
  END LOOP;
  FOR e IN 1..coalesce(cardinality(p_profits_minor), 0) LOOP
    p_profits_minor[e] := p_profits_minor[e] - p_expiries.profit_minor[e];
  END LOOP;
  FOR o IN
    SELECT u.idx, u.customer_no AS c, u.expiry_no AS e, u.stake_minor, u.profit_minor, t.found
    FROM unnest(p_orders.customer_no, p_orders.expiry_no, p_orders.stake_minor, p_orders.profit_minor, p_orders.shard,
      p_orders.customer_id, p_orders.key) WITH ORDINALITY
      AS u(customer_no, expiry_no, stake_minor, profit_minor, shard, customer_id, key, idx)
    LEFT JOIN LATERAL (SELECT true AS found FROM trading.trades t WHERE t.shard = u.shard
      AND t.customer_id = u.customer_id AND t.key = u.key LIMIT 1) t ON true
    ORDER BY u.idx
  LOOP
    v_result[o.idx] := CASE
      WHEN o.found THEN 'exists'
      WHEN p_open[o.c] + 1 > p_customers.max_open[o.c] THEN 'too_many_open'
      WHEN p_stake_minor[o.c] + o.stake_minor > p_customers.max_open_stake_minor[o.c] THEN 'stake_limit'
      WHEN p_result_minor[o.c] - p_stake_minor[o.c] - o.stake_minor < p_customers.least_result_minor[o.c]
        THEN 'own_loss_limit'
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
