-- Trading: orders, their results, limits and plans. Money moves through ledger.post_transfers, prices come from
-- markets.strike_and_exit; nothing else of other schemas is named here. Design: money.md "The hot path", "Settlement".
CREATE SCHEMA trading;

CREATE TYPE trading.side AS ENUM ('BUY', 'SELL');
CREATE TYPE trading.state AS ENUM ('OPEN', 'WON', 'LOST', 'TIE', 'VOID');
-- Told in words by server/trading/settlement.ts.
CREATE TYPE trading.void_code AS ENUM ('no_strike', 'strike_late', 'exit_stale', 'feed_stopped');

-- One row an order that was accepted. Prices are whole numbers of the symbol's smallest step, times epoch milliseconds.
-- The id is a UUID of version 7: its order is the order of acceptance.
CREATE TABLE trading.trades (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  payout_bps smallint NOT NULL CHECK (payout_bps > 0),
  tolerance_ms int NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  accepted_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL CHECK (expires_at_ms > accepted_at_ms),
  stake_minor bigint NOT NULL CHECK (stake_minor > 0),
  -- What the first answer said, so that the same key gets it again.
  balance_after_minor bigint NOT NULL,
  open_after int NOT NULL,
  rules smallint NOT NULL,
  type trading.side NOT NULL,
  state trading.state NOT NULL DEFAULT 'OPEN',
  symbol text NOT NULL,
  asset text NOT NULL,
  -- The client's Idempotency-Key; null where it sent none.
  key text COLLATE "C",
  void_code trading.void_code,
  strike_seq bigint,
  strike bigint,
  exit_seq bigint,
  exit bigint,
  returned_minor bigint,
  settled_at_ms bigint,
  PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT trades_settled_whole CHECK ((state = 'OPEN') = (settled_at_ms IS NULL) AND (state = 'OPEN') = (returned_minor IS NULL)),
  CONSTRAINT trades_void_has_reason CHECK ((state = 'VOID') = (void_code IS NOT NULL)),
  CONSTRAINT trades_result_has_ticks CHECK (state NOT IN ('WON', 'LOST', 'TIE') OR (strike_seq IS NOT NULL AND exit_seq >= strike_seq)),
  CONSTRAINT trades_key_length CHECK (length(key) <= 100)
);
CREATE UNIQUE INDEX trades_key_once ON trading.trades (shard, customer_id, key) WHERE key IS NOT NULL;
CREATE INDEX trades_due ON trading.trades (shard, expires_at_ms) WHERE state = 'OPEN';

-- What a customer has open, kept with every order and settlement, so that a limit is one row's business. Its lock puts
-- the orders of one customer in turn.
CREATE TABLE trading.customers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  open_trades int NOT NULL CHECK (open_trades >= 0),
  open_stake_minor bigint NOT NULL CHECK (open_stake_minor >= 0),
  PRIMARY KEY (shard, customer_id)
) WITH (fillfactor = 50);

-- What the house may have to add to the stakes of one symbol that expire in one second. Orders go to the database in
-- lanes (by shard), and each lane has its own slice of the limit, so that lanes never wait for each other here.
CREATE TABLE trading.exposure (
  lane smallint NOT NULL,
  expires_at_s bigint NOT NULL,
  symbol text NOT NULL,
  asset text NOT NULL,
  profits_minor bigint NOT NULL CHECK (profits_minor >= 0),
  PRIMARY KEY (lane, expires_at_s, symbol, asset)
) WITH (fillfactor = 50);

-- Orders that arrived together, one array entry an order. `customer_no` and `expiry_no` count in the two groups below from 1.
CREATE TYPE trading.order_batch AS (
  customer_no int[],
  expiry_no int[],
  -- Orders of the same customer that come after this one in the batch, and their stakes.
  after_it int[],
  stake_after_it_minor bigint[],
  shard smallint[],
  customer_id uuid[],
  id uuid[],
  key text[],
  symbol text[],
  type trading.side[],
  asset text[],
  stake_minor bigint[],
  profit_minor bigint[],
  payout_bps smallint[],
  tolerance_ms int[],
  accepted_at_ms bigint[],
  expires_at_ms bigint[]
);
-- The batch's customers, in order of shard and id, with what they order altogether and may have open.
CREATE TYPE trading.batch_customers AS (shard smallint[], customer_id uuid[], asset text[], trades int[], stake_minor bigint[], max_open int[], max_open_stake_minor bigint[]);
-- The batch's expiries, in order of second, symbol and asset, with the profits that may become due.
CREATE TYPE trading.batch_expiries AS (expires_at_s bigint[], symbol text[], asset text[], profit_minor bigint[], max_exposure_minor bigint[]);

