-- Returns a stake's note. It states the order, so that the ledger's hash chain covers the order's side and payout. The
-- stakes of the oldest trades have no note. Source: docs/spec/truth.md section 4.
CREATE OR REPLACE FUNCTION trading.order_words(
  p_type trading.side,
  p_symbol text,
  p_accepted_at_ms bigint,
  p_expires_at_ms bigint,
  p_payout_bps smallint,
  p_tolerance_ms int,
  p_rules smallint
)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(':', p_type, p_symbol, p_accepted_at_ms, p_expires_at_ms, p_payout_bps, p_tolerance_ms, p_rules)
$$;
