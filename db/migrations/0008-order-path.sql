-- What trading posts by the thousand is found by its account and time, which every transfer is indexed by anyway. The index by
-- reference cost an order 3 of the database's 43 microseconds: docs/decisions/0007-order-path-costs.md.
DROP INDEX ledger.transfers_of_reference;
CREATE INDEX transfers_of_reference ON ledger.transfers (shard, reference)
  WHERE reference IS NOT NULL AND kind NOT IN ('stake', 'stake_return', 'void_return', 'profit');
