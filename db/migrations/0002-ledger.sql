-- The ledger: double entry, append-only, sharded by customer. Only this schema's functions write it.
--
-- Other modules may call exactly one thing of this schema from SQL: ledger.post_transfers (both forms), with its input
-- type ledger.new_transfer. Everything else is reached through server/ledger/public.ts.
CREATE SCHEMA ledger;

-- What may be named in a transfer. Reference tables: small, the same on every machine of a cluster.
CREATE TABLE ledger.assets (
  asset text PRIMARY KEY CHECK (asset ~ '^[A-Z]{3,5}$'),
  scale smallint NOT NULL CHECK (scale BETWEEN 0 AND 9)
);
INSERT INTO ledger.assets (asset, scale) VALUES
  ('USD', 2), ('EUR', 2), ('GBP', 2), ('BTC', 8), ('ETH', 9), ('LTC', 8), ('XRP', 6), ('ZEC', 8), ('XMR', 8);

CREATE TABLE ledger.house_codes (
  code text PRIMARY KEY CHECK (code ~ '^[a-z][a-z_]{1,30}$'),
  purpose text NOT NULL
);
INSERT INTO ledger.house_codes (code, purpose) VALUES
  ('trading_house', 'The other side of every trade: pays profits, keeps lost stakes.'),
  ('stakes', 'Escrow of the stakes of open trades.'),
  ('practice_grants', 'Where play money comes from.'),
  ('deposit_clearing', 'Coins seen on a chain against what customers were credited.'),
  ('withdrawal_clearing', 'Coins sent to a chain against what customers were debited.'),
  ('yield_pool', 'Pays the interest of farming.'),
  ('mining_pool', 'Pays the output of mining contracts and takes their price.'),
  ('fees', 'Fees taken.'),
  ('dust', 'Remainders below the smallest unit.'),
  ('clearing', 'Passes money between two customer accounts; zero after every linked pair.'),
  ('exchange', 'The other side of a conversion from one asset to another.');

CREATE TABLE ledger.kinds (
  kind text PRIMARY KEY CHECK (kind ~ '^[a-z][a-z_]{1,30}$'),
  meaning text NOT NULL
);
INSERT INTO ledger.kinds (kind, meaning) VALUES
  ('practice_grant', 'Play money given at sign-up or on request.'),
  ('stake', 'Stake of a trade, from the customer to escrow.'),
  ('stake_return', 'Stake back to the customer after a win or a tie.'),
  ('void_return', 'Stake back to the customer because the trade is void.'),
  ('profit', 'Profit of a won trade, from the house.'),
  ('loss', 'Stake of a lost trade, from escrow to the house.'),
  ('deposit', 'Coins that arrived on a chain.'),
  ('withdrawal', 'Coins that leave to a chain.'),
  ('withdrawal_fee', 'Network fee of a withdrawal.'),
  ('move', 'Between two accounts of one customer, through clearing.'),
  ('conversion', 'One asset against another at a stated rate.'),
  ('copy_profit_share', 'Share of a copied profit, from the copier to the expert, through clearing.'),
  ('affiliate_commission', 'Commission on a referred deposit.'),
  ('mining_purchase', 'Price of a mining contract.'),
  ('mining_output', 'Output of a mining contract.'),
  ('mining_refund', 'Price of a mining contract back.'),
  ('farming_lock', 'Principal locked in a farming contract.'),
  ('farming_return', 'Principal back at maturity or on an early exit.'),
  ('farming_interest', 'Interest of a farming contract.'),
  ('bonus', 'Bonus credited to a customer.'),
  ('fee', 'Any other fee.'),
  ('dust', 'Remainder below the smallest unit.'),
  ('correction', 'Approved correction by operators; carries a note with the reason.');

-- Accounts of customers. House accounts have no row: nothing that every order would lock.
CREATE TABLE ledger.accounts (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  owner uuid NOT NULL,
  -- Such as trading, bonus, mining:BTC. ledger.post_transfers holds new ones against the pattern; here, where the check would run
  -- on every change of a balance, that cost a tenth of all its time.
  code text NOT NULL CHECK (length(code) BETWEEN 2 AND 72),
  asset text NOT NULL,
  balance_minor bigint NOT NULL,
  -- Part of the balance held by pending debits; available = balance - reserved.
  reserved_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, owner, code, asset),
  CONSTRAINT accounts_never_below_zero CHECK (balance_minor >= 0),
  CONSTRAINT accounts_reserve_covered CHECK (reserved_minor BETWEEN 0 AND balance_minor)
) WITH (fillfactor = 60);

