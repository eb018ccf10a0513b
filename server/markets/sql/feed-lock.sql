-- Returns the advisory lock of the one process that leads the price feed.
CREATE OR REPLACE FUNCTION markets.feed_lock() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 5202601::bigint';
