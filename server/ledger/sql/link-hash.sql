-- Returns the hash of a batch, a link of its shard's hash chain: SHA-256 of the previous link's hash, the batch as
-- PostgreSQL writes a record, a newline, and p_transfers, the encodings of its transfers by id, one per line.
CREATE OR REPLACE FUNCTION ledger.link_hash(
  p_previous bytea,
  p_shard smallint,
  p_batch bigint,
  p_first_id bigint,
  p_last_id bigint,
  p_at_ms bigint,
  p_transfers text
)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(p_previous || convert_to(ROW(p_shard, p_batch, p_first_id, p_last_id, p_at_ms)::text || E'\n'
    || p_transfers, 'UTF8'))
$$;
