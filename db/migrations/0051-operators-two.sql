-- What makes sure that a second operator is another person, and that money isn't given in small parts.

-- When the account was made, its credentials were last set, or it was given the right to approve or to manage operators: the waiting time
-- begins then. Accounts that exist already keep the time at which they were made.
ALTER TABLE operators.person ADD COLUMN entrusted_at_ms bigint;
UPDATE operators.person SET entrusted_at_ms = created_at_ms;
ALTER TABLE operators.person ALTER COLUMN entrusted_at_ms SET NOT NULL;

-- A change of people, settings or rates has no amount.
ALTER TABLE operators.approval ALTER COLUMN asset DROP NOT NULL, ALTER COLUMN amount_minor DROP NOT NULL,
  ADD CONSTRAINT approval_amount_of_asset CHECK ((asset IS NULL) = (amount_minor IS NULL));

-- What operators gave or paid out without a second operator, kept as long as it counts towards their sums.
CREATE TABLE operators.decided_alone (
  id uuid PRIMARY KEY,
  operator_id uuid NOT NULL REFERENCES operators.person (id),
  customer_id uuid NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  usd_minor bigint NOT NULL CHECK (usd_minor >= 0),
  at_ms bigint NOT NULL
);
CREATE INDEX decided_alone_by_operator ON operators.decided_alone (operator_id, at_ms);
CREATE INDEX decided_alone_by_customer ON operators.decided_alone (customer_id, at_ms);
