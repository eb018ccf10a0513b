-- Finds a customer's movements that trades didn't cause, in all accounts, without reading those of trades.
CREATE INDEX transfers_of_owner ON ledger.transfers (shard, coalesce(debit_owner, credit_owner), at_ms, id)
  WHERE coalesce(debit_owner, credit_owner) IS NOT NULL
    AND kind NOT IN ('stake', 'stake_return', 'void_return', 'profit');
