-- Implements the rule in server/trading/results/settlement.ts for a trade whose expiry the price record has reached. A
-- property test compares the two. Strike and exit are null if markets.strike_and_exit found none.
CREATE OR REPLACE FUNCTION trading.void_code_of(
  p_accepted_at_ms bigint,
  p_expires_at_ms bigint,
  p_tolerance_ms int,
  p_strike_at_ms bigint,
  p_exit_at_ms bigint
)
RETURNS trading.void_code LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_strike_at_ms IS NULL OR p_strike_at_ms > p_expires_at_ms THEN 'no_strike'::trading.void_code
    WHEN p_strike_at_ms - p_accepted_at_ms > p_tolerance_ms THEN 'strike_late'
    WHEN p_expires_at_ms - p_exit_at_ms > p_tolerance_ms THEN 'exit_stale'
  END
$$;
