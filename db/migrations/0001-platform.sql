-- How far the product's clock was moved ahead with the development tools, so that time never goes back after a restart.
CREATE SCHEMA platform;

CREATE TABLE platform.clock_offset (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  offset_ms bigint NOT NULL CHECK (offset_ms >= 0)
);
