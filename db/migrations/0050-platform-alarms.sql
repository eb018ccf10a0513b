-- What is wrong and needs an operator, until it is right again. A row is deleted when its alarm is cleared; the log keeps the history.
CREATE TABLE platform.alarm (
  kind text NOT NULL CHECK (kind ~ '^[a-z]+(_[a-z]+)*$' AND length(kind) <= 60),
  -- What it is about, such as a coin or the id of a job. No personal data.
  subject text NOT NULL CHECK (length(subject) <= 200),
  details jsonb NOT NULL,
  first_at_ms bigint NOT NULL,
  last_at_ms bigint NOT NULL CHECK (last_at_ms >= first_at_ms),
  -- How often it was raised.
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (kind, subject)
);
