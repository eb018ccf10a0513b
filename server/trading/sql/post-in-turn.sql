-- Posts the stakes of the orders that have no result yet, one after another. Used if a batch can't be posted as a
-- whole.
CREATE OR REPLACE FUNCTION trading.post_in_turn(
  p_now_ms bigint,
  p_rules smallint,
  p_orders trading.order_batch,
  p_result text[],
  p_balance bigint[],
  OUT result text[],
  OUT balance bigint[]
)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_place int[] := ARRAY(SELECT r.idx FROM unnest(p_result) WITH ORDINALITY AS r(result, idx) WHERE r.result IS NULL
    ORDER BY r.idx);
  p record;
BEGIN
  result := p_result;
  balance := coalesce(p_balance, array_fill(NULL::bigint, ARRAY[cardinality(p_result)]));
  FOR p IN
    SELECT * FROM ledger.post_transfers(p_now_ms, ARRAY(
      SELECT ROW(o.shard, o.customer_id, 'trading', NULL, 'stakes', o.asset, o.stake_minor, 'stake', o.id, NULL,
        trading.order_words(o.type, o.symbol, o.accepted, o.expires, o.payout, o.tolerance, p_rules), NULL, NULL,
          NULL)::ledger.new_transfer
      FROM unnest(p_orders.shard, p_orders.customer_id, p_orders.asset, p_orders.stake_minor, p_orders.id, p_result,
        p_orders.type, p_orders.symbol, p_orders.accepted_at_ms, p_orders.expires_at_ms, p_orders.payout_bps,
          p_orders.tolerance_ms) WITH ORDINALITY
        AS o(shard, customer_id, asset, stake_minor, id, result, type, symbol, accepted, expires, payout, tolerance,
          idx) WHERE o.result IS NULL ORDER BY o.idx
    ))
  LOOP
    result[v_place[p.idx]] := p.result;
    balance[v_place[p.idx]] := p.balance_after;
  END LOOP;
END $function$;