-- Opens the orders of one lane in one transaction. What can be counted without the database is counted by the caller, and
-- what a batch needs of a table is one statement, so that an order costs little more than its rows.
-- Answers texts of comma-separated values, because they cross the wire at a fraction of the cost of rows:
--   results   of each order: 'ok', or why nothing moved: 'exists' (the key was used before; the caller compares the bodies),
--             'insufficient', 'too_many_open', 'stake_limit', 'exposure_limit'
--   open      open trades of each customer with all of the batch's orders counted, accepted or not
--   balances  of the customer after each order; with 'insufficient' what there was; empty otherwise
-- Limits are judged before balances: an order that the ledger refuses counts for those behind it in the same batch.
-- Without p_check_keys a key that was used before fails the whole batch by trades_key_once, and the caller calls again with it.
-- Rows are locked in one order everywhere: customers, exposure, ledger.
CREATE FUNCTION trading.open_trades(
  p_lane smallint, p_now_ms bigint, p_rules smallint, p_check_keys boolean, p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries,
  OUT results text, OUT open text, OUT balances text
) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET jit = off
AS $$
#variable_conflict use_column
DECLARE
  n constant int := cardinality(p_orders.id);
  v_open int[]; v_stake bigint[]; v_profits bigint[]; v_account bigint[];
  v_result text[]; v_balance bigint[];
