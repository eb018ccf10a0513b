-- Returns which of these shards and owners can't be posted to now, because another transaction has locked the head of
-- the shard's hash chain or an account of the owner. Doesn't wait. The locks that it takes are released at the end of
-- the transaction.
CREATE OR REPLACE FUNCTION ledger.held_of(p_shard smallint[], p_owner uuid[], p_code text, OUT shards smallint[],
  OUT owners uuid[]) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
BEGIN
  shards := ARRAY(
    SELECT DISTINCT s FROM unnest(p_shard) s
    EXCEPT SELECT f.shard FROM (SELECT h.shard FROM ledger.heads h
      WHERE h.shard = ANY (p_shard) FOR UPDATE SKIP LOCKED) f
  );
  owners := ARRAY(
    SELECT DISTINCT held.owner FROM (
      SELECT a.owner, a.asset FROM unnest(p_shard, p_owner) AS n(shard, owner) JOIN ledger.accounts a
        ON a.shard = n.shard AND a.owner = n.owner AND a.code = p_code
      EXCEPT SELECT f.owner, f.asset FROM (
        SELECT a.owner, a.asset FROM unnest(p_shard, p_owner) AS n(shard, owner) JOIN ledger.accounts a
          ON a.shard = n.shard AND a.owner = n.owner AND a.code = p_code
        FOR UPDATE OF a SKIP LOCKED
      ) f
    ) held
  );
END $$;
