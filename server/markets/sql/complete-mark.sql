-- Returns the mark that binds `complete_ms` to the end of the hash chain, so that a changed value is detected: it
-- changes every second and follows from no stored price.
CREATE OR REPLACE FUNCTION markets.complete_mark(
  p_hash bytea,
  p_complete_ms bigint
) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_hash || int8send(p_complete_ms))
$$;