BEGIN
  WITH held AS (
    INSERT INTO trading.customers AS c (shard, customer_id, open_trades, open_stake_minor)
    SELECT * FROM unnest(p_customers.shard, p_customers.customer_id, p_customers.trades, p_customers.stake_minor)
    ON CONFLICT (shard, customer_id) DO UPDATE SET open_trades = c.open_trades + excluded.open_trades, open_stake_minor = c.open_stake_minor + excluded.open_stake_minor
    RETURNING c.shard, c.customer_id, c.open_trades, c.open_stake_minor
  )
  SELECT array_agg(h.open_trades ORDER BY h.shard, h.customer_id), array_agg(h.open_stake_minor ORDER BY h.shard, h.customer_id) INTO v_open, v_stake FROM held h;
  WITH exposed AS (
    INSERT INTO trading.exposure AS e (lane, expires_at_s, symbol, asset, profits_minor)
    SELECT p_lane, x.* FROM unnest(p_expiries.expires_at_s, p_expiries.symbol, p_expiries.asset, p_expiries.profit_minor) x
    ON CONFLICT (lane, expires_at_s, symbol, asset) DO UPDATE SET profits_minor = e.profits_minor + excluded.profits_minor
    RETURNING e.expires_at_s, e.symbol, e.asset, e.profits_minor
  )
  SELECT array_agg(x.profits_minor ORDER BY x.expires_at_s, x.symbol COLLATE "C", x.asset COLLATE "C") INTO v_profits FROM exposed x;

  IF EXISTS (SELECT FROM unnest(v_open, v_stake, p_customers.max_open, p_customers.max_open_stake_minor) AS c(open, stake, max_open, max_stake) WHERE c.open > c.max_open OR c.stake > c.max_stake)
    OR EXISTS (SELECT FROM unnest(v_profits, p_expiries.max_exposure_minor) AS e(profits, max_profits) WHERE e.profits > e.max_profits)
    OR (p_check_keys AND EXISTS (
      SELECT FROM unnest(p_orders.shard, p_orders.customer_id, p_orders.key) AS o(shard, customer_id, key)
      CROSS JOIN LATERAL (SELECT FROM trading.trades t WHERE t.shard = o.shard AND t.customer_id = o.customer_id AND t.key = o.key LIMIT 1) t
    ))
  THEN
    v_result := trading.judge_in_turn(p_orders, p_customers, p_expiries, v_open, v_stake, v_profits);
  ELSE
    v_account := ledger.post_plain(
      p_now_ms, 'trading', ROW(p_customers.shard, p_customers.customer_id, p_customers.asset, ARRAY(SELECT -s FROM unnest(p_customers.stake_minor) s))::ledger.plain_accounts,
      ROW(ARRAY['stake'], ARRAY['stakes'], ARRAY[NULL::text], ARRAY[-1])::ledger.plain_kinds,
      ROW(p_orders.shard, p_orders.customer_no, array_fill(1, ARRAY[n]), p_orders.asset, p_orders.stake_minor, p_orders.id, ARRAY(SELECT -s FROM unnest(p_orders.stake_after_it_minor) s))::ledger.plain_transfers
    );
    SELECT array_agg(CASE WHEN a.balance IS NOT NULL THEN 'ok' END ORDER BY o.idx), array_agg(a.balance + o.stake_after_it_minor ORDER BY o.idx) INTO v_result, v_balance
    FROM unnest(p_orders.customer_no, p_orders.stake_after_it_minor) WITH ORDINALITY AS o(customer_no, stake_after_it_minor, idx)
    CROSS JOIN LATERAL (SELECT v_account[o.customer_no] AS balance OFFSET 0) a;
  END IF;
  IF array_position(v_result, NULL) IS NOT NULL THEN
    SELECT p.result, p.balance INTO v_result, v_balance FROM trading.post_in_turn(p_now_ms, p_orders, v_result, v_balance) p;
  END IF;

  INSERT INTO trading.trades (shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms, stake_minor, balance_after_minor, open_after, rules, type, symbol, asset, key)
  SELECT o.shard, o.payout_bps, o.tolerance_ms, o.customer_id, o.id, o.accepted_at_ms, o.expires_at_ms, o.stake_minor, o.balance, v_open[o.customer_no] - o.after_it, p_rules, o.type, o.symbol, o.asset, o.key
  FROM unnest(p_orders.shard, p_orders.payout_bps, p_orders.tolerance_ms, p_orders.customer_id, p_orders.id, p_orders.accepted_at_ms, p_orders.expires_at_ms, p_orders.stake_minor,
      p_orders.type, p_orders.symbol, p_orders.asset, p_orders.key, p_orders.customer_no, p_orders.after_it, v_result, v_balance)
    AS o(shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms, stake_minor, type, symbol, asset, key, customer_no, after_it, result, balance)
  WHERE o.result = 'ok';

  results := array_to_string(v_result, ',');
  IF results <> rtrim(repeat('ok,', n), ',') THEN PERFORM trading.release_refused(p_lane, p_orders, p_customers, p_expiries, v_result); END IF;
  open := array_to_string(v_open, ',');
  balances := coalesce(array_to_string(v_balance, ',', ''), '');
END $$;

-- Posts the stakes of the orders that have no result yet one after another: where a balance does not suffice for all of them.
CREATE FUNCTION trading.post_in_turn(p_now_ms bigint, p_orders trading.order_batch, p_result text[], p_balance bigint[], OUT result text[], OUT balance bigint[]) LANGUAGE plpgsql AS $$
DECLARE
  v_place int[] := ARRAY(SELECT r.idx FROM unnest(p_result) WITH ORDINALITY AS r(result, idx) WHERE r.result IS NULL ORDER BY r.idx);
  p record;
BEGIN
  result := p_result;
  balance := coalesce(p_balance, array_fill(NULL::bigint, ARRAY[cardinality(p_result)]));
  FOR p IN
    SELECT * FROM ledger.post_transfers(p_now_ms, ARRAY(
      SELECT ROW(o.shard, o.customer_id, 'trading', NULL, 'stakes', o.asset, o.stake_minor, 'stake', o.id, NULL, NULL, NULL, NULL, NULL)::ledger.new_transfer
      FROM unnest(p_orders.shard, p_orders.customer_id, p_orders.asset, p_orders.stake_minor, p_orders.id, p_result) WITH ORDINALITY
        AS o(shard, customer_id, asset, stake_minor, id, result, idx) WHERE o.result IS NULL ORDER BY o.idx
    ))
  LOOP
    result[v_place[p.idx]] := p.result;
    balance[v_place[p.idx]] := p.balance_after;
  END LOOP;
