-- A new password switches endpoints off: somebody else may have added one.
ALTER TABLE webhooks.endpoints DROP CONSTRAINT endpoints_off_reason_check,
  ADD CONSTRAINT endpoints_off_reason_check CHECK (off_reason IN ('failing', 'gone', 'password'));
