-- The ledger: double entry, append-only, sharded by customer. Only this schema's functions write to it. SQL in other
-- modules may use post_transfers, post_transfers_of_shard, post_plain, available_of, reserved_of and held_of; all other
-- access goes through server/ledger/public.ts.
CREATE SCHEMA ledger;

-- The assets, codes and kinds that a transfer may name. Reference tables: small, and the same on every machine of a
-- cluster.
CREATE TABLE ledger.assets (
  asset text PRIMARY KEY CHECK (asset ~ '^[A-Z]{3,5}$'),
  scale smallint NOT NULL CHECK (scale BETWEEN 0 AND 9)
);

INSERT INTO ledger.assets (asset, scale) VALUES
  ('USD', 2), ('EUR', 2), ('GBP', 2), ('BTC', 8), ('ETH', 9), ('LTC', 8), ('XRP', 6), ('ZEC', 8), ('XMR', 8);

-- The house accounts that a transfer may name. Only migrations write it.
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

-- The kinds of transfer. Only migrations write it; pages and exports translate each kind.
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

-- Accounts of customers. House accounts have no row, because every order would have to lock it.
CREATE TABLE ledger.accounts (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  owner uuid NOT NULL,
  -- Such as trading, bonus, mining:BTC. ledger.post_transfers checks new codes: a constraint would be checked on every
  -- balance change, which took a tenth of the time.
  code text NOT NULL CHECK (length(code) BETWEEN 2 AND 72),
  asset text NOT NULL,
  balance_minor bigint NOT NULL,
  -- Part of the balance that pending debits reserve; available = balance - reserved.
  reserved_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, owner, code, asset),
  CONSTRAINT accounts_never_below_zero CHECK (balance_minor >= 0),
  CONSTRAINT accounts_reserve_covered CHECK (reserved_minor BETWEEN 0 AND balance_minor)
    ) WITH (fillfactor = 60
);

-- id = shard * 2^48 + a number within the shard, assigned without gaps under the lock of the shard's head. Within a
-- shard, IDs are therefore in the order of commits and of time. At most one side is a customer's account, so one
-- balance_after_minor is enough.
CREATE TABLE ledger.transfers (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  id bigint NOT NULL,
  at_ms bigint NOT NULL,
  amount_minor bigint NOT NULL,
  balance_after_minor bigint,
  -- The pending transfer that a post or void resolves.
  pending_id bigint,
  debit_owner uuid,
  credit_owner uuid,
  reference uuid,
  debit_code text NOT NULL,
  credit_code text NOT NULL,
  asset text NOT NULL,
  kind text NOT NULL,
  -- Null: the transfer is posted at once.
  phase text,
  key text,
  note text,
  PRIMARY KEY (shard, id),
  CONSTRAINT transfers_id_of_shard CHECK (id >> 48 = shard),
  CONSTRAINT transfers_amount_positive CHECK (amount_minor BETWEEN 1 AND 1000000000000000000),
  CONSTRAINT transfers_two_accounts CHECK (debit_owner IS NOT NULL OR credit_owner IS NOT NULL
    OR debit_code <> credit_code),
  CONSTRAINT transfers_one_customer CHECK (debit_owner IS NULL OR credit_owner IS NULL),
  CONSTRAINT transfers_balance_of_customer
    CHECK ((balance_after_minor IS NULL) = (debit_owner IS NULL AND credit_owner IS NULL)),
  CONSTRAINT transfers_never_below_zero CHECK (balance_after_minor >= 0),
  CONSTRAINT transfers_phase CHECK (phase IN ('pending', 'post', 'void')),
  CONSTRAINT transfers_resolves_pending CHECK ((pending_id IS NOT NULL) = coalesce(phase IN ('post', 'void'), false)),
  CONSTRAINT transfers_key_length CHECK (length(key) BETWEEN 1 AND 200),
  CONSTRAINT transfers_note_length CHECK (length(note) BETWEEN 1 AND 500)
);
CREATE UNIQUE INDEX transfers_key_once ON ledger.transfers (shard, key) WHERE key IS NOT NULL;
CREATE UNIQUE INDEX transfers_pending_resolved_once ON ledger.transfers (shard, pending_id)
  WHERE pending_id IS NOT NULL;
-- Leaves out the thousands of transfers that trades write, which are found by account and time. This makes an order
-- cheaper: docs/decisions/0007-order-path-costs.md.
CREATE INDEX transfers_of_reference ON ledger.transfers (shard, reference)
  WHERE reference IS NOT NULL AND kind NOT IN ('stake', 'stake_return', 'void_return', 'profit');
CREATE INDEX transfers_of_account ON ledger.transfers
  (shard, coalesce(debit_owner, credit_owner), (CASE WHEN debit_owner IS NULL THEN credit_code ELSE debit_code END),
    asset, at_ms, id)
  WHERE coalesce(debit_owner, credit_owner) IS NOT NULL;
-- Finds a customer's movements that trades didn't cause, in all accounts, without reading those of trades.
CREATE INDEX transfers_of_owner ON ledger.transfers (shard, coalesce(debit_owner, credit_owner), at_ms, id)
  WHERE coalesce(debit_owner, credit_owner) IS NOT NULL
    AND kind NOT IN ('stake', 'stake_return', 'void_return', 'profit');

