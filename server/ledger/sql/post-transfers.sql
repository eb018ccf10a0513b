-- Posts a batch. Returns one row for each input row, by idx from 1:
--   result: 'ok', or the first of these reasons for which nothing was posted: 'exists' (same key and content; id and
--     balance are those of the first transfer), 'key_reused', 'unknown_kind', 'bad_phase', 'pending_not_found',
--     'pending_already_posted', 'pending_already_voided', 'unknown_asset', 'bad_account', 'same_account',
--     'two_customers', 'bad_amount', 'exceeds_pending_amount', 'bad_text', 'insufficient', 'balance_too_large',
--     'linked_failed'
--   transfer_id: of the transfer that was written, or that already existed
--   balance_after: of the customer's account; for 'insufficient' the available balance; null between house accounts
--   at_ms: the stored time: p_at_ms, or the shard's newest if that is later, so that time never goes back
--
-- Locks the heads of the shards in ascending order before it reads anything, until the commit: one batch at a time for
-- each shard. Call it once in a transaction, or for shards in ascending order; otherwise, two transactions can wait for
-- each other. Callers with several batches at once should divide the shards among them.
CREATE OR REPLACE FUNCTION ledger.post_transfers(p_at_ms bigint, p_transfers ledger.new_transfer[])
RETURNS TABLE (idx int, result text, transfer_id bigint, balance_after bigint, at_ms bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  v_shards smallint[];
  v_head_batch bigint[]; v_head_id bigint[]; v_head_at bigint[]; v_head_hash bytea[];
  v_rows ledger.transfers[];
  v_links int[]; v_results text[]; v_ids bigint[]; v_shown bigint[]; v_times bigint[]; v_same_as int[];
  v_balance bigint[]; v_reserved bigint[]; v_available bigint[];
  v_delta_balance bigint[]; v_delta_reserved bigint[]; v_delta_available bigint[];
  v_trouble boolean;
BEGIN
  v_shards := ARRAY(SELECT DISTINCT t.shard FROM unnest(p_transfers) t ORDER BY 1);
  PERFORM FROM ledger.heads h WHERE h.shard = ANY (v_shards) ORDER BY h.shard FOR UPDATE;
  SELECT array_agg(h.batch ORDER BY h.shard), array_agg(h.last_id ORDER BY h.shard),
    array_agg(greatest(h.at_ms, p_at_ms) ORDER BY h.shard), array_agg(h.hash ORDER BY h.shard)
  INTO v_head_batch, v_head_id, v_head_at, v_head_hash
  FROM ledger.heads h WHERE h.shard = ANY (v_shards);
  IF coalesce(cardinality(v_shards), 0) IS DISTINCT FROM coalesce(cardinality(v_head_id), 0) THEN
    RAISE EXCEPTION 'ledger: every transfer needs a shard from 0 to 31' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF v_shards = '{}' THEN RETURN; END IF;

  WITH named AS (
    -- A resolution takes accounts, asset and default amount from its pending transfer.
    SELECT i.idx, i.shard, i.kind, i.reference, i.key, i.note, i.phase, i.pending_id, i.link, resolves,
      p.id AS found_id, p.phase AS found_phase,
      p.amount_minor AS pending_amount,
      CASE WHEN resolves THEN p.debit_owner ELSE i.debit_owner END AS debit_owner,
      CASE WHEN resolves THEN p.debit_code ELSE i.debit_code END AS debit_code,
      CASE WHEN resolves THEN p.credit_owner ELSE i.credit_owner END AS credit_owner,
      CASE WHEN resolves THEN p.credit_code ELSE i.credit_code END AS credit_code,
      CASE WHEN resolves THEN p.asset ELSE i.asset END AS asset,
      CASE WHEN i.phase = 'void' OR (resolves AND i.amount_minor IS NULL) THEN p.amount_minor
        ELSE i.amount_minor END AS amount_minor
    FROM unnest(p_transfers) WITH ORDINALITY AS i(shard, debit_owner, debit_code, credit_owner, credit_code, asset,
      amount_minor, kind, reference, key, note, phase, pending_id, link, idx)
    CROSS JOIN LATERAL (SELECT coalesce(i.phase IN ('post', 'void'), false) AS resolves) k
    -- LIMIT makes each of these an index lookup, whatever the planner knew about the table.
    LEFT JOIN LATERAL (SELECT * FROM ledger.transfers t WHERE t.shard = i.shard AND t.id = i.pending_id LIMIT 1) p
      ON true
  ), found AS (
    SELECT n.*, CASE WHEN n.debit_owner IS NULL THEN n.credit_owner ELSE n.debit_owner END AS owner,
      CASE WHEN n.debit_owner IS NULL THEN n.credit_code ELSE n.debit_code END AS code,
      x.id AS existing_id, x.balance_after_minor AS existing_balance, x.at_ms AS existing_at,
      ROW(x.debit_owner, x.debit_code, x.credit_owner, x.credit_code, x.asset, x.amount_minor, x.kind, x.reference,
        x.note, x.phase, x.pending_id)
        IS NOT DISTINCT FROM
      ROW(n.debit_owner, n.debit_code, n.credit_owner, n.credit_code, n.asset, n.amount_minor, n.kind, n.reference,
        n.note, n.phase, n.pending_id) AS is_same,
      r.phase AS resolved_as
    FROM named n
    LEFT JOIN LATERAL (SELECT * FROM ledger.transfers t WHERE t.shard = n.shard AND t.key = n.key LIMIT 1) x ON true
    LEFT JOIN LATERAL (SELECT t.phase FROM ledger.transfers t WHERE t.shard = n.shard AND t.pending_id = n.pending_id
      LIMIT 1) r ON true
  ), judged AS MATERIALIZED (
    SELECT f.*, coalesce(a.balance_minor, 0) AS balance, coalesce(a.reserved_minor, 0) AS reserved,
      CASE
        WHEN f.existing_id IS NOT NULL AND f.is_same THEN 'exists'
        WHEN f.existing_id IS NOT NULL THEN 'key_reused'
        WHEN f.kind IS NULL OR f.kind NOT IN (SELECT k.kind FROM ledger.kinds k) THEN 'unknown_kind'
        WHEN f.phase NOT IN ('pending', 'post', 'void') OR (f.pending_id IS NOT NULL) <> f.resolves THEN 'bad_phase'
        WHEN f.resolves AND f.found_phase IS DISTINCT FROM 'pending' THEN 'pending_not_found'
        WHEN f.resolved_as = 'post' THEN 'pending_already_posted'
        WHEN f.resolved_as = 'void' THEN 'pending_already_voided'
        WHEN f.asset IS NULL OR f.asset NOT IN (SELECT s.asset FROM ledger.assets s) THEN 'unknown_asset'
        WHEN f.debit_code IS NULL OR f.credit_code IS NULL
          OR (f.debit_owner IS NULL AND f.debit_code NOT IN (SELECT h.code FROM ledger.house_codes h))
          OR (f.credit_owner IS NULL AND f.credit_code NOT IN (SELECT h.code FROM ledger.house_codes h))
          OR (f.owner IS NOT NULL AND a.balance_minor IS NULL
            AND f.code !~ '^[a-z][a-z_]{1,30}(:[A-Za-z0-9-]{1,40})?$') THEN 'bad_account'
        WHEN f.debit_owner = f.credit_owner AND f.debit_code = f.credit_code THEN 'same_account'
        WHEN f.debit_owner IS NOT NULL AND f.credit_owner IS NOT NULL THEN 'two_customers'
        WHEN f.debit_owner IS NULL AND f.credit_owner IS NULL AND f.debit_code = f.credit_code THEN 'same_account'
        WHEN f.amount_minor IS NULL OR f.amount_minor NOT BETWEEN 1 AND 1000000000000000000 THEN 'bad_amount'
        WHEN f.resolves AND f.amount_minor > f.pending_amount THEN 'exceeds_pending_amount'
        WHEN length(f.key) NOT BETWEEN 1 AND 200 OR length(f.note) NOT BETWEEN 1 AND 500 THEN 'bad_text'
      END AS result
    FROM found f
    LEFT JOIN LATERAL (SELECT c.balance_minor, c.reserved_minor FROM ledger.accounts c WHERE c.shard = f.shard
      AND c.owner = f.owner AND c.code = f.code AND c.asset = f.asset LIMIT 1) a ON true
  ), moved AS (
    SELECT j.*,
      CASE
        WHEN j.result IS NOT NULL OR j.owner IS NULL OR j.phase IN ('pending', 'void') THEN 0
        WHEN j.debit_owner IS NOT NULL THEN -j.amount_minor
        ELSE j.amount_minor
      END AS delta_balance,
      CASE
        WHEN j.result IS NOT NULL OR j.debit_owner IS NULL OR j.phase IS NULL THEN 0
        WHEN j.phase = 'pending' THEN j.amount_minor
        ELSE -j.pending_amount
      END AS delta_reserved
    FROM judged j
  ), summed AS (
    SELECT m.*, CASE WHEN m.owner IS NOT NULL
      THEN m.balance - m.reserved + sum(m.delta_balance - m.delta_reserved) OVER account END AS available_after
    FROM moved m WINDOW account AS (PARTITION BY m.shard, m.owner, m.code, m.asset ORDER BY m.idx)
  )
  SELECT array_agg(ROW(s.shard, NULL, NULL, s.amount_minor, NULL, s.pending_id, s.debit_owner, s.credit_owner,
    s.reference, s.debit_code, s.credit_code,
      s.asset, s.kind, s.phase, s.key, s.note)::ledger.transfers ORDER BY s.idx),
    array_agg(s.link ORDER BY s.idx), array_agg(s.result ORDER BY s.idx),
    array_agg(CASE WHEN s.result = 'exists' THEN s.existing_id END ORDER BY s.idx),
    array_agg(CASE WHEN s.result = 'exists' THEN s.existing_balance END ORDER BY s.idx),
    array_agg(CASE WHEN s.result = 'exists' THEN s.existing_at END ORDER BY s.idx),
    array_agg(s.balance ORDER BY s.idx), array_agg(s.reserved ORDER BY s.idx),
      array_agg(s.balance - s.reserved ORDER BY s.idx),
    array_agg(s.delta_balance ORDER BY s.idx), array_agg(s.delta_reserved ORDER BY s.idx),
      array_agg(s.delta_balance - s.delta_reserved ORDER BY s.idx),
    coalesce(bool_or(s.available_after < 0 OR s.available_after > ledger.balance_limit()), false)
      OR count(s.key) <> count(DISTINCT s.key) OR count(s.pending_id) <> count(DISTINCT s.pending_id)
      OR (count(s.link) > 0 AND count(s.result) > 0)
  INTO v_rows, v_links, v_results, v_ids, v_shown, v_times, v_balance, v_reserved, v_available, v_delta_balance,
    v_delta_reserved, v_delta_available, v_trouble
  FROM summed s;

  IF v_trouble THEN
    SELECT t.p_results, t.p_shown, t.p_same_as INTO v_results, v_shown, v_same_as
    FROM ledger.judge_in_turn(v_rows, v_links, v_available, v_delta_available, v_results, v_shown) t;
  END IF;

  RETURN QUERY
  WITH placed AS MATERIALIZED (
    SELECT r.idx::int AS idx, r.result, r.known_id, r.shown, r.known_at, r.same_as, r.shard, s.place,
      v_head_id[s.place] + row_number() OVER (PARTITION BY r.result IS NULL, r.shard ORDER BY r.idx) AS id,
      r.amount_minor, r.pending_id, r.debit_owner, r.credit_owner, r.reference, r.debit_code, r.credit_code, r.asset,
        r.kind, r.phase, r.key, r.note,
      a.owner, a.code,
      CASE WHEN a.owner IS NOT NULL
        THEN (r.balance + sum(r.delta_balance) OVER account)::bigint END AS balance_after_minor,
      (r.reserved + sum(r.delta_reserved) OVER account)::bigint AS reserved_after_minor,
      lead(r.idx) OVER account IS NULL AS is_last
    FROM ROWS FROM (unnest(v_rows), unnest(v_results), unnest(v_ids), unnest(v_shown), unnest(v_times),
      unnest(v_same_as),
        unnest(v_balance), unnest(v_reserved), unnest(v_delta_balance), unnest(v_delta_reserved)) WITH ORDINALITY
      AS r(shard, no_id, no_at, amount_minor, no_balance, pending_id, debit_owner, credit_owner, reference,
        debit_code, credit_code, asset, kind, phase, key, note,
        result, known_id, shown, known_at, same_as, balance, reserved, delta_balance, delta_reserved, idx)
    CROSS JOIN LATERAL (SELECT array_position(v_shards, r.shard) AS place) s
    CROSS JOIN LATERAL (SELECT coalesce(r.debit_owner, r.credit_owner) AS owner, CASE WHEN r.debit_owner IS NULL
      THEN r.credit_code ELSE r.debit_code END AS code) a
    WINDOW account AS (PARTITION BY r.result IS NULL, r.shard, a.owner, a.code, r.asset ORDER BY r.idx)
  ), written AS (
    INSERT INTO ledger.transfers AS t (shard, id, at_ms, amount_minor, balance_after_minor, pending_id, debit_owner,
      credit_owner, reference, debit_code, credit_code, asset, kind, phase, key, note)
    SELECT shard, id, v_head_at[place], amount_minor, balance_after_minor, pending_id, debit_owner, credit_owner,
      reference, debit_code, credit_code, asset, kind, phase, key, note
    FROM placed WHERE result IS NULL
    RETURNING t.shard, t.id, t.at_ms, ledger.encoding(t) AS encoding
  ), balanced AS (
    INSERT INTO ledger.accounts (shard, owner, code, asset, balance_minor, reserved_minor)
    SELECT shard, owner, code, asset, balance_after_minor, reserved_after_minor FROM placed WHERE result IS NULL
      AND is_last AND owner IS NOT NULL
    ON CONFLICT (shard, owner, code, asset) DO UPDATE SET balance_minor = excluded.balance_minor,
      reserved_minor = excluded.reserved_minor
  ), linked AS (
    INSERT INTO ledger.batches AS b (shard, batch, first_id, last_id, at_ms, hash)
    SELECT w.shard, v_head_batch[array_position(v_shards, w.shard)] + 1, min(w.id), max(w.id), min(w.at_ms),
      ledger.link_hash(v_head_hash[array_position(v_shards, w.shard)], w.shard,
        v_head_batch[array_position(v_shards, w.shard)] + 1, min(w.id), max(w.id), min(w.at_ms),
        string_agg(w.encoding, E'\n' ORDER BY w.id))
    FROM written w GROUP BY w.shard
    RETURNING b.shard, b.batch, b.last_id, b.at_ms, b.hash
  ), headed AS (
    UPDATE ledger.heads h SET batch = l.batch, last_id = l.last_id, at_ms = l.at_ms, hash = l.hash FROM linked l
      WHERE h.shard = l.shard
  )
  SELECT p.idx, coalesce(p.result, 'ok'),
    CASE WHEN p.result IS NULL THEN p.id WHEN p.same_as IS NOT NULL
      THEN (SELECT o.id FROM placed o WHERE o.idx = p.same_as) ELSE p.known_id END,
    CASE WHEN p.result IS NULL THEN p.balance_after_minor WHEN p.same_as IS NOT NULL
      THEN (SELECT o.balance_after_minor FROM placed o WHERE o.idx = p.same_as) ELSE p.shown END,
    CASE WHEN p.result IS NULL OR p.same_as IS NOT NULL THEN v_head_at[p.place] ELSE p.known_at END
  FROM placed p ORDER BY p.idx;
END $$;