END $$;

-- Judges keys and limits order after order, where not all of a batch can be accepted. Null: nothing speaks against the order.
-- The given states count the whole batch.
CREATE FUNCTION trading.judge_in_turn(
  p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_open int[], p_stake_minor bigint[], p_profits_minor bigint[]
) RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  v_result text[] := array_fill(NULL::text, ARRAY[cardinality(p_orders.id)]);
  o record;
BEGIN
  -- Back to what was open before the batch; what is accepted is then added again.
  FOR c IN 1..coalesce(cardinality(p_open), 0) LOOP
    p_open[c] := p_open[c] - p_customers.trades[c];
    p_stake_minor[c] := p_stake_minor[c] - p_customers.stake_minor[c];
  END LOOP;
  FOR e IN 1..coalesce(cardinality(p_profits_minor), 0) LOOP
    p_profits_minor[e] := p_profits_minor[e] - p_expiries.profit_minor[e];
  END LOOP;
  FOR o IN
    SELECT u.idx, u.customer_no AS c, u.expiry_no AS e, u.stake_minor, u.profit_minor, t.found
    FROM unnest(p_orders.customer_no, p_orders.expiry_no, p_orders.stake_minor, p_orders.profit_minor, p_orders.shard, p_orders.customer_id, p_orders.key) WITH ORDINALITY
      AS u(customer_no, expiry_no, stake_minor, profit_minor, shard, customer_id, key, idx)
    LEFT JOIN LATERAL (SELECT true AS found FROM trading.trades t WHERE t.shard = u.shard AND t.customer_id = u.customer_id AND t.key = u.key LIMIT 1) t ON true
    ORDER BY u.idx
  LOOP
    v_result[o.idx] := CASE
      WHEN o.found THEN 'exists'
      WHEN p_open[o.c] + 1 > p_customers.max_open[o.c] THEN 'too_many_open'
      WHEN p_stake_minor[o.c] + o.stake_minor > p_customers.max_open_stake_minor[o.c] THEN 'stake_limit'
      WHEN p_profits_minor[o.e] + o.profit_minor > p_expiries.max_exposure_minor[o.e] THEN 'exposure_limit'
    END;
    IF v_result[o.idx] IS NULL THEN
      p_open[o.c] := p_open[o.c] + 1;
      p_stake_minor[o.c] := p_stake_minor[o.c] + o.stake_minor;
      p_profits_minor[o.e] := p_profits_minor[o.e] + o.profit_minor;
    END IF;
  END LOOP;
  RETURN v_result;
END $$;

