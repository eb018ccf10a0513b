-- Posts all transfers of every account whose balance covers all of them, and those between house accounts. Returns each
-- account's balance afterwards. If an account doesn't exist or its balance is too low, returns null for the account and
-- posts none of its transfers; ledger.post_transfers can then determine which of them are possible. Takes the same
-- locks as post_transfers.
--
-- p_accounts: the customers' accounts, each once, by shard, owner and asset, with the sum of its changes (negative:
-- debited). p_kinds: the transfers' kinds; `sign` -1 moves from the account to `house`, 1 from `house` to the account,
-- 0 from `house` to `to_house`. p_transfers: `account` and `kind` are positions in those two arrays, from 1; a transfer
-- between house accounts names an account too, for its shard and asset. `later_minor` is the change that later
-- transfers make to the same account's balance.
CREATE OR REPLACE FUNCTION ledger.post_plain(
  p_at_ms bigint,
  p_code text,
  p_accounts ledger.plain_accounts,
  p_kinds ledger.plain_kinds,
  p_transfers ledger.plain_transfers
)
 RETURNS bigint[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_shard smallint[] := p_accounts.shard; v_owner uuid[] := p_accounts.owner; v_asset text[] := p_accounts.asset;
  v_kind text[] := p_kinds.kind; v_house text[] := p_kinds.house; v_to_house text[] := p_kinds.to_house;
  v_sign int[] := p_kinds.sign;
  v_account_no int[] := p_transfers.account; v_kind_no int[] := p_transfers.kind;
  v_amount bigint[] := p_transfers.amount_minor;
  v_reference uuid[] := p_transfers.reference; v_later bigint[] := p_transfers.later_minor;
  v_note text[] := p_transfers.note;
  -- One element for each of the 32 shards, so that the index is shard + 1.
  v_batch bigint[]; v_last_id bigint[]; v_at_ms bigint[]; v_hash bytea[];
  v_place int[]; v_found bigint[]; v_balance bigint[];
BEGIN
  IF EXISTS (SELECT FROM unnest(v_kind) k WHERE k NOT IN (SELECT kind FROM ledger.kinds))
    OR EXISTS (SELECT FROM unnest(v_house || v_to_house) h WHERE h NOT IN (SELECT code FROM ledger.house_codes))
    OR EXISTS (SELECT FROM (SELECT DISTINCT a FROM unnest(v_asset) a) d
      WHERE d.a NOT IN (SELECT asset FROM ledger.assets))
  THEN
    RAISE EXCEPTION 'ledger: unknown kind, house account or asset' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM FROM ledger.heads h WHERE h.shard = ANY (ARRAY(SELECT DISTINCT s FROM unnest(v_shard) s))
    ORDER BY h.shard FOR UPDATE;
  SELECT array_agg(h.batch ORDER BY h.shard), array_agg(h.last_id ORDER BY h.shard),
    array_agg(greatest(h.at_ms, p_at_ms) ORDER BY h.shard), array_agg(h.hash ORDER BY h.shard)
  INTO v_batch, v_last_id, v_at_ms, v_hash FROM ledger.heads h;

  WITH changed AS (
    UPDATE ledger.accounts a SET balance_minor = a.balance_minor + n.change_minor
    FROM unnest(v_shard, v_owner, v_asset, p_accounts.change_minor) WITH ORDINALITY AS n(shard, owner, asset,
      change_minor, place)
    WHERE a.shard = n.shard AND a.owner = n.owner AND a.code = p_code AND a.asset = n.asset
      AND a.balance_minor - a.reserved_minor + n.change_minor BETWEEN 0 AND ledger.balance_limit()
    RETURNING n.place, a.balance_minor
  )
  SELECT array_agg(c.place ORDER BY c.place), array_agg(c.balance_minor ORDER BY c.place) INTO v_place, v_found
    FROM changed c;
  IF cardinality(v_place) = cardinality(v_shard) THEN
    v_balance := v_found;
  ELSE
    v_balance := array_fill(NULL::bigint, ARRAY[cardinality(v_shard)]);
    FOR n IN 1..coalesce(cardinality(v_place), 0) LOOP v_balance[v_place[n]] := v_found[n]; END LOOP;
  END IF;

  WITH written AS (
    -- Reads the arrays by index, because unnest would store each array a second time, value by value.
    INSERT INTO ledger.transfers AS t (shard, id, at_ms, amount_minor, balance_after_minor, debit_owner, credit_owner,
      reference, debit_code, credit_code, asset, kind, note)
    SELECT o.shard, v_last_id[o.shard + 1] + o.nth, v_at_ms[o.shard + 1], v_amount[o.i], CASE WHEN o.sign <> 0
      THEN v_balance[o.account] - v_later[o.i] END,
      CASE WHEN o.sign < 0 THEN v_owner[o.account] END, CASE WHEN o.sign > 0 THEN v_owner[o.account] END,
        v_reference[o.i],
      CASE WHEN o.sign < 0 THEN p_code ELSE v_house[o.kind] END, CASE WHEN o.sign > 0 THEN p_code WHEN o.sign < 0
        THEN v_house[o.kind] ELSE v_to_house[o.kind] END,
      v_asset[o.account], v_kind[o.kind], v_note[o.i]
    FROM (
      SELECT n.i, n.account, n.kind, n.shard, v_sign[n.kind] AS sign,
        row_number() OVER (PARTITION BY n.shard ORDER BY n.i) AS nth
      FROM (SELECT i, v_account_no[i] AS account, v_kind_no[i] AS kind, v_shard[v_account_no[i]] AS shard
        FROM generate_series(1, cardinality(v_account_no)) i) n
      WHERE v_balance[n.account] IS NOT NULL
    ) o
    RETURNING t.shard, t.id, ledger.encoding(t) AS encoding
  ), linked AS (
    INSERT INTO ledger.batches AS b (shard, batch, first_id, last_id, at_ms, hash)
    SELECT w.shard, v_batch[w.shard + 1] + 1, min(w.id), max(w.id), v_at_ms[w.shard + 1],
      ledger.link_hash(v_hash[w.shard + 1], w.shard, v_batch[w.shard + 1] + 1, min(w.id), max(w.id),
        v_at_ms[w.shard + 1], string_agg(w.encoding, E'\n' ORDER BY w.id))
    FROM written w GROUP BY w.shard
    RETURNING b.shard, b.batch, b.last_id, b.at_ms, b.hash
  )
  UPDATE ledger.heads h SET batch = l.batch, last_id = l.last_id, at_ms = l.at_ms, hash = l.hash FROM linked l
    WHERE h.shard = l.shard;
  RETURN v_balance;
END $function$;
