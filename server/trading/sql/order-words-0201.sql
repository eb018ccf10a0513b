-- The transfer of a stake says what was ordered, so that the ledger's hash chain holds it: a side or a payout that is
-- changed afterwards shows. Source: docs/spec/truth.md section 4. Stakes of earlier trades have no note.
CREATE OR REPLACE FUNCTION trading.order_words_0201(p_type trading.side, p_symbol text, p_accepted_at_ms bigint, p_expires_at_ms bigint, p_payout_bps smallint, p_tolerance_ms int, p_rules smallint)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT p_type || ' ' || p_symbol || ' from ' || p_accepted_at_ms || ' to ' || p_expires_at_ms || ', payout ' || p_payout_bps || ' bps, tolerance ' || p_tolerance_ms
    || ' ms, rules ' || p_rules
$$;
