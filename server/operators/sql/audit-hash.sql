-- Returns the hash of an entry's canonical encoding: every stored column, in PostgreSQL's text format for records
-- (which quotes values where necessary and is therefore unambiguous).
CREATE OR REPLACE FUNCTION operators.audit_hash(
  p_previous bytea,
  e operators.audit_log
) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(p_previous
    || convert_to(ROW(e.seq, e.at_ms, e.operator_id, e.action, e.subject, e.customer_id, e.reason, e.details)::text,
    'UTF8'))
$$;
