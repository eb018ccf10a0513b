-- Returns what reconciliation finds: one row for each break, none if the ledger reconciles. Anyone with access to the
-- database can call it. STABLE, so that all checks read one snapshot while orders continue.
CREATE OR REPLACE FUNCTION ledger.find_breaks(
  
) RETURNS TABLE (rule text, shard smallint, subject text, expected text, found text) LANGUAGE sql STABLE AS $$
  WITH entries AS (
    SELECT t.shard, t.owner, t.code, t.asset, t.id, t.balance_after_minor,
      CASE WHEN t.phase IN ('pending', 'void') THEN 0 WHEN t.is_debit THEN -t.amount_minor
        ELSE t.amount_minor END AS change_minor,
      CASE WHEN t.phase = 'pending' AND t.is_debit AND NOT EXISTS (SELECT FROM ledger.transfers r
        WHERE r.shard = t.shard AND r.pending_id = t.id) THEN t.amount_minor ELSE 0 END AS held_minor
    FROM ledger.account_transfers t
  ), running AS (
    SELECT e.*, sum(e.change_minor) OVER (PARTITION BY e.shard, e.owner, e.code, e.asset ORDER BY e.id) AS sum_minor
      FROM entries e
  ), sums AS (
    SELECT e.shard, e.owner, e.code, e.asset, sum(e.change_minor) AS balance_minor, sum(e.held_minor) AS reserved_minor
    FROM entries e GROUP BY e.shard, e.owner, e.code, e.asset
  ), house AS (
    SELECT h.shard, h.code, h.asset, sum(h.change_minor) AS balance_minor FROM ledger.house_transfers h
      GROUP BY h.shard, h.code, h.asset
  ), marks AS (
    SELECT c.shard, max(c.up_to_id) AS up_to_id FROM ledger.checkpoints c GROUP BY c.shard
  ), marked AS (
    SELECT h.shard, h.code, h.asset, m.up_to_id, sum(h.change_minor) AS balance_minor
    FROM marks m JOIN ledger.house_transfers h ON h.shard = m.shard AND h.id <= m.up_to_id GROUP BY h.shard, h.code,
      h.asset, m.up_to_id
  ), links AS (
    SELECT b.*, lag(b.batch, 1, 0::bigint) OVER w + 1 AS next_batch,
      lag(b.last_id, 1, b.shard::bigint << 48) OVER w + 1 AS next_id,
      lag(b.hash, 1, sha256(convert_to('ledger shard ' || b.shard, 'UTF8'))) OVER w AS previous_hash
    FROM ledger.batches b WINDOW w AS (PARTITION BY b.shard ORDER BY b.batch)
  ), hashed AS (
    SELECT l.*, ledger.link_hash(l.previous_hash, l.shard, l.batch, l.first_id, l.last_id, l.at_ms,
      (SELECT string_agg(ledger.encoding(t), E'\n' ORDER BY t.id) FROM ledger.transfers t WHERE t.shard = l.shard
        AND t.id BETWEEN l.first_id AND l.last_id)) AS recomputed
    FROM links l
  )
  SELECT 'asset sums to zero', NULL::smallint, a.asset, '0', sum(a.balance_minor)::text
  FROM (SELECT asset, balance_minor FROM ledger.accounts UNION ALL SELECT asset, balance_minor FROM house) a
    GROUP BY a.asset HAVING sum(a.balance_minor) <> 0
  UNION ALL
  SELECT 'clearing is empty', NULL, h.asset, '0', sum(h.balance_minor)::text FROM house h WHERE h.code = 'clearing'
    GROUP BY h.asset HAVING sum(h.balance_minor) <> 0
  UNION ALL
  SELECT 'balance equals transfers', coalesce(a.shard, s.shard),
    concat_ws(' ', coalesce(a.owner, s.owner), coalesce(a.code, s.code), coalesce(a.asset, s.asset)),
    coalesce(s.balance_minor, 0) || ' held ' || coalesce(s.reserved_minor, 0),
      coalesce(a.balance_minor || ' held ' || a.reserved_minor, 'no account')
  FROM ledger.accounts a FULL JOIN sums s ON s.shard = a.shard AND s.owner = a.owner AND s.code = a.code
    AND s.asset = a.asset
  WHERE (a.balance_minor::numeric, a.reserved_minor::numeric) IS DISTINCT
    FROM (coalesce(s.balance_minor, 0), coalesce(s.reserved_minor, 0)::numeric)
  UNION ALL
  SELECT 'balance after equals transfers', r.shard, 'transfer ' || r.id, r.sum_minor::text,
    coalesce(r.balance_after_minor::text, 'none')
  FROM running r WHERE r.balance_after_minor::numeric IS DISTINCT FROM r.sum_minor
  UNION ALL
  SELECT 'checkpoint equals transfers', coalesce(c.shard, m.shard),
    concat_ws(' ', coalesce(c.code, m.code), coalesce(c.asset, m.asset)),
    coalesce(m.balance_minor, 0)::text, coalesce(c.balance_minor::text || ' up to ' || c.up_to_id, 'no checkpoint')
  FROM ledger.checkpoints c FULL JOIN marked m ON m.shard = c.shard AND m.code = c.code AND m.asset = c.asset
  WHERE c.balance_minor IS DISTINCT FROM m.balance_minor OR c.up_to_id IS DISTINCT FROM m.up_to_id
  UNION ALL
  SELECT 'hash chain', h.shard, 'batch ' || h.batch, encode(h.recomputed, 'hex'), encode(h.hash, 'hex')
  FROM hashed h WHERE h.hash IS DISTINCT FROM h.recomputed
  UNION ALL
  SELECT 'hash chain has no gap', l.shard, 'batch ' || l.batch, l.next_batch || ' from ' || l.next_id,
    l.batch || ' from ' || l.first_id
  FROM links l WHERE l.batch <> l.next_batch OR l.first_id <> l.next_id
  UNION ALL
  SELECT 'batch is complete', s.shard, 'transfers in batches', s.in_batches::text, s.stored::text
  FROM (
    SELECT n.shard::smallint AS shard, (SELECT coalesce(sum(b.last_id - b.first_id + 1), 0) FROM ledger.batches b
      WHERE b.shard = n.shard) AS in_batches,
      (SELECT count(*) FROM ledger.transfers t WHERE t.shard = n.shard) AS stored
    FROM generate_series(0, 31) n(shard)
  ) s WHERE s.in_batches <> s.stored
  UNION ALL
  SELECT 'head is the last batch', n.shard::smallint, 'head', coalesce(b.batch, 0) || ' '
    || coalesce(b.last_id, n.shard::bigint << 48) || ' '
    || encode(coalesce(b.hash, sha256(convert_to('ledger shard ' || n.shard, 'UTF8'))), 'hex'),
    coalesce(h.batch || ' ' || h.last_id || ' ' || encode(h.hash, 'hex'), 'no head')
  FROM generate_series(0, 31) n(shard)
  LEFT JOIN ledger.heads h ON h.shard = n.shard
  LEFT JOIN LATERAL (SELECT * FROM ledger.batches b WHERE b.shard = n.shard ORDER BY b.batch DESC LIMIT 1) b ON true
  WHERE (h.batch, h.last_id, h.at_ms, h.hash) IS DISTINCT FROM
    (coalesce(b.batch, 0), coalesce(b.last_id, n.shard::bigint << 48), coalesce(b.at_ms, 0),
      coalesce(b.hash, sha256(convert_to('ledger shard ' || n.shard, 'UTF8'))))
$$;
