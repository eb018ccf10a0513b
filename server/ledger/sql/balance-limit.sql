-- Balances stay below this limit, so that no sum inside a batch exceeds 64 bits.
CREATE OR REPLACE FUNCTION ledger.balance_limit() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 4000000000000000000';