-- id = shard * 2^48 + place in the shard, counted without gaps under the lock of the shard's head: order of id is order of
-- commit and of time inside a shard. At most one side is a customer's account, so one balance_after_minor is enough.
CREATE TABLE ledger.transfers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id bigint NOT NULL,
  at_ms bigint NOT NULL,
  amount_minor bigint NOT NULL,
  balance_after_minor bigint,
  -- Null: the transfer is done at once.
  pending_id bigint,
  debit_owner uuid,
  credit_owner uuid,
  reference uuid,
  debit_code text NOT NULL,
  credit_code text NOT NULL,
  asset text NOT NULL,
  kind text NOT NULL,
  phase text,
  key text,
  note text,
  PRIMARY KEY (shard, id),
  CONSTRAINT transfers_id_of_shard CHECK (id >> 48 = shard),
  CONSTRAINT transfers_amount_positive CHECK (amount_minor BETWEEN 1 AND 1000000000000000000),
  CONSTRAINT transfers_two_accounts CHECK (debit_owner IS NOT NULL OR credit_owner IS NOT NULL OR debit_code <> credit_code),
  CONSTRAINT transfers_one_customer CHECK (debit_owner IS NULL OR credit_owner IS NULL),
  CONSTRAINT transfers_balance_of_customer CHECK ((balance_after_minor IS NULL) = (debit_owner IS NULL AND credit_owner IS NULL)),
  CONSTRAINT transfers_never_below_zero CHECK (balance_after_minor >= 0),
  CONSTRAINT transfers_phase CHECK (phase IN ('pending', 'post', 'void')),
  CONSTRAINT transfers_resolves_pending CHECK ((pending_id IS NOT NULL) = coalesce(phase IN ('post', 'void'), false)),
  CONSTRAINT transfers_key_length CHECK (length(key) BETWEEN 1 AND 200),
  CONSTRAINT transfers_note_length CHECK (length(note) BETWEEN 1 AND 500)
);
CREATE UNIQUE INDEX transfers_key_once ON ledger.transfers (shard, key) WHERE key IS NOT NULL;
CREATE UNIQUE INDEX transfers_pending_resolved_once ON ledger.transfers (shard, pending_id) WHERE pending_id IS NOT NULL;
CREATE INDEX transfers_of_reference ON ledger.transfers (shard, reference) WHERE reference IS NOT NULL;
CREATE INDEX transfers_of_account ON ledger.transfers
  (shard, coalesce(debit_owner, credit_owner), (CASE WHEN debit_owner IS NULL THEN credit_code ELSE debit_code END), asset, at_ms, id)
  WHERE coalesce(debit_owner, credit_owner) IS NOT NULL;

-- The same rows seen from the customer's account; written so that transfers_of_account serves it.
CREATE VIEW ledger.account_transfers AS
SELECT shard, coalesce(debit_owner, credit_owner) AS owner, CASE WHEN debit_owner IS NULL THEN credit_code ELSE debit_code END AS code,
  asset, at_ms, id, amount_minor, balance_after_minor, debit_owner IS NOT NULL AS is_debit,
  CASE WHEN debit_owner IS NULL THEN debit_code ELSE credit_code END AS house_code, kind, phase, pending_id, reference, key, note
FROM ledger.transfers
WHERE coalesce(debit_owner, credit_owner) IS NOT NULL;

-- One link of a shard's hash chain per batch: hash = sha256(previous hash, encoding of the link, encodings of its transfers).
CREATE TABLE ledger.batches (
  shard smallint NOT NULL,
  batch bigint NOT NULL CHECK (batch > 0),
  first_id bigint NOT NULL,
  last_id bigint NOT NULL CHECK (last_id >= first_id),
  at_ms bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (shard, batch)
);

-- Where each shard's chain stands. Its row is the lock that puts the batches of a shard in order.
CREATE TABLE ledger.heads (
  shard smallint PRIMARY KEY CHECK (shard BETWEEN 0 AND 31),
  batch bigint NOT NULL,
  last_id bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
) WITH (fillfactor = 10);
INSERT INTO ledger.heads (shard, batch, last_id, at_ms, hash)
SELECT s, 0, s::bigint << 48, 0, sha256(convert_to('ledger shard ' || s, 'UTF8')) FROM generate_series(0, 31) s;