-- The same rows from the customer's side, so that transfers_of_account can be used.
CREATE VIEW ledger.account_transfers AS
SELECT shard, coalesce(debit_owner, credit_owner) AS owner, CASE WHEN debit_owner IS NULL THEN credit_code
  ELSE debit_code END AS code,
  asset, at_ms, id, amount_minor, balance_after_minor, debit_owner IS NOT NULL AS is_debit,
  CASE WHEN debit_owner IS NULL THEN debit_code ELSE credit_code END AS house_code, kind, phase, pending_id,
    reference, key, note
FROM ledger.transfers
WHERE coalesce(debit_owner, credit_owner) IS NOT NULL;

-- One link of a shard's hash chain for each batch: hash = sha256(previous hash, encoding of the link, encodings of its
-- transfers).
CREATE TABLE ledger.batches (
  shard smallint NOT NULL,
  batch bigint NOT NULL CHECK (batch > 0),
  first_id bigint NOT NULL,
  last_id bigint NOT NULL CHECK (last_id >= first_id),
  at_ms bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (shard, batch)
);

-- The end of each shard's hash chain. Its row lock serialises the batches of a shard.
CREATE TABLE ledger.heads (
  shard smallint PRIMARY KEY CHECK (shard BETWEEN 0 AND 31),
  batch bigint NOT NULL,
  last_id bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
    ) WITH (fillfactor = 10
);

INSERT INTO ledger.heads (shard, batch, last_id, at_ms, hash)
SELECT s, 0, s::bigint << 48, 0, sha256(convert_to('ledger shard ' || s, 'UTF8')) FROM generate_series(0, 31) s;

-- A house account's balance up to a transfer, so that reading the balance sums only later transfers.
CREATE TABLE ledger.checkpoints (
  shard smallint NOT NULL,
  code text NOT NULL,
  asset text NOT NULL,
  up_to_id bigint NOT NULL,
  -- A sum of many 64-bit amounts needs a wider integer.
  balance_minor numeric(38, 0) NOT NULL,
  PRIMARY KEY (shard, code, asset)
);

-- Input of ledger.post_transfers. Owners are null for house accounts. A post or void names only its pending_id (post:
-- an amount up to the pending one, null for all of it); accounts and asset come from the pending transfer. Adjacent
-- transfers with the same link succeed or fail together.
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

-- Each transfer's effect on house accounts: one row for each side that is a house account. Reservations have none.
CREATE VIEW ledger.house_transfers AS
SELECT t.shard, t.id, t.at_ms, s.code, t.asset, s.change_minor
FROM ledger.transfers t
CROSS JOIN LATERAL (VALUES (t.debit_owner, t.debit_code, -t.amount_minor),
  (t.credit_owner, t.credit_code, t.amount_minor)) AS s(owner, code, change_minor)
WHERE s.owner IS NULL AND (t.phase IS NULL OR t.phase = 'post');

-- Input of ledger.post_plain, for transfers that are posted by the thousand: without keys or links, between a
-- customer's account and the house or between house accounts. The rows, rules and hash chain are the same as with
-- ledger.post_transfers, at half the cost, because the caller has grouped the transfers by account and only the
-- balances are judged.

-- See post-plain.sql.
CREATE TYPE ledger.plain_accounts AS (shard smallint[], owner uuid[], asset text[], change_minor bigint[]);

CREATE TYPE ledger.plain_kinds AS (kind text[], house text[], to_house text[], sign int[]);

CREATE TYPE ledger.plain_transfers AS (account int[], kind int[], amount_minor bigint[], reference uuid[],
  later_minor bigint[], note text[]);

INSERT INTO ledger.house_codes (code, purpose) VALUES ('affiliate_pool',
  'Pays the commissions on referred deposits and takes those of reversed deposits back.');

-- Reserved amounts are looked up for thousands of accounts at once, and few have any.
CREATE INDEX accounts_reserved ON ledger.accounts (shard, owner, code, asset) WHERE reserved_minor > 0;

-- The application writes to the ledger only through its functions, which run as their owner; its role may read the
-- tables. server/platform/database/database-rights.ts grants the rights that these comments state. See
-- docs/decisions/0022-database-roles.md.
COMMENT ON TABLE ledger.transfers IS 'rights: SELECT';

COMMENT ON TABLE ledger.batches IS 'rights: SELECT';

COMMENT ON TABLE ledger.accounts IS 'rights: SELECT';

COMMENT ON TABLE ledger.heads IS 'rights: SELECT';

COMMENT ON TABLE ledger.assets IS 'rights: SELECT';

COMMENT ON TABLE ledger.house_codes IS 'rights: SELECT';

COMMENT ON TABLE ledger.kinds IS 'rights: SELECT';

COMMENT ON TABLE ledger.checkpoints IS 'rights: INSERT, SELECT, UPDATE';

REVOKE UPDATE, DELETE, TRUNCATE ON ledger.transfers, ledger.batches FROM PUBLIC, CURRENT_USER;
REVOKE DELETE, TRUNCATE ON ledger.accounts, ledger.heads FROM PUBLIC, CURRENT_USER;
