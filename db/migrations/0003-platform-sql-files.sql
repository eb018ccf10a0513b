-- The function files of server/*/sql as last applied.
CREATE TABLE platform.sql_files (
  file text PRIMARY KEY,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32)
);
COMMENT ON TABLE platform.sql_files IS 'rights: SELECT';
