-- Adds an entry to the audit log and returns its number. Locks the head until the commit, so entries of parallel
-- transactions are chained one after the other. The entry's time is p_at_ms, or the newest entry's if that is later.
CREATE OR REPLACE FUNCTION operators.append_audit(
  p_at_ms bigint, p_operator_id uuid, p_action text, p_subject text, p_customer_id uuid, p_reason text, p_details jsonb
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  h operators.audit_head;
  e operators.audit_log;
BEGIN
  SELECT * INTO h FROM operators.audit_head FOR UPDATE;
  e := ROW(h.seq + 1, greatest(p_at_ms, h.at_ms), p_operator_id, p_action, p_subject, p_customer_id, p_reason,
    p_details, NULL);
  e.hash := operators.audit_hash(h.hash, e);
  INSERT INTO operators.audit_log SELECT e.*;
  UPDATE operators.audit_head SET seq = e.seq, at_ms = e.at_ms, hash = e.hash;
  RETURN e.seq;
END $$;
