-- Public function for settlement: returns the strike and the exit of many trades at once. idx is the number of the
-- input row, from 1. The strike is the first tick after acceptance, the exit the last one at or before expiry
-- (docs/spec/truth.md section 3); both are null if there is no tick in between. Searches an array of the symbol's ticks
-- twice per trade: 50,000 trades in 39 symbols took 0.09 s, compared with 0.75 s for two index lookups per trade. Reads
-- each symbol's ticks from the first acceptance to the last expiry, so call it with trades that expire at about the
-- same time.
CREATE OR REPLACE FUNCTION markets.strike_and_exit(p_symbol text[], p_accepted_ms bigint[], p_expires_ms bigint[])
RETURNS TABLE (idx int, strike_seq bigint, strike_at_ms bigint, strike bigint, exit_seq bigint, exit_at_ms bigint,
  exit bigint)
LANGUAGE sql STABLE ROWS 10000 AS $$
  WITH orders AS MATERIALIZED (
    SELECT o.idx::int AS idx, o.symbol, o.accepted_ms, o.expires_ms
    FROM unnest(p_symbol, p_accepted_ms, p_expires_ms) WITH ORDINALITY AS o(symbol, accepted_ms, expires_ms, idx)
  ), spans AS (
    SELECT symbol, min(accepted_ms) AS from_ms, max(expires_ms) AS to_ms FROM orders GROUP BY symbol
  ), runs AS MATERIALIZED (
    SELECT s.symbol, r.ats, r.seqs, r.prices
    FROM spans s
    CROSS JOIN LATERAL (
      SELECT array_agg(t.at_ms) AS ats, array_agg(t.seq) AS seqs, array_agg(t.price) AS prices
      FROM (
        SELECT at_ms, seq, price FROM markets.ticks
        WHERE symbol = s.symbol AND at_ms > s.from_ms AND at_ms <= s.to_ms
        ORDER BY at_ms, seq
      ) t
    ) r
    WHERE r.ats IS NOT NULL
  )
  -- width_bucket counts the ticks at or before a time. At expiry, the last counted tick is the exit; at acceptance, the
  -- next tick is the strike.
  SELECT o.idx, r.seqs[k.s], r.ats[k.s], r.prices[k.s],
    r.seqs[k.e], r.ats[k.e], r.prices[k.e]
  FROM orders o
  LEFT JOIN runs r ON r.symbol = o.symbol
  LEFT JOIN LATERAL (
    SELECT width_bucket(o.accepted_ms, r.ats) + 1 AS s, width_bucket(o.expires_ms, r.ats) AS e OFFSET 0
  ) k ON k.s <= k.e
$$;