-- Takes back what open_trades held for orders that were then refused.
CREATE FUNCTION trading.release_refused(p_lane smallint, p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_result text[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(p_result) r WHERE r NOT IN ('ok', 'exists', 'insufficient', 'too_many_open', 'stake_limit', 'exposure_limit')) THEN
    RAISE EXCEPTION 'trading: the ledger refused a stake: %', p_result;
  END IF;
  UPDATE trading.customers c SET open_trades = c.open_trades - r.trades, open_stake_minor = c.open_stake_minor - r.stakes
  FROM (
    SELECT u.shard, u.customer_id, count(*)::int AS trades, sum(u.stake_minor)::bigint AS stakes
    FROM unnest(p_result, p_orders.shard, p_orders.customer_id, p_orders.stake_minor) AS u(result, shard, customer_id, stake_minor)
    WHERE u.result <> 'ok' GROUP BY u.shard, u.customer_id
  ) r WHERE c.shard = r.shard AND c.customer_id = r.customer_id;
  UPDATE trading.exposure e SET profits_minor = e.profits_minor - r.profits
  FROM (
    SELECT x.expires_at_s, x.symbol, x.asset, sum(u.profit_minor)::bigint AS profits
    FROM unnest(p_result, p_orders.expiry_no, p_orders.profit_minor) AS u(result, expiry_no, profit_minor)
    JOIN unnest(p_expiries.expires_at_s, p_expiries.symbol, p_expiries.asset) WITH ORDINALITY AS x(expires_at_s, symbol, asset, expiry_no) ON x.expiry_no = u.expiry_no
    WHERE u.result <> 'ok' GROUP BY x.expires_at_s, x.symbol, x.asset
  ) r WHERE e.lane = p_lane AND e.expires_at_s = r.expires_at_s AND e.symbol = r.symbol AND e.asset = r.asset;
END $$;

-- The rule of server/trading/settlement.ts for a trade whose expiry the price record has reached; a property test holds the two together.
-- Strike and exit are null where markets.strike_and_exit found none.
CREATE FUNCTION trading.void_code_of(p_accepted_at_ms bigint, p_expires_at_ms bigint, p_tolerance_ms int, p_strike_at_ms bigint, p_exit_at_ms bigint)
RETURNS trading.void_code LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_strike_at_ms IS NULL OR p_strike_at_ms > p_expires_at_ms THEN 'no_strike'::trading.void_code
    WHEN p_strike_at_ms - p_accepted_at_ms > p_tolerance_ms THEN 'strike_late'
    WHEN p_expires_at_ms - p_exit_at_ms > p_tolerance_ms THEN 'exit_stale'
  END
$$;
CREATE FUNCTION trading.state_of(p_type trading.side, p_strike bigint, p_exit bigint, p_void trading.void_code)
RETURNS trading.state LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_void IS NOT NULL THEN 'VOID'::trading.state
    WHEN p_exit = p_strike THEN 'TIE'
    WHEN (p_exit > p_strike) = (p_type = 'BUY') THEN 'WON'
    ELSE 'LOST'
  END
$$;

-- Who settles takes shards, so that trades need no locks of their own: two settlers at once share the shards out.
CREATE TABLE trading.settlers (shard smallint PRIMARY KEY CHECK (shard BETWEEN 0 AND 31));
INSERT INTO trading.settlers SELECT generate_series(0, 31);

-- Settles up to p_limit open trades of the given shards and symbols, of the shards that no other settler holds. p_through_ms: how
-- far each symbol's price record reaches; a trade with an expiry beyond it is settled only if its expiry lies at or before
-- p_given_up_ms less its tolerance, and then void: the feed stopped. Answers what was settled.
CREATE FUNCTION trading.settle_due(p_shards smallint[], p_now_ms bigint, p_symbols text[], p_through_ms bigint[], p_given_up_ms bigint, p_limit int)
RETURNS TABLE (customer_id uuid, id uuid, type trading.side, state trading.state, symbol text, asset text, stake_minor bigint, returned_minor bigint)
LANGUAGE plpgsql
SET jit = off
SET enable_seqscan = off
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  v_shards smallint[];
  v_row tid[]; v_symbol text[]; v_accepted bigint[]; v_expires bigint[]; v_tolerance int[]; v_type trading.side[]; v_alive boolean[];
  v_state trading.state[]; v_void trading.void_code[]; v_strike_seq bigint[]; v_strike bigint[]; v_exit_seq bigint[]; v_exit bigint[];
  v_shard smallint[]; v_customer uuid[]; v_id uuid[]; v_asset text[]; v_stake bigint[]; v_returned bigint[];
BEGIN
  -- Only shards with something due are taken.
  v_shards := ARRAY(
    SELECT s.shard FROM trading.settlers s
    WHERE s.shard = ANY (p_shards) AND EXISTS (SELECT FROM trading.trades t WHERE t.shard = s.shard AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms)
    ORDER BY s.shard FOR UPDATE SKIP LOCKED
  );
  SELECT array_agg(d.ctid), array_agg(d.symbol), array_agg(d.accepted_at_ms), array_agg(d.expires_at_ms), array_agg(d.tolerance_ms), array_agg(d.type), array_agg(d.through_ms >= d.expires_at_ms)
  INTO v_row, v_symbol, v_accepted, v_expires, v_tolerance, v_type, v_alive
  FROM (
    SELECT t.ctid, t.symbol, t.accepted_at_ms, t.expires_at_ms, t.tolerance_ms, t.type, s.through_ms
    FROM trading.trades t CROSS JOIN LATERAL (SELECT p_through_ms[array_position(p_symbols, t.symbol)] AS through_ms OFFSET 0) s
    WHERE t.shard = ANY (v_shards) AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms AND (t.expires_at_ms <= s.through_ms OR t.expires_at_ms + t.tolerance_ms <= p_given_up_ms)
    LIMIT p_limit
  ) d;
  IF v_row IS NULL THEN RETURN; END IF;

  SELECT array_agg(trading.state_of(u.type, r.strike, r.exit, v.void_code) ORDER BY r.idx), array_agg(v.void_code ORDER BY r.idx),
    array_agg(r.strike_seq ORDER BY r.idx), array_agg(r.strike ORDER BY r.idx), array_agg(r.exit_seq ORDER BY r.idx), array_agg(r.exit ORDER BY r.idx)
  INTO v_state, v_void, v_strike_seq, v_strike, v_exit_seq, v_exit
  FROM markets.strike_and_exit(v_symbol, v_accepted, v_expires) r
  CROSS JOIN LATERAL (SELECT v_type[r.idx] AS type, v_accepted[r.idx] AS accepted, v_expires[r.idx] AS expires, v_tolerance[r.idx] AS tolerance, v_alive[r.idx] AS alive OFFSET 0) u
  CROSS JOIN LATERAL (SELECT CASE WHEN u.alive THEN trading.void_code_of(u.accepted, u.expires, u.tolerance, r.strike_at_ms, r.exit_at_ms) ELSE 'feed_stopped' END AS void_code OFFSET 0) v;

  WITH settled AS (
    UPDATE trading.trades t
    SET state = o.state, void_code = o.void_code, settled_at_ms = p_now_ms, strike_seq = o.strike_seq, strike = o.strike, exit_seq = o.exit_seq, exit = o.exit,
      returned_minor = CASE o.state WHEN 'WON' THEN t.stake_minor + t.stake_minor * t.payout_bps / 10000 WHEN 'LOST' THEN 0 ELSE t.stake_minor END
    FROM unnest(v_row, v_state, v_void, v_strike_seq, v_strike, v_exit_seq, v_exit) AS o(place, state, void_code, strike_seq, strike, exit_seq, exit)
    WHERE t.ctid = o.place
    RETURNING t.shard, t.customer_id, t.id, t.type, t.state, t.symbol, t.asset, t.stake_minor, t.returned_minor
  ), sorted AS (
    -- In the order in which accounts are locked everywhere.
    SELECT * FROM settled ORDER BY shard, customer_id, asset
  )
  SELECT array_agg(s.shard), array_agg(s.customer_id), array_agg(s.id), array_agg(s.type), array_agg(s.state), array_agg(s.symbol), array_agg(s.asset), array_agg(s.stake_minor), array_agg(s.returned_minor)
  INTO v_shard, v_customer, v_id, v_type, v_state, v_symbol, v_asset, v_stake, v_returned
  FROM sorted s;
  PERFORM trading.pay_settled(p_now_ms, v_shard, v_customer, v_id, v_state, v_asset, v_stake, v_returned);
  RETURN QUERY SELECT * FROM unnest(v_customer, v_id, v_type, v_state, v_symbol, v_asset, v_stake, v_returned);
END $$;

-- Moves the money of settled trades, given in order of shard, customer and asset, and takes them from what their customers have open.
CREATE FUNCTION trading.pay_settled(
  p_now_ms bigint, p_shard smallint[], p_customer uuid[], p_id uuid[], p_state trading.state[], p_asset text[], p_stake_minor bigint[], p_returned_minor bigint[]
) RETURNS void LANGUAGE plpgsql
SET jit = off
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET plan_cache_mode = force_generic_plan
AS $$
DECLARE
  v_accounts ledger.plain_accounts; v_transfers ledger.plain_transfers; v_trades int[]; v_stakes bigint[]; v_balance bigint[];
BEGIN
  SELECT array_agg(g.shard), array_agg(g.customer_id), array_agg(g.asset), array_agg(g.returned), array_agg(g.trades), array_agg(g.stakes)
  INTO v_accounts.shard, v_accounts.owner, v_accounts.asset, v_accounts.change_minor, v_trades, v_stakes
  FROM (
    SELECT u.shard, u.customer_id, u.asset, sum(u.returned)::bigint AS returned, count(*)::int AS trades, sum(u.stake)::bigint AS stakes
    FROM unnest(p_shard, p_customer, p_asset, p_stake_minor, p_returned_minor) AS u(shard, customer_id, asset, stake, returned)
    GROUP BY u.shard, u.customer_id, u.asset ORDER BY u.shard, u.customer_id, u.asset
  ) g;
  UPDATE trading.customers c SET open_trades = c.open_trades - n.trades, open_stake_minor = c.open_stake_minor - n.stakes
  FROM unnest(v_accounts.shard, v_accounts.owner, v_trades, v_stakes) AS n(shard, customer_id, trades, stakes)
  WHERE c.shard = n.shard AND c.customer_id = n.customer_id;

  -- Kinds: 1 the stake back, 2 the stake back of a void trade, 3 the profit, 4 the stake lost.
  SELECT array_agg(m.shard), array_agg(CASE WHEN m.kind < 4 THEN m.account END), array_agg(m.kind), array_agg(m.asset), array_agg(m.amount), array_agg(m.id), array_agg(m.later)
  INTO v_transfers.shard, v_transfers.account, v_transfers.kind, v_transfers.asset, v_transfers.amount_minor, v_transfers.reference, v_transfers.later_minor
  FROM (
    SELECT u.shard, u.account, k.kind, u.asset, k.amount, u.id,
      CASE WHEN k.kind < 4 THEN u.later + CASE WHEN k.kind = 1 THEN u.returned - u.stake ELSE 0 END END AS later
    FROM (
      SELECT t.*, dense_rank() OVER (ORDER BY t.shard, t.customer_id, t.asset) AS account,
        (sum(t.returned) OVER (PARTITION BY t.shard, t.customer_id, t.asset) - sum(t.returned) OVER (PARTITION BY t.shard, t.customer_id, t.asset ORDER BY t.idx))::bigint AS later
      FROM unnest(p_shard, p_customer, p_id, p_state, p_asset, p_stake_minor, p_returned_minor) WITH ORDINALITY AS t(shard, customer_id, id, state, asset, stake, returned, idx)
    ) u
    CROSS JOIN LATERAL (
      SELECT CASE u.state WHEN 'LOST' THEN 4 WHEN 'VOID' THEN 2 ELSE 1 END AS kind, u.stake AS amount
      UNION ALL
      SELECT 3, u.returned - u.stake WHERE u.returned > u.stake
    ) k
  ) m;
  v_balance := ledger.post_plain(
    p_now_ms, 'trading', v_accounts,
    ROW(ARRAY['stake_return', 'void_return', 'profit', 'loss'], ARRAY['stakes', 'stakes', 'trading_house', 'stakes'], ARRAY[NULL, NULL, NULL, 'trading_house'], ARRAY[1, 1, 1, 0])::ledger.plain_kinds, v_transfers
  );
  IF array_position(v_balance, NULL) IS NOT NULL THEN RAISE EXCEPTION 'trading: the ledger refused a settlement'; END IF;
END $$;

-- The operator's plans of the public pages and the office, in the order in which they are shown. The amount is the least of
-- a plan, in hundredths of the reader's currency; the last plan, Custom, takes any amount from there up.
CREATE TABLE trading.plans (
  id text PRIMARY KEY CHECK (id ~ '^[a-z][a-z0-9-]{1,30}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
  amount_minor bigint NOT NULL CHECK (amount_minor > 0),
  place smallint NOT NULL UNIQUE
);
INSERT INTO trading.plans (id, name, amount_minor, place) VALUES
  ('starter', 'Starter', 100_00, 1),
  ('bronze', 'Bronze', 500_00, 2),
  ('silver', 'Silver', 2500_00, 3),
  ('gold', 'Gold', 10000_00, 4),
  ('custom', 'Custom', 10_00, 5);
