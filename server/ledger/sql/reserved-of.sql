-- Returns which of these accounts have amounts reserved by pending transfers, by position from 1, and how much.
CREATE OR REPLACE FUNCTION ledger.reserved_of(
  p_shard smallint[],
  p_owner uuid[],
  p_code text,
  p_asset text[]
) RETURNS TABLE (place bigint, reserved_minor bigint) LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT n.place, a.reserved_minor
  FROM unnest(p_shard, p_owner, p_asset) WITH ORDINALITY AS n(shard, owner, asset, place)
  CROSS JOIN LATERAL (SELECT a.reserved_minor FROM ledger.accounts a WHERE a.shard = n.shard AND a.owner = n.owner
    AND a.code = p_code AND a.asset = n.asset AND a.reserved_minor > 0 LIMIT 1) a;
END $$;
