-- Returns the available balance of each of these accounts, in order: the balance that pending transfers don't reserve,
-- or 0 for an account that was never used. All accounts have the same code.
CREATE OR REPLACE FUNCTION ledger.available_of(
  p_shard smallint[],
  p_owner uuid[],
  p_code text,
  p_asset text[]
) RETURNS bigint[] LANGUAGE plpgsql STABLE
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
BEGIN
  RETURN (
    SELECT array_agg(coalesce(a.balance_minor - a.reserved_minor, 0) ORDER BY n.place)
    FROM unnest(p_shard, p_owner, p_asset) WITH ORDINALITY AS n(shard, owner, asset, place)
    -- Forces an index lookup for each row, even if the plan was made while the table was empty.
    LEFT JOIN LATERAL (SELECT * FROM ledger.accounts a WHERE a.shard = n.shard AND a.owner = n.owner
      AND a.code = p_code AND a.asset = n.asset LIMIT 1) a ON true
  );
END $$;
