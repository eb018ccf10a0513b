-- Judges, one transfer at a time, what can't be judged for a whole batch at once: balances that don't cover all
-- transfers, repeated keys, two resolutions of one pending transfer, linked groups. Source of the order of checks:
-- TigerBeetle's create_transfers.
CREATE OR REPLACE FUNCTION ledger.judge_in_turn(
  p_rows ledger.transfers[], p_links int[], p_available bigint[], p_deltas bigint[],
  INOUT p_results text[], INOUT p_shown bigint[], OUT p_same_as int[]
) LANGUAGE plpgsql AS $$
DECLARE
  n int := cardinality(p_rows);
  v_account int[]; v_key int[]; v_pending int[];
  v_balance bigint[] := array_fill(NULL::bigint, ARRAY[n]);
  v_key_holder int[] := array_fill(NULL::int, ARRAY[n]);
  v_pending_holder int[] := array_fill(NULL::int, ARRAY[n]);
  v_first int := 1; v_last int; v_failed int; m int; holder int; a ledger.transfers; b ledger.transfers;
BEGIN
  p_same_as := array_fill(NULL::int, ARRAY[n]);
  SELECT array_agg(r.account ORDER BY r.idx), array_agg(r.key_no ORDER BY r.idx), array_agg(r.pending_no ORDER BY r.idx)
  INTO v_account, v_key, v_pending
  FROM (
    SELECT t.idx,
      CASE WHEN coalesce(t.debit_owner, t.credit_owner) IS NOT NULL
        THEN dense_rank() OVER (ORDER BY t.shard, coalesce(t.debit_owner, t.credit_owner),
        CASE WHEN t.debit_owner IS NULL THEN t.credit_code ELSE t.debit_code END, t.asset)::int END AS account,
      CASE WHEN t.key IS NOT NULL THEN dense_rank() OVER (ORDER BY t.shard, t.key)::int END AS key_no,
      CASE WHEN t.pending_id IS NOT NULL THEN dense_rank() OVER (ORDER BY t.shard, t.pending_id)::int END AS pending_no
    FROM unnest(p_rows) WITH ORDINALITY AS t(shard, id, at_ms, amount_minor, balance_after_minor, pending_id,
      debit_owner, credit_owner, reference,
      debit_code, credit_code, asset, kind, phase, key, note, idx)
  ) r;
  WHILE v_first <= n LOOP
    v_last := v_first;
    WHILE v_last < n AND p_links[v_last + 1] = p_links[v_first] LOOP v_last := v_last + 1; END LOOP;
    v_failed := NULL;
    FOR m IN v_first..v_last LOOP
      IF v_key[m] IS NOT NULL AND coalesce(p_results[m], '') NOT IN ('exists', 'key_reused') THEN
        holder := v_key_holder[v_key[m]];
        IF holder IS NULL THEN v_key_holder[v_key[m]] := m;
        ELSE
          a := p_rows[m]; b := p_rows[holder];
          IF a IS NOT DISTINCT FROM b THEN
            p_results[m] := 'exists';
            p_same_as[m] := holder;
          ELSE p_results[m] := 'key_reused';
          END IF;
        END IF;
      END IF;
      IF v_pending[m] IS NOT NULL AND coalesce(p_results[m], 'bad_text') IN ('bad_amount', 'exceeds_pending_amount',
        'bad_text') THEN
        holder := v_pending_holder[v_pending[m]];
        IF holder IS NULL THEN v_pending_holder[v_pending[m]] := m;
        ELSE p_results[m] := CASE p_rows[holder].phase WHEN 'post' THEN 'pending_already_posted'
          ELSE 'pending_already_voided' END;
        END IF;
      END IF;
      IF p_results[m] IS NULL AND v_account[m] IS NOT NULL THEN
        v_balance[v_account[m]] := coalesce(v_balance[v_account[m]], p_available[m]);
        IF v_balance[v_account[m]] + p_deltas[m] < 0 THEN
          p_results[m] := 'insufficient';
          p_shown[m] := v_balance[v_account[m]];
        ELSIF v_balance[v_account[m]] + p_deltas[m] > ledger.balance_limit() THEN p_results[m] := 'balance_too_large';
        ELSE v_balance[v_account[m]] := v_balance[v_account[m]] + p_deltas[m];
        END IF;
      END IF;
      -- A refused transfer uses neither its key nor its pending transfer.
      IF p_results[m] IS NOT NULL THEN
        IF v_key[m] IS NOT NULL AND v_key_holder[v_key[m]] = m THEN v_key_holder[v_key[m]] := NULL; END IF;
        IF v_pending[m] IS NOT NULL AND v_pending_holder[v_pending[m]] = m
          THEN v_pending_holder[v_pending[m]] := NULL; END IF;
      END IF;
      IF p_results[m] <> 'exists' OR (v_last > v_first AND p_results[m] IS DISTINCT FROM p_results[v_first]) THEN
        v_failed := m;
        EXIT;
      END IF;
    END LOOP;
    IF v_failed IS NOT NULL THEN
      FOR m IN v_first..v_last LOOP
        IF m <= v_failed AND p_results[m] IS NULL THEN
          IF v_account[m] IS NOT NULL THEN v_balance[v_account[m]] := v_balance[v_account[m]] - p_deltas[m]; END IF;
          IF v_key[m] IS NOT NULL THEN v_key_holder[v_key[m]] := NULL; END IF;
          IF v_pending[m] IS NOT NULL THEN v_pending_holder[v_pending[m]] := NULL; END IF;
        END IF;
        IF p_results[m] IS NULL OR (m <> v_failed AND p_results[m] <> 'exists') THEN p_results[m] := 'linked_failed';
        END IF;
      END LOOP;
    END IF;
    v_first := v_last + 1;
  END LOOP;
END $$;
