-- Returns, as comma-separated strings, the shards and the customers that another transaction has locked: shards by the
-- head of their hash chain, customers by their account or their counters.
CREATE OR REPLACE FUNCTION trading.held_of(p_shard smallint[], p_customer_id uuid[], OUT shards text,
  OUT customers text) LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
DECLARE
  v_shards smallint[]; v_owners uuid[];
BEGIN
  SELECT l.shards, l.owners INTO v_shards, v_owners FROM ledger.held_of(p_shard, p_customer_id, 'trading') l;
  v_owners := v_owners || ARRAY(
    SELECT c.customer_id FROM unnest(p_shard, p_customer_id) AS n(shard, customer_id) JOIN trading.customers c
      ON c.shard = n.shard AND c.customer_id = n.customer_id
    EXCEPT SELECT f.customer_id FROM (
      SELECT c.customer_id FROM unnest(p_shard, p_customer_id) AS n(shard, customer_id) JOIN trading.customers c
        ON c.shard = n.shard AND c.customer_id = n.customer_id
      FOR UPDATE OF c SKIP LOCKED
    ) f
  );
  shards := array_to_string(v_shards, ',');
  customers := array_to_string(v_owners, ',');
END $$;
