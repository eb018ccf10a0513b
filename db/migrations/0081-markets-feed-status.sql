-- How the source is doing with each symbol, from the process that leads the feed for all others.
CREATE TABLE markets.feed_statuses (
  symbol text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('waiting', 'playing', 'ended', 'unfed')),
  skipped_rows int NOT NULL DEFAULT 0
);
