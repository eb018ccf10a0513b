-- Who referred whom, and what that earned. Every row is in its customer's shard; a code leads to its owner's shard.
-- Source: docs/spec/product.md section 1, docs/spec/truth.md section 5.
CREATE SCHEMA affiliates;

-- A customer's referral code, which signing up assigns. Links contain it, so it is found without the shard. It never
-- changes or goes, because the people whom it referred are recorded with it.
CREATE TABLE affiliates.code (
  code text PRIMARY KEY CHECK (code ~ '^[2-9CFGHJMPQRVWX]{8}$'),
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL
);

-- A customer in the programme, with up to three referrers, nearest first. Never changed afterwards, so that nobody can
-- become part of a loop.
CREATE TABLE affiliates.member (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  code text NOT NULL,
  referrers uuid[] NOT NULL,
  joined_at_ms bigint NOT NULL,
  PRIMARY KEY (shard, customer_id),
  CONSTRAINT three_levels_at_most CHECK (cardinality(referrers) <= 3),
  CONSTRAINT nobody_refers_themselves CHECK (NOT customer_id = ANY (referrers)),
  CONSTRAINT nobody_refers_twice CHECK (referrers[1] <> referrers[2] AND referrers[2] <> referrers[3]
    AND referrers[1] <> referrers[3])
);

-- The same data from the referrer's side.
CREATE TABLE affiliates.referral (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  referrer_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  -- Identifies the referral in lists, so that a referrer doesn't learn the customer's id.
  id uuid NOT NULL,
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
  since_ms bigint NOT NULL,
  PRIMARY KEY (shard, referrer_id, customer_id),
  CHECK (referrer_id <> customer_id)
);
CREATE INDEX referral_by_time ON affiliates.referral (shard, referrer_id, since_ms DESC, id DESC);

-- What a confirmed deposit earned a referrer. A deposit that is confirmed again after a reversal earns commission in a
-- new round.
CREATE TABLE affiliates.commission (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  referrer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  level smallint NOT NULL CHECK (level BETWEEN 1 AND 3),
  round smallint NOT NULL CHECK (round > 0),
  customer_id uuid NOT NULL,
  -- The share of the deposit, in the deposit's currency.
  share_asset text NOT NULL,
  share_minor bigint NOT NULL CHECK (share_minor > 0),
  -- The share in the referrer's currency; null while no rate is known. `kept_minor` is the part that was deducted for
  -- the referrer's debt.
  asset text NOT NULL,
  amount_minor bigint CHECK (amount_minor >= 0),
  kept_minor bigint NOT NULL DEFAULT 0 CHECK (kept_minor >= 0),
  -- The ticks behind the rate: {"from": {symbol, seq, price, scale} or null, "to": the same}; null if both amounts are
  -- in one currency.
  rate jsonb,
  at_ms bigint NOT NULL,
  reversed_at_ms bigint,
  -- The part that could be taken from the account's balance when the commission was reversed.
  taken_back_minor bigint NOT NULL DEFAULT 0 CHECK (taken_back_minor >= 0),
  -- When money from the deposit is withdrawn, the commission on it is clawed back: the withdrawn money's part of the
  -- share, and its value in the referrer's currency, taken from the balance or owed.
  returned_share_minor bigint NOT NULL DEFAULT 0,
  returned_minor bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, referrer_id, deposit_id, level, round),
  CONSTRAINT kept_of_the_amount CHECK (kept_minor <= coalesce(amount_minor, 0)),
  CONSTRAINT taken_of_what_was_paid CHECK (taken_back_minor <= coalesce(amount_minor, 0) - kept_minor),
  CONSTRAINT returned_of_the_share CHECK (returned_share_minor BETWEEN 0 AND share_minor),
  CONSTRAINT returned_of_the_amount CHECK (returned_minor BETWEEN 0 AND coalesce(amount_minor, 0)),
  CONSTRAINT taken_only_when_returned CHECK (reversed_at_ms IS NOT NULL OR taken_back_minor <= returned_minor)
);
CREATE INDEX commission_of_deposit ON affiliates.commission (deposit_id);
CREATE INDEX commission_of_customer ON affiliates.commission (shard, referrer_id, customer_id);
CREATE INDEX commission_waiting ON affiliates.commission (at_ms) WHERE amount_minor IS NULL AND reversed_at_ms IS NULL;

-- What a referrer owes for reversed commissions, deducted from later ones.
CREATE TABLE affiliates.debt (
  shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 31),
  customer_id uuid NOT NULL,
  owed_minor bigint NOT NULL CHECK (owed_minor >= 0),
  PRIMARY KEY (shard, customer_id)
);