-- Balance of a house account up to a transfer, so that reading it sums only what came after.
CREATE TABLE ledger.checkpoints (
  shard smallint NOT NULL,
  code text NOT NULL,
  asset text NOT NULL,
  up_to_id bigint NOT NULL,
  -- A sum of many 64-bit amounts: whole, but wider.
  balance_minor numeric(38, 0) NOT NULL,
  PRIMARY KEY (shard, code, asset)
);

-- What was written stays: by trigger for everyone, and by rights for whoever is no superuser.
CREATE FUNCTION ledger.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.transfers
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER batches_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger.batches
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON ledger.accounts
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
CREATE TRIGGER heads_stay BEFORE DELETE OR TRUNCATE ON ledger.heads
  FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger.transfers, ledger.batches FROM PUBLIC, CURRENT_USER;
REVOKE DELETE, TRUNCATE ON ledger.accounts, ledger.heads FROM PUBLIC, CURRENT_USER;

-- Input of ledger.post_transfers. Owners are null for house accounts. A post or void names its pending_id alone (post: amount
-- up to the pending one, null for all of it); accounts and asset come from the pending transfer. Neighbours with the same
-- link stand or fall together.
CREATE TYPE ledger.new_transfer AS (
  shard smallint,
  debit_owner uuid,
  debit_code text,
  credit_owner uuid,
  credit_code text,
  asset text,
  amount_minor bigint,
  kind text,
  reference uuid,
  key text,
  note text,
  phase text,
  pending_id bigint,
  link int
);

-- Canonical encodings: every stored column, as PostgreSQL writes a record (quoted where needed, so unambiguous).
CREATE FUNCTION ledger.encoding(t ledger.transfers) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT ROW(t.shard, t.id, t.at_ms, t.debit_owner, t.debit_code, t.credit_owner, t.credit_code, t.asset, t.amount_minor, t.kind,
    t.reference, t.key, t.note, t.phase, t.pending_id, t.balance_after_minor)::text
$$;
CREATE FUNCTION ledger.link_hash(p_previous bytea, p_shard smallint, p_batch bigint, p_first_id bigint, p_last_id bigint, p_at_ms bigint, p_transfers text)
RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(p_previous || convert_to(ROW(p_shard, p_batch, p_first_id, p_last_id, p_at_ms)::text || E'\n' || p_transfers, 'UTF8'))
$$;

-- Balances stay below this, so that no sum inside a batch leaves 64 bits.
CREATE FUNCTION ledger.balance_limit() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 4000000000000000000';

