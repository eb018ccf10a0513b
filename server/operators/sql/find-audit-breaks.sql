-- Returns entries that are missing or altered, or that don't match the head; none if nobody tampered with the log. The
-- check includes the head's time, because append_audit never writes an earlier time: a head with a later time would
-- falsify the time of every later entry.
CREATE OR REPLACE FUNCTION operators.find_audit_breaks(
  
) RETURNS TABLE(seq bigint, problem text) LANGUAGE sql STABLE AS $$
  WITH entries AS (
    SELECT l AS entry, l.seq, l.hash,
      lag(l.seq, 1, 0::bigint) OVER (ORDER BY l.seq) AS previous_seq,
      lag(l.hash, 1, sha256(convert_to('operators audit log', 'UTF8'))) OVER (ORDER BY l.seq) AS previous_hash
    FROM operators.audit_log l
  )
  SELECT e.seq, CASE WHEN e.seq <> e.previous_seq + 1 THEN 'missing_before'
    ELSE 'wrong_hash' END
  FROM entries e
  WHERE e.seq <> e.previous_seq + 1 OR e.hash <> operators.audit_hash(e.previous_hash, e.entry)
  UNION ALL
  SELECT h.seq, 'not_newest'
  FROM operators.audit_head h
  LEFT JOIN LATERAL (SELECT l.seq, l.at_ms, l.hash FROM operators.audit_log l ORDER BY l.seq DESC LIMIT 1) n ON true
  WHERE (h.seq, h.at_ms, h.hash) IS DISTINCT FROM
    (coalesce(n.seq, 0), coalesce(n.at_ms, 0), coalesce(n.hash, sha256(convert_to('operators audit log', 'UTF8'))))
$$;
