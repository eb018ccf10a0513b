-- Contact messages are erased some time after they were answered or closed (contract/messages.ts): when, by whom and how it was decided stays.
ALTER TABLE operators.message ALTER COLUMN name_sealed DROP NOT NULL, ALTER COLUMN email_sealed DROP NOT NULL,
  ALTER COLUMN subject_sealed DROP NOT NULL, ALTER COLUMN content_sealed DROP NOT NULL,
  ADD COLUMN erased_at_ms bigint,
  DROP CONSTRAINT message_decided,
  ADD CONSTRAINT message_decided CHECK ((state = 'open') = (decided_by IS NULL) AND (state = 'answered' AND erased_at_ms IS NULL) = (answer_sealed IS NOT NULL)),
  ADD CONSTRAINT message_erased CHECK (num_nulls(name_sealed, email_sealed, subject_sealed, content_sealed) = CASE WHEN erased_at_ms IS NULL THEN 0 ELSE 4 END),
  ADD CONSTRAINT message_erased_when_done CHECK (erased_at_ms IS NULL OR state <> 'open');
CREATE INDEX message_to_erase ON operators.message (decided_at_ms) WHERE state <> 'open' AND erased_at_ms IS NULL;
