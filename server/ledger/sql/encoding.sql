-- Returns the canonical encoding of a transfer: every stored column, as PostgreSQL writes a record (quoted if
-- necessary, so unambiguous).
CREATE OR REPLACE FUNCTION ledger.encoding(t ledger.transfers) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT ROW(t.shard, t.id, t.at_ms, t.debit_owner, t.debit_code, t.credit_owner, t.credit_code, t.asset,
    t.amount_minor, t.kind,
    t.reference, t.key, t.note, t.phase, t.pending_id, t.balance_after_minor)::text
$$;
