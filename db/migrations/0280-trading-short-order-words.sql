-- The words of an order are shorter and have no character that a record's text quotes: they are stored and hashed with each order.
-- Transfers of earlier orders keep the words of `order_words_0201`.
ALTER FUNCTION trading.order_words(trading.side, text, bigint, bigint, smallint, int, smallint) RENAME TO order_words_0201;

CREATE FUNCTION trading.order_words(p_type trading.side, p_symbol text, p_accepted_at_ms bigint, p_expires_at_ms bigint, p_payout_bps smallint, p_tolerance_ms int, p_rules smallint)
RETURNS text LANGUAGE sql STABLE AS $$
  SELECT concat_ws(':', p_type, p_symbol, p_accepted_at_ms, p_expires_at_ms, p_payout_bps, p_tolerance_ms, p_rules)
$$;
