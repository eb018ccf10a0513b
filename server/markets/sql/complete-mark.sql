-- Returns the mark that binds `complete_ms` to the end of the hash chain. Without it, a changed `complete_ms` would go
-- undetected, because the value can't be derived from stored prices.
CREATE OR REPLACE FUNCTION markets.complete_mark(
  p_hash bytea,
  p_complete_ms bigint
) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_hash || int8send(p_complete_ms))
$$;
