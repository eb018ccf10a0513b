-- Balances stay below this, so that no sum inside a batch leaves 64 bits.
CREATE OR REPLACE FUNCTION ledger.balance_limit() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 4000000000000000000';
