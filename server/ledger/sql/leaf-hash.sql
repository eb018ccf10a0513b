-- Returns the hash of a transfer as an entry of its batch's tree: SHA-256 of a zero byte and the transfer's encoding.
-- The root of these hashes is in the transparency log: docs/spec/proof.md section 5.
CREATE OR REPLACE FUNCTION ledger.leaf_hash(t ledger.transfers) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256('\x00'::bytea || convert_to(ledger.encoding(t), 'UTF8'))
$$;
