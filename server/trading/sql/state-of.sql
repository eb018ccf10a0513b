-- Returns the state of a settled trade: VOID if it has a void code, otherwise by comparing the exit with the strike.
-- Source: docs/spec/truth.md section 3.
CREATE OR REPLACE FUNCTION trading.state_of(
  p_type trading.side,
  p_strike bigint,
  p_exit bigint,
  p_void trading.void_code
)
RETURNS trading.state LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_void IS NOT NULL THEN 'VOID'::trading.state
    WHEN p_exit = p_strike THEN 'TIE'
    WHEN (p_exit > p_strike) = (p_type = 'BUY') THEN 'WON'
    ELSE 'LOST'
  END
$$;
