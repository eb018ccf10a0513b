-- Replaced by ledger.post_transfers_of_shard: one name for each function.
DROP FUNCTION IF EXISTS ledger.post_transfers(smallint, bigint, ledger.new_transfer[]);
