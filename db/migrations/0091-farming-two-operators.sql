-- Two operators agree on the rates of yield plans. Older rows were announced by one.
ALTER TABLE farming.rates ADD COLUMN approved_by uuid;
ALTER TABLE farming.rates ADD CONSTRAINT rates_by_two CHECK (announced_by IS NULL OR approved_by IS NOT NULL AND approved_by <> announced_by) NOT VALID;

-- Contracts whose liquidation failed. Each is looked at again from `from_ms`, while the watch of its coin goes on for the others; nothing
-- is paid to it meanwhile.
CREATE TABLE farming.stuck (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  from_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id, contract_id)
);