-- Decides one after another what the set-based judgement cannot: balances that do not suffice for all, repeated keys, two
-- resolutions of one pending transfer, linked groups. Source of the order: TigerBeetle's create_transfers.
CREATE FUNCTION ledger.judge_in_turn(
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
      CASE WHEN coalesce(t.debit_owner, t.credit_owner) IS NOT NULL THEN dense_rank() OVER (ORDER BY t.shard, coalesce(t.debit_owner, t.credit_owner),
        CASE WHEN t.debit_owner IS NULL THEN t.credit_code ELSE t.debit_code END, t.asset)::int END AS account,
      CASE WHEN t.key IS NOT NULL THEN dense_rank() OVER (ORDER BY t.shard, t.key)::int END AS key_no,
      CASE WHEN t.pending_id IS NOT NULL THEN dense_rank() OVER (ORDER BY t.shard, t.pending_id)::int END AS pending_no
    FROM unnest(p_rows) WITH ORDINALITY AS t(shard, id, at_ms, amount_minor, balance_after_minor, pending_id, debit_owner, credit_owner, reference,
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
      IF v_pending[m] IS NOT NULL AND coalesce(p_results[m], 'bad_text') IN ('bad_amount', 'exceeds_pending_amount', 'bad_text') THEN
        holder := v_pending_holder[v_pending[m]];
        IF holder IS NULL THEN v_pending_holder[v_pending[m]] := m;
        ELSE p_results[m] := CASE p_rows[holder].phase WHEN 'post' THEN 'pending_already_posted' ELSE 'pending_already_voided' END;
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
      -- A refused transfer holds neither its key nor its pending transfer.
      IF p_results[m] IS NOT NULL THEN
        IF v_key[m] IS NOT NULL AND v_key_holder[v_key[m]] = m THEN v_key_holder[v_key[m]] := NULL; END IF;
        IF v_pending[m] IS NOT NULL AND v_pending_holder[v_pending[m]] = m THEN v_pending_holder[v_pending[m]] := NULL; END IF;
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
        IF p_results[m] IS NULL OR (m <> v_failed AND p_results[m] <> 'exists') THEN p_results[m] := 'linked_failed'; END IF;
      END LOOP;
    END IF;
    v_first := v_last + 1;
  END LOOP;
END $$;

-- Posts a batch. One row comes back for each input row, by idx from 1:
--   result         'ok', or why nothing moved, the first that applies in this order: 'exists' (same key, same content: id and
--                  balance are those of the first), 'key_reused', 'unknown_kind', 'bad_phase', 'pending_not_found',
--                  'pending_already_posted', 'pending_already_voided', 'unknown_asset', 'bad_account', 'same_account',
--                  'two_customers', 'bad_amount', 'exceeds_pending_amount', 'bad_text', 'insufficient', 'balance_too_large',
--                  'linked_failed'
--   transfer_id    of the transfer that was written, or that exists
--   balance_after  of the customer's account after it; for 'insufficient', what was available; null between house accounts
--   at_ms          the stored time: p_at_ms, or the shard's newest if that is later, so that time never runs back
--
-- The heads of the shards are locked in order of shard before anything is read, and stay locked until the commit: one batch
-- at a time per shard. Call it once per transaction, or for shards in ascending order; otherwise two transactions can wait
-- for each other. Callers with several batches in flight do best to divide the shards among them.
CREATE FUNCTION ledger.post_transfers(p_at_ms bigint, p_transfers ledger.new_transfer[])
RETURNS TABLE (idx int, result text, transfer_id bigint, balance_after bigint, at_ms bigint)
LANGUAGE plpgsql
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
  SELECT array_agg(h.batch ORDER BY h.shard), array_agg(h.last_id ORDER BY h.shard), array_agg(greatest(h.at_ms, p_at_ms) ORDER BY h.shard), array_agg(h.hash ORDER BY h.shard)
  INTO v_head_batch, v_head_id, v_head_at, v_head_hash
  FROM ledger.heads h WHERE h.shard = ANY (v_shards);
  IF coalesce(cardinality(v_shards), 0) IS DISTINCT FROM coalesce(cardinality(v_head_id), 0) THEN
    RAISE EXCEPTION 'ledger: every transfer needs a shard of 0 to 31' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF v_shards = '{}' THEN RETURN; END IF;

  WITH named AS (
    -- A resolution takes accounts, asset and default amount from its pending transfer.
    SELECT i.idx, i.shard, i.kind, i.reference, i.key, i.note, i.phase, i.pending_id, i.link, resolves, p.id AS found_id, p.phase AS found_phase,
      p.amount_minor AS pending_amount,
      CASE WHEN resolves THEN p.debit_owner ELSE i.debit_owner END AS debit_owner,
      CASE WHEN resolves THEN p.debit_code ELSE i.debit_code END AS debit_code,
      CASE WHEN resolves THEN p.credit_owner ELSE i.credit_owner END AS credit_owner,
      CASE WHEN resolves THEN p.credit_code ELSE i.credit_code END AS credit_code,
      CASE WHEN resolves THEN p.asset ELSE i.asset END AS asset,
      CASE WHEN i.phase = 'void' OR (resolves AND i.amount_minor IS NULL) THEN p.amount_minor ELSE i.amount_minor END AS amount_minor
    FROM unnest(p_transfers) WITH ORDINALITY AS i(shard, debit_owner, debit_code, credit_owner, credit_code, asset, amount_minor, kind, reference, key, note, phase, pending_id, link, idx)
    CROSS JOIN LATERAL (SELECT coalesce(i.phase IN ('post', 'void'), false) AS resolves) k
    -- LIMIT keeps each of these a look-up by index, whatever the planner knew about the table when it planned.
    LEFT JOIN LATERAL (SELECT * FROM ledger.transfers t WHERE t.shard = i.shard AND t.id = i.pending_id LIMIT 1) p ON true
  ), found AS (
    SELECT n.*, CASE WHEN n.debit_owner IS NULL THEN n.credit_owner ELSE n.debit_owner END AS owner,
      CASE WHEN n.debit_owner IS NULL THEN n.credit_code ELSE n.debit_code END AS code,
      x.id AS existing_id, x.balance_after_minor AS existing_balance, x.at_ms AS existing_at,
      ROW(x.debit_owner, x.debit_code, x.credit_owner, x.credit_code, x.asset, x.amount_minor, x.kind, x.reference, x.note, x.phase, x.pending_id)
        IS NOT DISTINCT FROM
      ROW(n.debit_owner, n.debit_code, n.credit_owner, n.credit_code, n.asset, n.amount_minor, n.kind, n.reference, n.note, n.phase, n.pending_id) AS is_same,
      r.phase AS resolved_as
    FROM named n
    LEFT JOIN LATERAL (SELECT * FROM ledger.transfers t WHERE t.shard = n.shard AND t.key = n.key LIMIT 1) x ON true
    LEFT JOIN LATERAL (SELECT t.phase FROM ledger.transfers t WHERE t.shard = n.shard AND t.pending_id = n.pending_id LIMIT 1) r ON true
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
          OR (f.owner IS NOT NULL AND a.balance_minor IS NULL AND f.code !~ '^[a-z][a-z_]{1,30}(:[A-Za-z0-9-]{1,40})?$') THEN 'bad_account'
        WHEN f.debit_owner = f.credit_owner AND f.debit_code = f.credit_code THEN 'same_account'
        WHEN f.debit_owner IS NOT NULL AND f.credit_owner IS NOT NULL THEN 'two_customers'
        WHEN f.debit_owner IS NULL AND f.credit_owner IS NULL AND f.debit_code = f.credit_code THEN 'same_account'
        WHEN f.amount_minor IS NULL OR f.amount_minor NOT BETWEEN 1 AND 1000000000000000000 THEN 'bad_amount'
        WHEN f.resolves AND f.amount_minor > f.pending_amount THEN 'exceeds_pending_amount'
        WHEN length(f.key) NOT BETWEEN 1 AND 200 OR length(f.note) NOT BETWEEN 1 AND 500 THEN 'bad_text'
      END AS result
    FROM found f
    LEFT JOIN LATERAL (SELECT c.balance_minor, c.reserved_minor FROM ledger.accounts c WHERE c.shard = f.shard AND c.owner = f.owner AND c.code = f.code AND c.asset = f.asset LIMIT 1) a ON true
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
    SELECT m.*, CASE WHEN m.owner IS NOT NULL THEN m.balance - m.reserved + sum(m.delta_balance - m.delta_reserved) OVER account END AS available_after
    FROM moved m WINDOW account AS (PARTITION BY m.shard, m.owner, m.code, m.asset ORDER BY m.idx)
  )
  SELECT array_agg(ROW(s.shard, NULL, NULL, s.amount_minor, NULL, s.pending_id, s.debit_owner, s.credit_owner, s.reference, s.debit_code, s.credit_code,
      s.asset, s.kind, s.phase, s.key, s.note)::ledger.transfers ORDER BY s.idx),
    array_agg(s.link ORDER BY s.idx), array_agg(s.result ORDER BY s.idx),
    array_agg(CASE WHEN s.result = 'exists' THEN s.existing_id END ORDER BY s.idx),
    array_agg(CASE WHEN s.result = 'exists' THEN s.existing_balance END ORDER BY s.idx),
    array_agg(CASE WHEN s.result = 'exists' THEN s.existing_at END ORDER BY s.idx),
    array_agg(s.balance ORDER BY s.idx), array_agg(s.reserved ORDER BY s.idx), array_agg(s.balance - s.reserved ORDER BY s.idx),
    array_agg(s.delta_balance ORDER BY s.idx), array_agg(s.delta_reserved ORDER BY s.idx), array_agg(s.delta_balance - s.delta_reserved ORDER BY s.idx),
    coalesce(bool_or(s.available_after < 0 OR s.available_after > ledger.balance_limit()), false)
      OR count(s.key) <> count(DISTINCT s.key) OR count(s.pending_id) <> count(DISTINCT s.pending_id)
      OR (count(s.link) > 0 AND count(s.result) > 0)
  INTO v_rows, v_links, v_results, v_ids, v_shown, v_times, v_balance, v_reserved, v_available, v_delta_balance, v_delta_reserved, v_delta_available, v_trouble
  FROM summed s;

  IF v_trouble THEN
    SELECT t.p_results, t.p_shown, t.p_same_as INTO v_results, v_shown, v_same_as
    FROM ledger.judge_in_turn(v_rows, v_links, v_available, v_delta_available, v_results, v_shown) t;
  END IF;

  RETURN QUERY
  WITH placed AS MATERIALIZED (
    SELECT r.idx::int AS idx, r.result, r.known_id, r.shown, r.known_at, r.same_as, r.shard, s.place,
      v_head_id[s.place] + row_number() OVER (PARTITION BY r.result IS NULL, r.shard ORDER BY r.idx) AS id,
      r.amount_minor, r.pending_id, r.debit_owner, r.credit_owner, r.reference, r.debit_code, r.credit_code, r.asset, r.kind, r.phase, r.key, r.note,
      a.owner, a.code,
      CASE WHEN a.owner IS NOT NULL THEN (r.balance + sum(r.delta_balance) OVER account)::bigint END AS balance_after_minor,
      (r.reserved + sum(r.delta_reserved) OVER account)::bigint AS reserved_after_minor,
      lead(r.idx) OVER account IS NULL AS is_last
    FROM ROWS FROM (unnest(v_rows), unnest(v_results), unnest(v_ids), unnest(v_shown), unnest(v_times), unnest(v_same_as),
        unnest(v_balance), unnest(v_reserved), unnest(v_delta_balance), unnest(v_delta_reserved)) WITH ORDINALITY
      AS r(shard, no_id, no_at, amount_minor, no_balance, pending_id, debit_owner, credit_owner, reference, debit_code, credit_code, asset, kind, phase, key, note,
        result, known_id, shown, known_at, same_as, balance, reserved, delta_balance, delta_reserved, idx)
    CROSS JOIN LATERAL (SELECT array_position(v_shards, r.shard) AS place) s
    CROSS JOIN LATERAL (SELECT coalesce(r.debit_owner, r.credit_owner) AS owner, CASE WHEN r.debit_owner IS NULL THEN r.credit_code ELSE r.debit_code END AS code) a
    WINDOW account AS (PARTITION BY r.result IS NULL, r.shard, a.owner, a.code, r.asset ORDER BY r.idx)
  ), written AS (
    INSERT INTO ledger.transfers AS t (shard, id, at_ms, amount_minor, balance_after_minor, pending_id, debit_owner, credit_owner, reference, debit_code, credit_code, asset, kind, phase, key, note)
    SELECT shard, id, v_head_at[place], amount_minor, balance_after_minor, pending_id, debit_owner, credit_owner, reference, debit_code, credit_code, asset, kind, phase, key, note
    FROM placed WHERE result IS NULL
    RETURNING t.shard, t.id, t.at_ms, ledger.encoding(t) AS encoding
  ), balanced AS (
    INSERT INTO ledger.accounts (shard, owner, code, asset, balance_minor, reserved_minor)
    SELECT shard, owner, code, asset, balance_after_minor, reserved_after_minor FROM placed WHERE result IS NULL AND is_last AND owner IS NOT NULL
    ON CONFLICT (shard, owner, code, asset) DO UPDATE SET balance_minor = excluded.balance_minor, reserved_minor = excluded.reserved_minor
  ), linked AS (
    INSERT INTO ledger.batches AS b (shard, batch, first_id, last_id, at_ms, hash)
    SELECT w.shard, v_head_batch[array_position(v_shards, w.shard)] + 1, min(w.id), max(w.id), min(w.at_ms),
      ledger.link_hash(v_head_hash[array_position(v_shards, w.shard)], w.shard, v_head_batch[array_position(v_shards, w.shard)] + 1, min(w.id), max(w.id), min(w.at_ms),
        string_agg(w.encoding, E'\n' ORDER BY w.id))
    FROM written w GROUP BY w.shard
    RETURNING b.shard, b.batch, b.last_id, b.at_ms, b.hash
  ), headed AS (
    UPDATE ledger.heads h SET batch = l.batch, last_id = l.last_id, at_ms = l.at_ms, hash = l.hash FROM linked l WHERE h.shard = l.shard
  )
  SELECT p.idx, coalesce(p.result, 'ok'),
    CASE WHEN p.result IS NULL THEN p.id WHEN p.same_as IS NOT NULL THEN (SELECT o.id FROM placed o WHERE o.idx = p.same_as) ELSE p.known_id END,
    CASE WHEN p.result IS NULL THEN p.balance_after_minor WHEN p.same_as IS NOT NULL THEN (SELECT o.balance_after_minor FROM placed o WHERE o.idx = p.same_as) ELSE p.shown END,
    CASE WHEN p.result IS NULL OR p.same_as IS NOT NULL THEN v_head_at[p.place] ELSE p.known_at END
  FROM placed p ORDER BY p.idx;
END $$;

-- The same for one shard, given once: the form to distribute by p_shard where the schema spans several machines.
CREATE FUNCTION ledger.post_transfers(p_shard smallint, p_at_ms bigint, p_transfers ledger.new_transfer[])
RETURNS TABLE (idx int, result text, transfer_id bigint, balance_after bigint, at_ms bigint)
LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(p_transfers) t WHERE t.shard IS DISTINCT FROM p_shard) THEN
    RAISE EXCEPTION 'ledger: a transfer is not of shard %', p_shard USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN QUERY SELECT * FROM ledger.post_transfers(p_at_ms, p_transfers);
END $$;

-- What each transfer did to house accounts: one row per side that is the house's; reservations do nothing.
CREATE VIEW ledger.house_transfers AS
SELECT t.shard, t.id, t.at_ms, s.code, t.asset, s.change_minor
FROM ledger.transfers t
CROSS JOIN LATERAL (VALUES (t.debit_owner, t.debit_code, -t.amount_minor), (t.credit_owner, t.credit_code, t.amount_minor)) AS s(owner, code, change_minor)
WHERE s.owner IS NULL AND (t.phase IS NULL OR t.phase = 'post');

-- Everything that reconciliation checks, as rows that should not be: no row, no break. Anyone with the database can run it.
-- Stable, so that all checks look at one moment while orders go on.
CREATE FUNCTION ledger.find_breaks() RETURNS TABLE (rule text, shard smallint, subject text, expected text, found text) LANGUAGE sql STABLE AS $$
  WITH entries AS (
    SELECT t.shard, t.owner, t.code, t.asset, t.id, t.balance_after_minor,
      CASE WHEN t.phase IN ('pending', 'void') THEN 0 WHEN t.is_debit THEN -t.amount_minor ELSE t.amount_minor END AS change_minor,
      CASE WHEN t.phase = 'pending' AND t.is_debit AND NOT EXISTS (SELECT FROM ledger.transfers r WHERE r.shard = t.shard AND r.pending_id = t.id) THEN t.amount_minor ELSE 0 END AS held_minor
    FROM ledger.account_transfers t
  ), running AS (
    SELECT e.*, sum(e.change_minor) OVER (PARTITION BY e.shard, e.owner, e.code, e.asset ORDER BY e.id) AS sum_minor FROM entries e
  ), sums AS (
    SELECT e.shard, e.owner, e.code, e.asset, sum(e.change_minor) AS balance_minor, sum(e.held_minor) AS reserved_minor
    FROM entries e GROUP BY e.shard, e.owner, e.code, e.asset
  ), house AS (
    SELECT h.shard, h.code, h.asset, sum(h.change_minor) AS balance_minor FROM ledger.house_transfers h GROUP BY h.shard, h.code, h.asset
  ), marks AS (
    SELECT c.shard, max(c.up_to_id) AS up_to_id FROM ledger.checkpoints c GROUP BY c.shard
  ), marked AS (
    SELECT h.shard, h.code, h.asset, m.up_to_id, sum(h.change_minor) AS balance_minor
    FROM marks m JOIN ledger.house_transfers h ON h.shard = m.shard AND h.id <= m.up_to_id GROUP BY h.shard, h.code, h.asset, m.up_to_id
  ), links AS (
    SELECT b.*, lag(b.batch, 1, 0::bigint) OVER w + 1 AS next_batch, lag(b.last_id, 1, b.shard::bigint << 48) OVER w + 1 AS next_id,
      lag(b.hash, 1, sha256(convert_to('ledger shard ' || b.shard, 'UTF8'))) OVER w AS previous_hash
    FROM ledger.batches b WINDOW w AS (PARTITION BY b.shard ORDER BY b.batch)
  ), hashed AS (
    SELECT l.*, ledger.link_hash(l.previous_hash, l.shard, l.batch, l.first_id, l.last_id, l.at_ms,
      (SELECT string_agg(ledger.encoding(t), E'\n' ORDER BY t.id) FROM ledger.transfers t WHERE t.shard = l.shard AND t.id BETWEEN l.first_id AND l.last_id)) AS recomputed
    FROM links l
  )
  SELECT 'asset sums to zero', NULL::smallint, a.asset, '0', sum(a.balance_minor)::text
  FROM (SELECT asset, balance_minor FROM ledger.accounts UNION ALL SELECT asset, balance_minor FROM house) a GROUP BY a.asset HAVING sum(a.balance_minor) <> 0
  UNION ALL
  SELECT 'clearing is empty', NULL, h.asset, '0', sum(h.balance_minor)::text FROM house h WHERE h.code = 'clearing' GROUP BY h.asset HAVING sum(h.balance_minor) <> 0
  UNION ALL
  SELECT 'balance equals transfers', coalesce(a.shard, s.shard), concat_ws(' ', coalesce(a.owner, s.owner), coalesce(a.code, s.code), coalesce(a.asset, s.asset)),
    coalesce(s.balance_minor, 0) || ' held ' || coalesce(s.reserved_minor, 0), coalesce(a.balance_minor || ' held ' || a.reserved_minor, 'no account')
  FROM ledger.accounts a FULL JOIN sums s ON s.shard = a.shard AND s.owner = a.owner AND s.code = a.code AND s.asset = a.asset
  WHERE (a.balance_minor::numeric, a.reserved_minor::numeric) IS DISTINCT FROM (coalesce(s.balance_minor, 0), coalesce(s.reserved_minor, 0)::numeric)
  UNION ALL
  SELECT 'balance after equals transfers', r.shard, 'transfer ' || r.id, r.sum_minor::text, coalesce(r.balance_after_minor::text, 'none')
  FROM running r WHERE r.balance_after_minor::numeric IS DISTINCT FROM r.sum_minor
  UNION ALL
  SELECT 'checkpoint equals transfers', coalesce(c.shard, m.shard), concat_ws(' ', coalesce(c.code, m.code), coalesce(c.asset, m.asset)),
    coalesce(m.balance_minor, 0)::text, coalesce(c.balance_minor::text || ' up to ' || c.up_to_id, 'no checkpoint')
  FROM ledger.checkpoints c FULL JOIN marked m ON m.shard = c.shard AND m.code = c.code AND m.asset = c.asset
  WHERE c.balance_minor IS DISTINCT FROM m.balance_minor OR c.up_to_id IS DISTINCT FROM m.up_to_id
  UNION ALL
  SELECT 'chain', h.shard, 'batch ' || h.batch, encode(h.recomputed, 'hex'), encode(h.hash, 'hex')
  FROM hashed h WHERE h.hash IS DISTINCT FROM h.recomputed
  UNION ALL
  SELECT 'chain has no gap', l.shard, 'batch ' || l.batch, l.next_batch || ' from ' || l.next_id, l.batch || ' from ' || l.first_id
  FROM links l WHERE l.batch <> l.next_batch OR l.first_id <> l.next_id
  UNION ALL
  SELECT 'batch is complete', s.shard, 'transfers in batches', s.in_batches::text, s.stored::text
  FROM (
    SELECT n.shard::smallint AS shard, (SELECT coalesce(sum(b.last_id - b.first_id + 1), 0) FROM ledger.batches b WHERE b.shard = n.shard) AS in_batches,
      (SELECT count(*) FROM ledger.transfers t WHERE t.shard = n.shard) AS stored
    FROM generate_series(0, 31) n(shard)
  ) s WHERE s.in_batches <> s.stored
  UNION ALL
  SELECT 'head is the last batch', n.shard::smallint, 'head', coalesce(b.batch, 0) || ' ' || coalesce(b.last_id, n.shard::bigint << 48) || ' ' || encode(coalesce(b.hash, sha256(convert_to('ledger shard ' || n.shard, 'UTF8'))), 'hex'),
    coalesce(h.batch || ' ' || h.last_id || ' ' || encode(h.hash, 'hex'), 'no head')
  FROM generate_series(0, 31) n(shard)
  LEFT JOIN ledger.heads h ON h.shard = n.shard
  LEFT JOIN LATERAL (SELECT * FROM ledger.batches b WHERE b.shard = n.shard ORDER BY b.batch DESC LIMIT 1) b ON true
  WHERE (h.batch, h.last_id, h.at_ms, h.hash) IS DISTINCT FROM
    (coalesce(b.batch, 0), coalesce(b.last_id, n.shard::bigint << 48), coalesce(b.at_ms, 0), coalesce(b.hash, sha256(convert_to('ledger shard ' || n.shard, 'UTF8'))))
$$;
