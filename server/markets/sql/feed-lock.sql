-- Returns the key of the advisory lock. The process that holds the lock leads the price feed.
CREATE OR REPLACE FUNCTION markets.feed_lock() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 5202601::bigint';
