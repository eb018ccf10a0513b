-- Returns a stake's note in the form that was used before order_words. Used to check older transfers.
CREATE OR REPLACE FUNCTION trading.order_words_0201(
  p_type trading.side,
  p_symbol text,
  p_accepted_at_ms bigint,
  p_expires_at_ms bigint,
  p_payout_bps smallint,
  p_tolerance_ms int,
  p_rules smallint
)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT p_type || ' ' || p_symbol || ' from ' || p_accepted_at_ms || ' to ' || p_expires_at_ms || ', payout '
    || p_payout_bps || ' bps, tolerance ' || p_tolerance_ms
    || ' ms, rules ' || p_rules
$$;
