-- How far a record is complete changes every second and follows from no stored price. The mark binds it to the end of
-- the chain, so that a value that was changed by itself shows.
CREATE OR REPLACE FUNCTION markets.complete_mark(p_hash bytea, p_complete_ms bigint) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_hash || int8send(p_complete_ms))
$$;
