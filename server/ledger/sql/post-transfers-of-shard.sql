-- Posts a batch of one shard, as post_transfers does. Throws invalid_parameter_value if a transfer belongs to another
-- shard. For a schema that is distributed by p_shard.
CREATE OR REPLACE FUNCTION ledger.post_transfers_of_shard(
  p_shard smallint,
  p_at_ms bigint,
  p_transfers ledger.new_transfer[]
)
RETURNS TABLE (idx int, result text, transfer_id bigint, balance_after bigint, at_ms bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(p_transfers) t WHERE t.shard IS DISTINCT FROM p_shard) THEN
    RAISE EXCEPTION 'ledger: a transfer does not belong to shard %', p_shard USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN QUERY SELECT * FROM ledger.post_transfers(p_at_ms, p_transfers);
END $$;
