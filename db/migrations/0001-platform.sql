-- How far the product's clock was moved ahead with the development tools, so that time never goes back after a restart.
CREATE SCHEMA platform;

CREATE TABLE platform.clock_offset (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint NOT NULL CHECK (offset_ms >= 0)
);

-- Tells whether the SECRET_KEY of a start is the one under which this database's personal data was encrypted.
CREATE TABLE platform.key_fingerprint (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32)
);
