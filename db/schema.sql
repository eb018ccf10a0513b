-- The schema after all migrations. Made by `npm run db:types`; a test compares. Do not edit.

CREATE SCHEMA affiliates;

CREATE TABLE affiliates.code (
  code text NOT NULL,
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  CONSTRAINT code_pkey PRIMARY KEY (code),
  CONSTRAINT code_code_check CHECK ((code ~ '^[2-9CFGHJMPQRVWX]{8}$'::text)),
  CONSTRAINT code_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE affiliates.commission (
  shard smallint NOT NULL,
  referrer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  level smallint NOT NULL,
  round smallint NOT NULL,
  customer_id uuid NOT NULL,
  share_asset text NOT NULL,
  share_minor bigint NOT NULL,
  asset text NOT NULL,
  amount_minor bigint,
  kept_minor bigint NOT NULL DEFAULT 0,
  rate jsonb,
  at_ms bigint NOT NULL,
  reversed_at_ms bigint,
  taken_back_minor bigint NOT NULL DEFAULT 0,
  returned_share_minor bigint NOT NULL DEFAULT 0,
  returned_minor bigint NOT NULL DEFAULT 0,
  CONSTRAINT commission_pkey PRIMARY KEY (shard, referrer_id, deposit_id, level, round),
  CONSTRAINT commission_amount_minor_check CHECK ((amount_minor >= 0)),
  CONSTRAINT commission_kept_minor_check CHECK ((kept_minor >= 0)),
  CONSTRAINT commission_level_check CHECK (((level >= 1) AND (level <= 3))),
  CONSTRAINT commission_round_check CHECK ((round > 0)),
  CONSTRAINT commission_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT commission_share_minor_check CHECK ((share_minor > 0)),
  CONSTRAINT commission_taken_back_minor_check CHECK ((taken_back_minor >= 0)),
  CONSTRAINT kept_of_the_amount CHECK ((kept_minor <= COALESCE(amount_minor, (0)::bigint))),
  CONSTRAINT returned_of_the_amount CHECK (((returned_minor >= 0) AND (returned_minor <= COALESCE(amount_minor, (0)::bigint)))),
  CONSTRAINT returned_of_the_share CHECK (((returned_share_minor >= 0) AND (returned_share_minor <= share_minor))),
  CONSTRAINT taken_of_what_was_paid CHECK ((taken_back_minor <= (COALESCE(amount_minor, (0)::bigint) - kept_minor))),
  CONSTRAINT taken_only_when_returned CHECK (((reversed_at_ms IS NOT NULL) OR (taken_back_minor <= returned_minor)))
);
CREATE INDEX commission_of_customer ON affiliates.commission USING btree (shard, referrer_id, customer_id);
CREATE INDEX commission_of_deposit ON affiliates.commission USING btree (deposit_id);
CREATE INDEX commission_waiting ON affiliates.commission USING btree (at_ms) WHERE ((amount_minor IS NULL) AND (reversed_at_ms IS NULL));
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE affiliates.debt (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  owed_minor bigint NOT NULL,
  CONSTRAINT debt_pkey PRIMARY KEY (shard, customer_id),
  CONSTRAINT debt_owed_minor_check CHECK ((owed_minor >= 0)),
  CONSTRAINT debt_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE affiliates.member (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  code text NOT NULL,
  referrers uuid[] NOT NULL,
  joined_at_ms bigint NOT NULL,
  CONSTRAINT member_pkey PRIMARY KEY (shard, customer_id),
  CONSTRAINT member_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT nobody_refers_themselves CHECK ((NOT (customer_id = ANY (referrers)))),
  CONSTRAINT nobody_refers_twice CHECK (((referrers[1] <> referrers[2]) AND (referrers[2] <> referrers[3]) AND (referrers[1] <> referrers[3]))),
  CONSTRAINT three_levels_at_most CHECK ((cardinality(referrers) <= 3))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE affiliates.referral (
  shard smallint NOT NULL,
  referrer_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  level smallint NOT NULL,
  since_ms bigint NOT NULL,
  CONSTRAINT referral_pkey PRIMARY KEY (shard, referrer_id, customer_id),
  CONSTRAINT referral_check CHECK ((referrer_id <> customer_id)),
  CONSTRAINT referral_level_check CHECK (((level >= 1) AND (level <= 3))),
  CONSTRAINT referral_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX referral_by_time ON affiliates.referral USING btree (shard, referrer_id, since_ms DESC, id DESC);
-- rights: tallystick insert, tallystick select

CREATE OR REPLACE FUNCTION affiliates.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'affiliates.%: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE TRIGGER code_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON affiliates.code FOR EACH STATEMENT EXECUTE FUNCTION affiliates.refuse_change();

CREATE TRIGGER member_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON affiliates.member FOR EACH STATEMENT EXECUTE FUNCTION affiliates.refuse_change();

CREATE TRIGGER referral_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON affiliates.referral FOR EACH STATEMENT EXECUTE FUNCTION affiliates.refuse_change();

CREATE SCHEMA copying;

CREATE TABLE copying.copies (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  relation_id uuid NOT NULL,
  order_id uuid NOT NULL,
  weight_num bigint NOT NULL,
  weight_den bigint NOT NULL,
  trade_id uuid,
  code text,
  stake_minor bigint NOT NULL,
  is_done boolean NOT NULL DEFAULT false,
  expert_minor bigint,
  skip_minor bigint,
  delay_minor bigint,
  price_minor bigint,
  rounding_minor bigint,
  mine_minor bigint,
  done_at_ms bigint,
  CONSTRAINT copies_pkey PRIMARY KEY (shard, customer_id, relation_id, order_id),
  CONSTRAINT copies_add_up CHECK (((NOT is_done) OR (mine_minor = ((((expert_minor + skip_minor) + delay_minor) + price_minor) + rounding_minor)))),
  CONSTRAINT copies_check CHECK (((trade_id IS NULL) = (code IS NOT NULL))),
  CONSTRAINT copies_skipped_make_nothing CHECK (((NOT is_done) OR (trade_id IS NOT NULL) OR (mine_minor = 0))),
  CONSTRAINT copies_stake_minor_check CHECK ((stake_minor >= 0)),
  CONSTRAINT copies_weight_den_check CHECK ((weight_den > 0)),
  CONSTRAINT copies_weight_num_check CHECK ((weight_num >= 0))
);
CREATE INDEX copies_of_order ON copying.copies USING btree (order_id) WHERE (NOT is_done);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE copying.experts (
  id text NOT NULL,
  customer_id uuid NOT NULL,
  shard smallint NOT NULL,
  created_at_ms bigint NOT NULL,
  practised_through_ms bigint,
  decided jsonb NOT NULL DEFAULT '{}'::jsonb,
  stopped_at_ms bigint,
  stop_reason text,
  CONSTRAINT experts_customer_id_key UNIQUE (customer_id),
  CONSTRAINT experts_pkey PRIMARY KEY (id),
  CONSTRAINT experts_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE copying.orders (
  id uuid NOT NULL,
  expert_id text NOT NULL,
  key text NOT NULL,
  symbol text NOT NULL,
  class text NOT NULL,
  type text NOT NULL,
  interval_s integer NOT NULL,
  stake_minor bigint NOT NULL,
  equity_minor bigint NOT NULL,
  decided_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'placing'::text,
  code text,
  trade_id uuid,
  payout_bps integer,
  accepted_at_ms bigint,
  expires_at_ms bigint,
  expert_result_minor bigint,
  CONSTRAINT orders_expert_id_key_key UNIQUE (expert_id, key),
  CONSTRAINT orders_pkey PRIMARY KEY (id),
  CONSTRAINT orders_expert_id_fkey FOREIGN KEY (expert_id) REFERENCES copying.experts(id),
  CONSTRAINT orders_check CHECK (((state = ANY (ARRAY['placing'::text, 'refused'::text])) OR ((trade_id IS NOT NULL) AND (accepted_at_ms IS NOT NULL)))),
  CONSTRAINT orders_check1 CHECK (((state = 'refused'::text) = (code IS NOT NULL))),
  CONSTRAINT orders_equity_minor_check CHECK ((equity_minor > 0)),
  CONSTRAINT orders_stake_minor_check CHECK ((stake_minor > 0)),
  CONSTRAINT orders_state_check CHECK ((state = ANY (ARRAY['placing'::text, 'placed'::text, 'done'::text, 'refused'::text]))),
  CONSTRAINT orders_type_check CHECK ((type = ANY (ARRAY['BUY'::text, 'SELL'::text])))
);
CREATE INDEX orders_unfinished ON copying.orders USING btree (expires_at_ms) WHERE (state = ANY (ARRAY['placing'::text, 'placed'::text]));
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE copying.profit_shares (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  relation_id uuid NOT NULL,
  week integer NOT NULL,
  at_ms bigint NOT NULL,
  from_high_minor bigint NOT NULL,
  to_high_minor bigint NOT NULL,
  share_bps integer NOT NULL,
  amount_minor bigint NOT NULL,
  CONSTRAINT profit_shares_pkey PRIMARY KEY (shard, customer_id, relation_id, week),
  CONSTRAINT profit_shares_amount_minor_check CHECK ((amount_minor >= 0)),
  CONSTRAINT profit_shares_check CHECK ((to_high_minor > from_high_minor))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE copying.relations (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  expert_id text NOT NULL,
  asset text NOT NULL,
  mode text NOT NULL,
  amount_minor bigint NOT NULL,
  classes text[],
  max_stake_minor bigint,
  stop_loss_minor bigint,
  state text NOT NULL DEFAULT 'active'::text,
  started_at_ms bigint NOT NULL,
  stopped_at_ms bigint,
  stop_reason text,
  result_minor bigint NOT NULL DEFAULT 0,
  high_water_minor bigint NOT NULL DEFAULT 0,
  fee_minor bigint NOT NULL DEFAULT 0,
  shared_week integer NOT NULL,
  CONSTRAINT relations_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT relations_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT relations_asset_check CHECK ((asset = ANY (ARRAY['USD'::text, 'EUR'::text, 'GBP'::text]))),
  CONSTRAINT relations_check CHECK ((((state = 'stopped'::text) = (stopped_at_ms IS NOT NULL)) AND ((state = 'stopped'::text) = (stop_reason IS NOT NULL)))),
  CONSTRAINT relations_fee_minor_check CHECK ((fee_minor >= 0)),
  CONSTRAINT relations_high_water_minor_check CHECK ((high_water_minor >= 0)),
  CONSTRAINT relations_max_stake_minor_check CHECK ((max_stake_minor > 0)),
  CONSTRAINT relations_mode_check CHECK ((mode = ANY (ARRAY['fixed'::text, 'proportional'::text]))),
  CONSTRAINT relations_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT relations_state_check CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text, 'stopped'::text]))),
  CONSTRAINT relations_stop_loss_minor_check CHECK ((stop_loss_minor > 0)),
  CONSTRAINT relations_stop_reason_check CHECK ((stop_reason = ANY (ARRAY['customer'::text, 'stop_loss'::text, 'expert'::text])))
);
CREATE INDEX relations_of_expert ON copying.relations USING btree (expert_id) WHERE (state <> 'stopped'::text);
CREATE UNIQUE INDEX relations_once ON copying.relations USING btree (shard, customer_id, expert_id) WHERE (state <> 'stopped'::text);
CREATE INDEX relations_with_new_highs ON copying.relations USING btree (shared_week) WHERE (result_minor > high_water_minor);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE copying.robots (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  strategy text NOT NULL,
  asset text NOT NULL,
  stake_minor bigint NOT NULL,
  symbols text[] NOT NULL,
  hours text NOT NULL,
  loss_limit_minor bigint NOT NULL,
  run integer NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT false,
  started_at_ms bigint,
  stopped_at_ms bigint,
  decided jsonb NOT NULL DEFAULT '{}'::jsonb,
  note text,
  CONSTRAINT robots_pkey PRIMARY KEY (shard, customer_id),
  CONSTRAINT robots_active_since CHECK (((NOT active) OR ((run > 0) AND (started_at_ms IS NOT NULL) AND (stopped_at_ms IS NULL)))),
  CONSTRAINT robots_asset_check CHECK ((asset = ANY (ARRAY['USD'::text, 'EUR'::text, 'GBP'::text]))),
  CONSTRAINT robots_check CHECK ((loss_limit_minor >= stake_minor)),
  CONSTRAINT robots_run_check CHECK ((run >= 0)),
  CONSTRAINT robots_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT robots_stake_minor_check CHECK ((stake_minor > 0)),
  CONSTRAINT robots_symbols_check CHECK (((cardinality(symbols) >= 1) AND (cardinality(symbols) <= 10)))
);
CREATE INDEX robots_active ON copying.robots USING btree (shard, customer_id) WHERE active;
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE copying.scheduled (
  id uuid NOT NULL,
  expert_id text NOT NULL,
  symbol text NOT NULL,
  type text NOT NULL,
  interval_s integer NOT NULL,
  at_ms bigint NOT NULL,
  reason text NOT NULL,
  operator_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  note text,
  CONSTRAINT scheduled_pkey PRIMARY KEY (id),
  CONSTRAINT scheduled_expert_id_fkey FOREIGN KEY (expert_id) REFERENCES copying.experts(id),
  CONSTRAINT scheduled_reason_check CHECK (((length(reason) >= 10) AND (length(reason) <= 300))),
  CONSTRAINT scheduled_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'placed'::text, 'refused'::text]))),
  CONSTRAINT scheduled_type_check CHECK ((type = ANY (ARRAY['BUY'::text, 'SELL'::text])))
);
CREATE INDEX scheduled_due ON copying.scheduled USING btree (at_ms) WHERE (state = 'waiting'::text);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE SCHEMA farming;

CREATE TABLE farming.contracts (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  plan_id text NOT NULL,
  plan text NOT NULL,
  coin text NOT NULL,
  asset text NOT NULL,
  principal_minor bigint NOT NULL,
  lever_halves smallint NOT NULL,
  minimum_ppm integer NOT NULL,
  borrow_ppm integer NOT NULL,
  margin_bps smallint NOT NULL,
  early_fee_bps smallint NOT NULL,
  entry_seq bigint NOT NULL,
  entry_at_ms bigint NOT NULL,
  entry_price bigint NOT NULL,
  liquidation_price bigint NOT NULL,
  started_at_ms bigint NOT NULL,
  ends_at_ms bigint NOT NULL,
  weeks_paid smallint NOT NULL DEFAULT 0,
  next_ms bigint,
  carry_parts bigint NOT NULL DEFAULT 0,
  earned_minor bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'running'::text,
  ended_ms bigint,
  exit_seq bigint,
  exit_at_ms bigint,
  exit_price bigint,
  fee_minor bigint NOT NULL DEFAULT 0,
  returned_minor bigint,
  CONSTRAINT contracts_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT contracts_asset_check CHECK ((asset = ANY (ARRAY['USD'::text, 'EUR'::text, 'GBP'::text]))),
  CONSTRAINT contracts_carry_parts_check CHECK (((carry_parts >= 0) AND (carry_parts < '1209600000000000'::bigint))),
  CONSTRAINT contracts_check CHECK (((liquidation_price >= 0) AND (liquidation_price < entry_price))),
  CONSTRAINT contracts_check1 CHECK (((ends_at_ms >= (started_at_ms + (7 * (86400000)::bigint))) AND (ends_at_ms <= (started_at_ms + (730 * (86400000)::bigint))))),
  CONSTRAINT contracts_check2 CHECK ((((state = 'running'::text) = (next_ms IS NOT NULL)) AND ((state = 'running'::text) = (ended_ms IS NULL)))),
  CONSTRAINT contracts_check3 CHECK (((state = ANY (ARRAY['released'::text, 'closed early'::text, 'liquidated'::text])) = ((returned_minor IS NOT NULL) AND (exit_seq IS NOT NULL) AND (exit_at_ms IS NOT NULL) AND (exit_price IS NOT NULL)))),
  CONSTRAINT contracts_check4 CHECK (((state <> 'liquidated'::text) OR (exit_price <= liquidation_price))),
  CONSTRAINT contracts_check5 CHECK (((minimum_ppm * lever_halves) >= (borrow_ppm * (lever_halves - 2)))),
  CONSTRAINT contracts_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text]))),
  CONSTRAINT contracts_earned_minor_check CHECK ((earned_minor >= 0)),
  CONSTRAINT contracts_entry_price_check CHECK ((entry_price > 0)),
  CONSTRAINT contracts_fee_minor_check CHECK ((fee_minor >= 0)),
  CONSTRAINT contracts_lever_halves_check CHECK ((lever_halves >= 3)),
  CONSTRAINT contracts_principal_minor_check CHECK ((principal_minor > 0)),
  CONSTRAINT contracts_returned_minor_check CHECK ((returned_minor >= 0)),
  CONSTRAINT contracts_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT contracts_state_check CHECK ((state = ANY (ARRAY['running'::text, 'released'::text, 'closed early'::text, 'liquidated'::text, 'left the chain'::text])))
);
CREATE INDEX contracts_due ON farming.contracts USING btree (coin, next_ms) WHERE (next_ms IS NOT NULL);
CREATE INDEX contracts_watched ON farming.contracts USING btree (coin, liquidation_price) WHERE (next_ms IS NOT NULL);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE farming.plans (
  id text NOT NULL,
  name text NOT NULL,
  coin text NOT NULL,
  min_minor bigint NOT NULL,
  lever_halves smallint NOT NULL,
  margin_bps smallint NOT NULL,
  early_fee_bps smallint NOT NULL,
  place smallint NOT NULL,
  retired_at_ms bigint,
  CONSTRAINT plans_pkey PRIMARY KEY (id),
  CONSTRAINT plans_check CHECK (((2 * 10000) > (lever_halves * margin_bps))),
  CONSTRAINT plans_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text]))),
  CONSTRAINT plans_early_fee_bps_check CHECK (((early_fee_bps >= 0) AND (early_fee_bps <= 1000))),
  CONSTRAINT plans_lever_halves_check CHECK (((lever_halves >= 3) AND (lever_halves <= 20))),
  CONSTRAINT plans_margin_bps_check CHECK (((margin_bps >= 1) AND (margin_bps <= 5000))),
  CONSTRAINT plans_min_minor_check CHECK ((min_minor > 0))
);
CREATE UNIQUE INDEX plans_named_once ON farming.plans USING btree (lower(name)) WHERE (retired_at_ms IS NULL);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE farming.rates (
  plan_id text NOT NULL,
  announced_ms bigint NOT NULL,
  from_ms bigint NOT NULL,
  weekly_ppm integer NOT NULL,
  minimum_ppm integer NOT NULL,
  borrow_ppm integer NOT NULL,
  note text NOT NULL,
  announced_by uuid,
  approved_by uuid,
  CONSTRAINT rates_pkey PRIMARY KEY (plan_id, announced_ms),
  CONSTRAINT rates_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES farming.plans(id),
  CONSTRAINT rates_borrow_ppm_check CHECK ((borrow_ppm >= 0)),
  CONSTRAINT rates_by_two CHECK (((announced_by IS NULL) OR ((approved_by IS NOT NULL) AND (approved_by <> announced_by)))) NOT VALID,
  CONSTRAINT rates_check CHECK (((from_ms = 0) OR (from_ms > announced_ms))),
  CONSTRAINT rates_check1 CHECK (((minimum_ppm >= 0) AND (minimum_ppm <= weekly_ppm))),
  CONSTRAINT rates_note_check CHECK (((length(note) >= 5) AND (length(note) <= 300))),
  CONSTRAINT rates_weekly_ppm_check CHECK (((weekly_ppm >= 1) AND (weekly_ppm <= 100000)))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE farming.stuck (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  from_ms bigint NOT NULL,
  CONSTRAINT stuck_pkey PRIMARY KEY (shard, customer_id, contract_id)
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE farming.watch (
  coin text NOT NULL,
  through_ms bigint NOT NULL,
  CONSTRAINT watch_pkey PRIMARY KEY (coin),
  CONSTRAINT watch_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text])))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE farming.weeks (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  week smallint NOT NULL,
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  stretches jsonb NOT NULL,
  carry_before_parts bigint NOT NULL,
  carry_after_parts bigint NOT NULL,
  paid_minor bigint NOT NULL,
  CONSTRAINT weeks_pkey PRIMARY KEY (shard, customer_id, contract_id, week),
  CONSTRAINT weeks_check CHECK ((to_ms >= from_ms)),
  CONSTRAINT weeks_paid_minor_check CHECK ((paid_minor >= 0)),
  CONSTRAINT weeks_week_check CHECK ((week >= 0))
);
-- rights: tallystick insert, tallystick select

CREATE OR REPLACE FUNCTION farming.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE EXCEPTION 'farming: % is append-only', TG_TABLE_NAME; END $function$;

CREATE TRIGGER rates_append_only BEFORE DELETE OR UPDATE ON farming.rates FOR EACH ROW EXECUTE FUNCTION farming.refuse_change();

CREATE TRIGGER weeks_append_only BEFORE DELETE OR UPDATE ON farming.weeks FOR EACH ROW EXECUTE FUNCTION farming.refuse_change();

CREATE SCHEMA identity;

CREATE TABLE identity.acceptance (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  document text NOT NULL,
  version text NOT NULL,
  at_ms bigint NOT NULL,
  CONSTRAINT acceptance_pkey PRIMARY KEY (shard, customer_id, document, version),
  CONSTRAINT acceptance_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT acceptance_document_check CHECK ((document = ANY (ARRAY['terms'::text, 'privacy'::text, 'adult'::text]))),
  CONSTRAINT acceptance_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT acceptance_version_check CHECK (((length(version) >= 1) AND (length(version) <= 20)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.address (
  address_hash bytea NOT NULL,
  customer_id uuid NOT NULL,
  shard smallint NOT NULL,
  CONSTRAINT address_pkey PRIMARY KEY (address_hash),
  CONSTRAINT address_address_hash_check CHECK ((length(address_hash) = 32)),
  CONSTRAINT address_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.api_key (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  hint text NOT NULL,
  scopes text[] NOT NULL,
  networks cidr[] NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT api_key_pkey PRIMARY KEY (shard, id),
  CONSTRAINT api_key_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT api_key_hint_check CHECK ((length(hint) = 4)),
  CONSTRAINT api_key_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT api_key_scopes_check CHECK (((scopes <@ ARRAY['read'::text, 'trade'::text, 'withdraw'::text]) AND ('read'::text = ANY (scopes)))),
  CONSTRAINT api_key_secret_hash_check CHECK ((length(secret_hash) = 32)),
  CONSTRAINT api_key_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX api_key_by_customer ON identity.api_key USING btree (shard, customer_id);
CREATE UNIQUE INDEX api_key_by_secret ON identity.api_key USING btree (shard, secret_hash);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.credential (
  credential_hash bytea NOT NULL,
  shard smallint NOT NULL,
  passkey_id uuid NOT NULL,
  CONSTRAINT credential_pkey PRIMARY KEY (credential_hash),
  CONSTRAINT credential_shard_passkey_id_fkey FOREIGN KEY (shard, passkey_id) REFERENCES identity.passkey(shard, id) ON DELETE CASCADE,
  CONSTRAINT credential_credential_hash_check CHECK ((length(credential_hash) = 32)),
  CONSTRAINT credential_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX credential_by_passkey ON identity.credential USING btree (shard, passkey_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.customer (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  name_sealed bytea NOT NULL,
  email_sealed bytea NOT NULL,
  phone_sealed bytea NOT NULL,
  country character(2) NOT NULL,
  currency character(3) NOT NULL,
  password_hash text NOT NULL,
  password_set_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  frozen_by text,
  frozen_at timestamp with time zone,
  frozen_reason text,
  closed_at timestamp with time zone,
  simulated boolean NOT NULL DEFAULT false,
  language text NOT NULL,
  payouts_wait_until timestamp with time zone,
  email_proven boolean NOT NULL DEFAULT true,
  CONSTRAINT customer_pkey PRIMARY KEY (shard, id),
  CONSTRAINT customer_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
  CONSTRAINT customer_currency_check CHECK ((currency = ANY (ARRAY['USD'::bpchar, 'EUR'::bpchar, 'GBP'::bpchar]))),
  CONSTRAINT customer_frozen_by_check CHECK ((frozen_by = ANY (ARRAY['customer'::text, 'operator'::text]))),
  CONSTRAINT customer_frozen_reason_check CHECK (((length(frozen_reason) >= 1) AND (length(frozen_reason) <= 500))),
  CONSTRAINT customer_frozen_whole CHECK ((num_nulls(frozen_by, frozen_at, frozen_reason) = ANY (ARRAY[0, 3]))),
  CONSTRAINT customer_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT customer_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
  CONSTRAINT customer_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX customer_held ON identity.customer USING btree (shard, id) WHERE ((frozen_by IS NOT NULL) OR (closed_at IS NOT NULL));
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.document (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  verification_id uuid NOT NULL,
  side text NOT NULL,
  deleted_at_ms bigint,
  CONSTRAINT document_pkey PRIMARY KEY (shard, id),
  CONSTRAINT document_shard_verification_id_fkey FOREIGN KEY (shard, verification_id) REFERENCES identity.verification(shard, id),
  CONSTRAINT document_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT document_side_check CHECK ((side = ANY (ARRAY['page'::text, 'front'::text, 'back'::text])))
);
CREATE INDEX document_by_file ON identity.document USING btree (id);
CREATE UNIQUE INDEX document_by_side ON identity.document USING btree (shard, verification_id, side);
CREATE INDEX document_kept ON identity.document USING btree (shard, verification_id) WHERE (deleted_at_ms IS NULL);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.document_opening (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  document_id uuid NOT NULL,
  operator_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  reason text NOT NULL,
  CONSTRAINT document_opening_pkey PRIMARY KEY (shard, id),
  CONSTRAINT document_opening_shard_document_id_fkey FOREIGN KEY (shard, document_id) REFERENCES identity.document(shard, id),
  CONSTRAINT document_opening_reason_check CHECK (((length(reason) >= 10) AND (length(reason) <= 300))),
  CONSTRAINT document_opening_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX document_opening_by_document ON identity.document_opening USING btree (shard, document_id, at_ms);
-- rights: tallystick insert, tallystick select

CREATE TABLE identity.email_proposal (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  approval_id uuid NOT NULL,
  email_sealed bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT email_proposal_pkey PRIMARY KEY (shard, customer_id),
  CONSTRAINT email_proposal_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT email_proposal_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.flag (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  flag text NOT NULL,
  operator_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  CONSTRAINT flag_pkey PRIMARY KEY (shard, customer_id, flag),
  CONSTRAINT flag_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT flag_flag_check CHECK ((flag ~ '^[a-z_]{2,20}$'::text)),
  CONSTRAINT flag_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.former_email (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  email_sealed bytea NOT NULL,
  replaced_at timestamp with time zone NOT NULL,
  CONSTRAINT former_email_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT former_email_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT former_email_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.handover (
  shard smallint NOT NULL,
  code_hash bytea NOT NULL,
  session_id uuid NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT handover_pkey PRIMARY KEY (shard, code_hash),
  CONSTRAINT handover_shard_session_id_fkey FOREIGN KEY (shard, session_id) REFERENCES identity.session(shard, id) ON DELETE CASCADE,
  CONSTRAINT handover_code_hash_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT handover_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX handover_by_session ON identity.handover USING btree (shard, session_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.mail_code (
  address_hash bytea NOT NULL,
  purpose text NOT NULL,
  token_hash bytea NOT NULL,
  code_hash bytea NOT NULL,
  tries_left smallint NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  requester_hash bytea NOT NULL,
  CONSTRAINT mail_code_pkey PRIMARY KEY (address_hash, purpose, requester_hash),
  CONSTRAINT mail_code_address_hash_check CHECK ((length(address_hash) = 32)),
  CONSTRAINT mail_code_code_hash_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT mail_code_purpose_check CHECK ((purpose = ANY (ARRAY['register'::text, 'reset'::text, 'email'::text]))),
  CONSTRAINT mail_code_requester_hash_check CHECK ((length(requester_hash) = 32)),
  CONSTRAINT mail_code_token_hash_check CHECK ((length(token_hash) = 32)),
  CONSTRAINT mail_code_tries_left_check CHECK ((tries_left >= 0))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.note (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  words_sealed bytea NOT NULL,
  operator_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  CONSTRAINT note_pkey PRIMARY KEY (shard, id),
  CONSTRAINT note_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT note_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX note_by_customer ON identity.note USING btree (shard, customer_id, id DESC);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.passkey (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  backed_up boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkey_pkey PRIMARY KEY (shard, id),
  CONSTRAINT passkey_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT passkey_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  CONSTRAINT passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT passkey_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT passkey_sign_count_check CHECK ((sign_count >= 0))
);
CREATE UNIQUE INDEX passkey_by_credential ON identity.passkey USING btree (shard, credential_id);
CREATE INDEX passkey_by_customer ON identity.passkey USING btree (shard, customer_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.person_mark (
  mark bytea NOT NULL,
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  granted_at_ms bigint,
  CONSTRAINT person_mark_pkey PRIMARY KEY (mark, customer_id),
  CONSTRAINT person_mark_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT person_mark_mark_check CHECK ((length(mark) = 32)),
  CONSTRAINT person_mark_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX person_mark_of_customer ON identity.person_mark USING btree (shard, customer_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.profile_photo (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  file_id uuid NOT NULL,
  set_at_ms bigint NOT NULL,
  CONSTRAINT profile_photo_pkey PRIMARY KEY (shard, customer_id),
  CONSTRAINT profile_photo_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT profile_photo_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX profile_photo_by_file ON identity.profile_photo USING btree (file_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.recovery_code (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  CONSTRAINT recovery_code_pkey PRIMARY KEY (shard, customer_id, code_hash),
  CONSTRAINT recovery_code_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT recovery_code_code_hash_check CHECK ((length(code_hash) = 32)),
  CONSTRAINT recovery_code_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.session (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  user_agent text NOT NULL,
  network text NOT NULL,
  method text,
  parent_id uuid,
  root_id uuid NOT NULL,
  CONSTRAINT session_pkey PRIMARY KEY (shard, id),
  CONSTRAINT session_parent_fkey FOREIGN KEY (shard, parent_id) REFERENCES identity.session(shard, id) ON DELETE CASCADE,
  CONSTRAINT session_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT session_check CHECK ((expires_at > created_at)),
  CONSTRAINT session_check1 CHECK (((parent_id IS NULL) = (root_id = id))),
  CONSTRAINT session_secret_hash_check CHECK ((length(secret_hash) = 32)),
  CONSTRAINT session_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT session_user_agent_check CHECK ((length(user_agent) <= 120))
);
CREATE INDEX session_by_customer ON identity.session USING btree (shard, customer_id);
CREATE INDEX session_by_parent ON identity.session USING btree (shard, parent_id) WHERE (parent_id IS NOT NULL);
CREATE UNIQUE INDEX session_by_secret ON identity.session USING btree (shard, secret_hash);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.signin (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  at timestamp with time zone NOT NULL,
  network text NOT NULL,
  browser text NOT NULL,
  method text NOT NULL,
  outcome text NOT NULL,
  CONSTRAINT signin_pkey PRIMARY KEY (shard, id),
  CONSTRAINT signin_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT signin_method_check CHECK ((method = ANY (ARRAY['password'::text, 'totp'::text, 'recovery'::text, 'passkey'::text, 'mail'::text, 'register'::text, 'handover'::text]))),
  CONSTRAINT signin_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'wrong_password'::text, 'second_factor_needed'::text, 'second_factor_wrong'::text]))),
  CONSTRAINT signin_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX signin_by_customer ON identity.signin USING btree (shard, customer_id, id DESC);
CREATE INDEX signin_by_time ON identity.signin USING btree (at);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.throttle (
  key bytea NOT NULL,
  tries_ms bigint[] NOT NULL,
  keep_until timestamp with time zone NOT NULL,
  CONSTRAINT throttle_pkey PRIMARY KEY (key),
  CONSTRAINT throttle_key_check CHECK ((length(key) = 32))
);
CREATE INDEX throttle_by_end ON identity.throttle USING btree (keep_until);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.totp (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  secret_sealed bytea NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  confirmed_at timestamp with time zone,
  last_step bigint,
  CONSTRAINT totp_pkey PRIMARY KEY (shard, customer_id),
  CONSTRAINT totp_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT totp_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.used_challenge (
  challenge_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT used_challenge_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT used_challenge_challenge_hash_check CHECK ((length(challenge_hash) = 32))
);
CREATE INDEX used_challenge_by_end ON identity.used_challenge USING btree (expires_at);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.verification (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  mode text NOT NULL,
  state text NOT NULL DEFAULT 'submitted'::text,
  sent_at_ms bigint NOT NULL,
  decided_at_ms bigint,
  decided_by uuid,
  reason text,
  CONSTRAINT verification_pkey PRIMARY KEY (shard, id),
  CONSTRAINT verification_shard_customer_id_fkey FOREIGN KEY (shard, customer_id) REFERENCES identity.customer(shard, id),
  CONSTRAINT verification_by_operator CHECK (((state <> ALL (ARRAY['verified'::text, 'rejected'::text])) OR (decided_by IS NOT NULL))),
  CONSTRAINT verification_decided CHECK (((state = 'submitted'::text) = (decided_at_ms IS NULL))),
  CONSTRAINT verification_mode_check CHECK ((mode = ANY (ARRAY['Passport'::text, 'Drivers License'::text, 'National ID'::text]))),
  CONSTRAINT verification_reason CHECK (((state <> 'rejected'::text) OR (reason IS NOT NULL))),
  CONSTRAINT verification_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT verification_state_check CHECK ((state = ANY (ARRAY['submitted'::text, 'verified'::text, 'rejected'::text, 'withdrawn'::text])))
);
CREATE INDEX verification_by_customer ON identity.verification USING btree (shard, customer_id, sent_at_ms);
CREATE UNIQUE INDEX verification_standing ON identity.verification USING btree (shard, customer_id) WHERE (state = ANY (ARRAY['submitted'::text, 'verified'::text]));
CREATE INDEX verification_waiting ON identity.verification USING btree (sent_at_ms) WHERE (state = 'submitted'::text);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE identity.wrong_code (
  hour_ms bigint NOT NULL,
  count integer NOT NULL,
  CONSTRAINT wrong_code_pkey PRIMARY KEY (hour_ms),
  CONSTRAINT wrong_code_count_check CHECK ((count > 0))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE OR REPLACE FUNCTION identity.check_verification_move()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF OLD.state = 'withdrawn' OR (OLD.state <> 'submitted' AND NEW.state <> 'withdrawn') OR NEW.customer_id <> OLD.customer_id THEN
    RAISE EXCEPTION 'a verification goes from % to % never', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE OR REPLACE FUNCTION identity.keep_openings()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'identity.% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE TRIGGER document_opening_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON identity.document_opening FOR EACH STATEMENT EXECUTE FUNCTION identity.keep_openings();

CREATE TRIGGER verification_move BEFORE UPDATE ON identity.verification FOR EACH ROW EXECUTE FUNCTION identity.check_verification_move();

CREATE SCHEMA ledger;

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
  link integer
);

CREATE TYPE ledger.plain_accounts AS (
  shard smallint[],
  owner uuid[],
  asset text[],
  change_minor bigint[]
);

CREATE TYPE ledger.plain_kinds AS (
  kind text[],
  house text[],
  to_house text[],
  sign integer[]
);

CREATE TYPE ledger.plain_transfers AS (
  account integer[],
  kind integer[],
  amount_minor bigint[],
  reference uuid[],
  later_minor bigint[],
  note text[]
);

CREATE TABLE ledger.accounts (
  shard smallint NOT NULL,
  owner uuid NOT NULL,
  code text NOT NULL,
  asset text NOT NULL,
  balance_minor bigint NOT NULL,
  reserved_minor bigint NOT NULL DEFAULT 0,
  CONSTRAINT accounts_pkey PRIMARY KEY (shard, owner, code, asset),
  CONSTRAINT accounts_code_check CHECK (((length(code) >= 2) AND (length(code) <= 72))),
  CONSTRAINT accounts_never_below_zero CHECK ((balance_minor >= 0)),
  CONSTRAINT accounts_reserve_covered CHECK (((reserved_minor >= 0) AND (reserved_minor <= balance_minor))),
  CONSTRAINT accounts_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
) WITH (fillfactor=60);
CREATE INDEX accounts_reserved ON ledger.accounts USING btree (shard, owner, code, asset) WHERE (reserved_minor > 0);
-- rights: owner insert, owner maintain, owner references, owner select, owner trigger, owner update, tallystick select

CREATE TABLE ledger.assets (
  asset text NOT NULL,
  scale smallint NOT NULL,
  CONSTRAINT assets_pkey PRIMARY KEY (asset),
  CONSTRAINT assets_asset_check CHECK ((asset ~ '^[A-Z]{3,5}$'::text)),
  CONSTRAINT assets_scale_check CHECK (((scale >= 0) AND (scale <= 9)))
);
-- rights: tallystick select

CREATE TABLE ledger.batches (
  shard smallint NOT NULL,
  batch bigint NOT NULL,
  first_id bigint NOT NULL,
  last_id bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT batches_pkey PRIMARY KEY (shard, batch),
  CONSTRAINT batches_batch_check CHECK ((batch > 0)),
  CONSTRAINT batches_check CHECK ((last_id >= first_id)),
  CONSTRAINT batches_hash_check CHECK ((length(hash) = 32))
);
-- rights: owner insert, owner maintain, owner references, owner select, owner trigger, tallystick select

CREATE TABLE ledger.checkpoints (
  shard smallint NOT NULL,
  code text NOT NULL,
  asset text NOT NULL,
  up_to_id bigint NOT NULL,
  balance_minor numeric(38,0) NOT NULL,
  CONSTRAINT checkpoints_pkey PRIMARY KEY (shard, code, asset)
);
-- rights: tallystick insert, tallystick select, tallystick update

CREATE TABLE ledger.heads (
  shard smallint NOT NULL,
  batch bigint NOT NULL,
  last_id bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT heads_pkey PRIMARY KEY (shard),
  CONSTRAINT heads_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT heads_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
) WITH (fillfactor=10);
-- rights: owner insert, owner maintain, owner references, owner select, owner trigger, owner update, tallystick select

CREATE TABLE ledger.house_codes (
  code text NOT NULL,
  purpose text NOT NULL,
  CONSTRAINT house_codes_pkey PRIMARY KEY (code),
  CONSTRAINT house_codes_code_check CHECK ((code ~ '^[a-z][a-z_]{1,30}$'::text))
);
-- rights: tallystick select

CREATE TABLE ledger.kinds (
  kind text NOT NULL,
  meaning text NOT NULL,
  CONSTRAINT kinds_pkey PRIMARY KEY (kind),
  CONSTRAINT kinds_kind_check CHECK ((kind ~ '^[a-z][a-z_]{1,30}$'::text))
);
-- rights: tallystick select

CREATE TABLE ledger.transfers (
  shard smallint NOT NULL,
  id bigint NOT NULL,
  at_ms bigint NOT NULL,
  amount_minor bigint NOT NULL,
  balance_after_minor bigint,
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
  CONSTRAINT transfers_pkey PRIMARY KEY (shard, id),
  CONSTRAINT transfers_amount_positive CHECK (((amount_minor >= 1) AND (amount_minor <= '1000000000000000000'::bigint))),
  CONSTRAINT transfers_balance_of_customer CHECK (((balance_after_minor IS NULL) = ((debit_owner IS NULL) AND (credit_owner IS NULL)))),
  CONSTRAINT transfers_id_of_shard CHECK (((id >> 48) = shard)),
  CONSTRAINT transfers_key_length CHECK (((length(key) >= 1) AND (length(key) <= 200))),
  CONSTRAINT transfers_never_below_zero CHECK ((balance_after_minor >= 0)),
  CONSTRAINT transfers_note_length CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  CONSTRAINT transfers_one_customer CHECK (((debit_owner IS NULL) OR (credit_owner IS NULL))),
  CONSTRAINT transfers_phase CHECK ((phase = ANY (ARRAY['pending'::text, 'post'::text, 'void'::text]))),
  CONSTRAINT transfers_resolves_pending CHECK (((pending_id IS NOT NULL) = COALESCE((phase = ANY (ARRAY['post'::text, 'void'::text])), false))),
  CONSTRAINT transfers_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT transfers_two_accounts CHECK (((debit_owner IS NOT NULL) OR (credit_owner IS NOT NULL) OR (debit_code <> credit_code)))
);
CREATE UNIQUE INDEX transfers_key_once ON ledger.transfers USING btree (shard, key) WHERE (key IS NOT NULL);
CREATE INDEX transfers_of_account ON ledger.transfers USING btree (shard, COALESCE(debit_owner, credit_owner), (
CASE
    WHEN (debit_owner IS NULL) THEN credit_code
    ELSE debit_code
END), asset, at_ms, id) WHERE (COALESCE(debit_owner, credit_owner) IS NOT NULL);
CREATE INDEX transfers_of_reference ON ledger.transfers USING btree (shard, reference) WHERE ((reference IS NOT NULL) AND (kind <> ALL (ARRAY['stake'::text, 'stake_return'::text, 'void_return'::text, 'profit'::text])));
CREATE UNIQUE INDEX transfers_pending_resolved_once ON ledger.transfers USING btree (shard, pending_id) WHERE (pending_id IS NOT NULL);
-- rights: owner insert, owner maintain, owner references, owner select, owner trigger, tallystick select

CREATE VIEW ledger.account_transfers AS
 SELECT shard,
    COALESCE(debit_owner, credit_owner) AS owner,
        CASE
            WHEN debit_owner IS NULL THEN credit_code
            ELSE debit_code
        END AS code,
    asset,
    at_ms,
    id,
    amount_minor,
    balance_after_minor,
    debit_owner IS NOT NULL AS is_debit,
        CASE
            WHEN debit_owner IS NULL THEN debit_code
            ELSE credit_code
        END AS house_code,
    kind,
    phase,
    pending_id,
    reference,
    key,
    note
   FROM ledger.transfers
  WHERE COALESCE(debit_owner, credit_owner) IS NOT NULL;

CREATE VIEW ledger.house_transfers AS
 SELECT t.shard,
    t.id,
    t.at_ms,
    s.code,
    t.asset,
    s.change_minor
   FROM ledger.transfers t
     CROSS JOIN LATERAL ( VALUES (t.debit_owner,t.debit_code,- t.amount_minor), (t.credit_owner,t.credit_code,t.amount_minor)) s(owner, code, change_minor)
  WHERE s.owner IS NULL AND (t.phase IS NULL OR t.phase = 'post'::text);

CREATE OR REPLACE FUNCTION ledger.available_of(p_shard smallint[], p_owner uuid[], p_code text, p_asset text[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
BEGIN
  RETURN (
    SELECT array_agg(coalesce(a.balance_minor - a.reserved_minor, 0) ORDER BY n.place)
    FROM unnest(p_shard, p_owner, p_asset) WITH ORDINALITY AS n(shard, owner, asset, place)
    -- A look-up for each, whatever the planner has seen of the table: a plan that was made while it was empty stays.
    LEFT JOIN LATERAL (SELECT * FROM ledger.accounts a WHERE a.shard = n.shard AND a.owner = n.owner AND a.code = p_code AND a.asset = n.asset LIMIT 1) a ON true
  );
END $function$;

CREATE OR REPLACE FUNCTION ledger.balance_limit()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$SELECT 4000000000000000000$function$;

CREATE OR REPLACE FUNCTION ledger.encoding(t ledger.transfers)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT ROW(t.shard, t.id, t.at_ms, t.debit_owner, t.debit_code, t.credit_owner, t.credit_code, t.asset, t.amount_minor, t.kind,
    t.reference, t.key, t.note, t.phase, t.pending_id, t.balance_after_minor)::text
$function$;

CREATE OR REPLACE FUNCTION ledger.find_breaks()
 RETURNS TABLE(rule text, shard smallint, subject text, expected text, found text)
 LANGUAGE sql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION ledger.held_of(p_shard smallint[], p_owner uuid[], p_code text, OUT shards smallint[], OUT owners uuid[])
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
BEGIN
  shards := ARRAY(
    SELECT DISTINCT s FROM unnest(p_shard) s
    EXCEPT SELECT f.shard FROM (SELECT h.shard FROM ledger.heads h WHERE h.shard = ANY (p_shard) FOR UPDATE SKIP LOCKED) f
  );
  owners := ARRAY(
    SELECT DISTINCT held.owner FROM (
      SELECT a.owner, a.asset FROM unnest(p_shard, p_owner) AS n(shard, owner) JOIN ledger.accounts a ON a.shard = n.shard AND a.owner = n.owner AND a.code = p_code
      EXCEPT SELECT f.owner, f.asset FROM (
        SELECT a.owner, a.asset FROM unnest(p_shard, p_owner) AS n(shard, owner) JOIN ledger.accounts a ON a.shard = n.shard AND a.owner = n.owner AND a.code = p_code
        FOR UPDATE OF a SKIP LOCKED
      ) f
    ) held
  );
END $function$;

CREATE OR REPLACE FUNCTION ledger.judge_in_turn(p_rows ledger.transfers[], p_links integer[], p_available bigint[], p_deltas bigint[], INOUT p_results text[], INOUT p_shown bigint[], OUT p_same_as integer[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE FUNCTION ledger.link_hash(p_previous bytea, p_shard smallint, p_batch bigint, p_first_id bigint, p_last_id bigint, p_at_ms bigint, p_transfers text)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  SELECT sha256(p_previous || convert_to(ROW(p_shard, p_batch, p_first_id, p_last_id, p_at_ms)::text || E'\n' || p_transfers, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION ledger.post_plain(p_at_ms bigint, p_code text, p_accounts ledger.plain_accounts, p_kinds ledger.plain_kinds, p_transfers ledger.plain_transfers)
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
  v_kind text[] := p_kinds.kind; v_house text[] := p_kinds.house; v_to_house text[] := p_kinds.to_house; v_sign int[] := p_kinds.sign;
  v_account_no int[] := p_transfers.account; v_kind_no int[] := p_transfers.kind; v_amount bigint[] := p_transfers.amount_minor;
  v_reference uuid[] := p_transfers.reference; v_later bigint[] := p_transfers.later_minor; v_note text[] := p_transfers.note;
  -- Of all shards, so that shard + 1 is the place.
  v_batch bigint[]; v_last_id bigint[]; v_at_ms bigint[]; v_hash bytea[];
  v_place int[]; v_found bigint[]; v_balance bigint[];
BEGIN
  IF EXISTS (SELECT FROM unnest(v_kind) k WHERE k NOT IN (SELECT kind FROM ledger.kinds))
    OR EXISTS (SELECT FROM unnest(v_house || v_to_house) h WHERE h NOT IN (SELECT code FROM ledger.house_codes))
    OR EXISTS (SELECT FROM (SELECT DISTINCT a FROM unnest(v_asset) a) d WHERE d.a NOT IN (SELECT asset FROM ledger.assets))
  THEN
    RAISE EXCEPTION 'ledger: unknown kind, house account or asset' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM FROM ledger.heads h WHERE h.shard = ANY (ARRAY(SELECT DISTINCT s FROM unnest(v_shard) s)) ORDER BY h.shard FOR UPDATE;
  SELECT array_agg(h.batch ORDER BY h.shard), array_agg(h.last_id ORDER BY h.shard), array_agg(greatest(h.at_ms, p_at_ms) ORDER BY h.shard), array_agg(h.hash ORDER BY h.shard)
  INTO v_batch, v_last_id, v_at_ms, v_hash FROM ledger.heads h;

  WITH changed AS (
    UPDATE ledger.accounts a SET balance_minor = a.balance_minor + n.change_minor
    FROM unnest(v_shard, v_owner, v_asset, p_accounts.change_minor) WITH ORDINALITY AS n(shard, owner, asset, change_minor, place)
    WHERE a.shard = n.shard AND a.owner = n.owner AND a.code = p_code AND a.asset = n.asset
      AND a.balance_minor - a.reserved_minor + n.change_minor BETWEEN 0 AND ledger.balance_limit()
    RETURNING n.place, a.balance_minor
  )
  SELECT array_agg(c.place ORDER BY c.place), array_agg(c.balance_minor ORDER BY c.place) INTO v_place, v_found FROM changed c;
  IF cardinality(v_place) = cardinality(v_shard) THEN
    v_balance := v_found;
  ELSE
    v_balance := array_fill(NULL::bigint, ARRAY[cardinality(v_shard)]);
    FOR n IN 1..coalesce(cardinality(v_place), 0) LOOP v_balance[v_place[n]] := v_found[n]; END LOOP;
  END IF;

  WITH written AS (
    -- Places of arrays instead of unnest, which stores each array once more, value by value.
    INSERT INTO ledger.transfers AS t (shard, id, at_ms, amount_minor, balance_after_minor, debit_owner, credit_owner, reference, debit_code, credit_code, asset, kind, note)
    SELECT o.shard, v_last_id[o.shard + 1] + o.nth, v_at_ms[o.shard + 1], v_amount[o.i], CASE WHEN o.sign <> 0 THEN v_balance[o.account] - v_later[o.i] END,
      CASE WHEN o.sign < 0 THEN v_owner[o.account] END, CASE WHEN o.sign > 0 THEN v_owner[o.account] END, v_reference[o.i],
      CASE WHEN o.sign < 0 THEN p_code ELSE v_house[o.kind] END, CASE WHEN o.sign > 0 THEN p_code WHEN o.sign < 0 THEN v_house[o.kind] ELSE v_to_house[o.kind] END,
      v_asset[o.account], v_kind[o.kind], v_note[o.i]
    FROM (
      SELECT n.i, n.account, n.kind, n.shard, v_sign[n.kind] AS sign, row_number() OVER (PARTITION BY n.shard ORDER BY n.i) AS nth
      FROM (SELECT i, v_account_no[i] AS account, v_kind_no[i] AS kind, v_shard[v_account_no[i]] AS shard FROM generate_series(1, cardinality(v_account_no)) i) n
      WHERE v_balance[n.account] IS NOT NULL
    ) o
    RETURNING t.shard, t.id, ledger.encoding(t) AS encoding
  ), linked AS (
    INSERT INTO ledger.batches AS b (shard, batch, first_id, last_id, at_ms, hash)
    SELECT w.shard, v_batch[w.shard + 1] + 1, min(w.id), max(w.id), v_at_ms[w.shard + 1],
      ledger.link_hash(v_hash[w.shard + 1], w.shard, v_batch[w.shard + 1] + 1, min(w.id), max(w.id), v_at_ms[w.shard + 1], string_agg(w.encoding, E'\n' ORDER BY w.id))
    FROM written w GROUP BY w.shard
    RETURNING b.shard, b.batch, b.last_id, b.at_ms, b.hash
  )
  UPDATE ledger.heads h SET batch = l.batch, last_id = l.last_id, at_ms = l.at_ms, hash = l.hash FROM linked l WHERE h.shard = l.shard;
  RETURN v_balance;
END $function$;

CREATE OR REPLACE FUNCTION ledger.post_transfers(p_at_ms bigint, p_transfers ledger.new_transfer[])
 RETURNS TABLE(idx integer, result text, transfer_id bigint, balance_after bigint, at_ms bigint)
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
END $function$;

CREATE OR REPLACE FUNCTION ledger.post_transfers(p_shard smallint, p_at_ms bigint, p_transfers ledger.new_transfer[])
 RETURNS TABLE(idx integer, result text, transfer_id bigint, balance_after bigint, at_ms bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF EXISTS (SELECT FROM unnest(p_transfers) t WHERE t.shard IS DISTINCT FROM p_shard) THEN
    RAISE EXCEPTION 'ledger: a transfer is not of shard %', p_shard USING ERRCODE = 'invalid_parameter_value';
  END IF;
  RETURN QUERY SELECT * FROM ledger.post_transfers(p_at_ms, p_transfers);
END $function$;

CREATE OR REPLACE FUNCTION ledger.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'ledger.% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION ledger.reserved_of(p_shard smallint[], p_owner uuid[], p_code text, p_asset text[])
 RETURNS TABLE(place bigint, reserved_minor bigint)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
BEGIN
  RETURN QUERY SELECT n.place, a.reserved_minor
  FROM unnest(p_shard, p_owner, p_asset) WITH ORDINALITY AS n(shard, owner, asset, place)
  CROSS JOIN LATERAL (SELECT a.reserved_minor FROM ledger.accounts a WHERE a.shard = n.shard AND a.owner = n.owner AND a.code = p_code AND a.asset = n.asset AND a.reserved_minor > 0 LIMIT 1) a;
END $function$;

CREATE TRIGGER accounts_stay BEFORE DELETE OR TRUNCATE ON ledger.accounts FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER batches_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.batches FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER heads_stay BEFORE DELETE OR TRUNCATE ON ledger.heads FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger.transfers FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change();

CREATE SCHEMA limits;

CREATE TABLE limits.activity (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  hour integer NOT NULL,
  minutes bigint NOT NULL,
  CONSTRAINT activity_pkey PRIMARY KEY (shard, customer_id, hour),
  CONSTRAINT activity_minutes_check CHECK (((minutes > 0) AND (minutes < '1152921504606846976'::bigint))),
  CONSTRAINT activity_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX activity_by_age ON limits.activity USING btree (hour);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE limits.own_limit (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  name text NOT NULL,
  value bigint,
  waiting_value bigint,
  waiting_from_ms bigint,
  changed_at_ms bigint NOT NULL,
  CONSTRAINT own_limit_pkey PRIMARY KEY (shard, customer_id, name),
  CONSTRAINT own_limit_name_check CHECK ((name = ANY (ARRAY['deposit_day'::text, 'deposit_week'::text, 'deposit_month'::text, 'stake'::text, 'loss_day'::text, 'loss_week'::text, 'loss_month'::text, 'session_day'::text, 'reality'::text]))),
  CONSTRAINT own_limit_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT own_limit_value_check CHECK ((value >= 0)),
  CONSTRAINT own_limit_waiting_value_check CHECK ((waiting_value >= 0)),
  CONSTRAINT waiting_has_its_time CHECK (((waiting_from_ms IS NOT NULL) OR (waiting_value IS NULL)))
);
-- rights: tallystick insert, tallystick select, tallystick update

CREATE TABLE limits.pause (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  from_ms bigint NOT NULL,
  until_ms bigint,
  CONSTRAINT pause_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT pause_is_long_enough CHECK ((until_ms >= (from_ms +
CASE kind
    WHEN 'timeout'::text THEN (86400000)::bigint
    ELSE (181 * (86400000)::bigint)
END))),
  CONSTRAINT pause_kind_check CHECK ((kind = ANY (ARRAY['timeout'::text, 'exclusion'::text]))),
  CONSTRAINT pause_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT time_out_ends CHECK (((kind = 'exclusion'::text) OR (until_ms IS NOT NULL)))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE limits.reality_check (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  confirmed_at_ms bigint NOT NULL,
  CONSTRAINT reality_check_pkey PRIMARY KEY (shard, customer_id),
  CONSTRAINT reality_check_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE OR REPLACE FUNCTION limits.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'limits.%: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION limits.refuse_early_loosening()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_none constant bigint := 9223372036854775807;
  v_in_force bigint := coalesce(CASE WHEN OLD.waiting_from_ms <= NEW.changed_at_ms THEN OLD.waiting_value ELSE OLD.value END, v_none);
BEGIN
  IF NEW.changed_at_ms < OLD.changed_at_ms THEN
    RAISE EXCEPTION 'limits: time goes back' USING ERRCODE = 'check_violation';
  END IF;
  IF coalesce(NEW.value, v_none) > v_in_force THEN
    RAISE EXCEPTION 'limits: a looser limit waits for a day' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.waiting_from_ms < NEW.changed_at_ms + 86400000
    AND (NEW.waiting_from_ms, NEW.waiting_value) IS DISTINCT FROM (OLD.waiting_from_ms, OLD.waiting_value) THEN
    RAISE EXCEPTION 'limits: a looser limit waits for a day' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $function$;

CREATE TRIGGER own_limit_loosens_late BEFORE UPDATE ON limits.own_limit FOR EACH ROW EXECUTE FUNCTION limits.refuse_early_loosening();

CREATE TRIGGER own_limit_stays BEFORE DELETE OR TRUNCATE ON limits.own_limit FOR EACH STATEMENT EXECUTE FUNCTION limits.refuse_change();

CREATE TRIGGER pause_stays BEFORE DELETE OR UPDATE OR TRUNCATE ON limits.pause FOR EACH STATEMENT EXECUTE FUNCTION limits.refuse_change();

CREATE SCHEMA markets;

CREATE TABLE markets.candle_progress (
  only_row boolean NOT NULL DEFAULT true,
  through_ms bigint NOT NULL,
  CONSTRAINT candle_progress_pkey PRIMARY KEY (only_row),
  CONSTRAINT candle_progress_only_row_check CHECK (only_row)
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.candles (
  symbol text NOT NULL,
  width_s integer NOT NULL,
  at_ms bigint NOT NULL,
  open bigint NOT NULL,
  high bigint NOT NULL,
  low bigint NOT NULL,
  close bigint NOT NULL,
  ticks integer NOT NULL,
  CONSTRAINT candles_pkey PRIMARY KEY (symbol, width_s, at_ms),
  CONSTRAINT candles_width_s_check CHECK ((width_s = ANY (ARRAY[60, 3600])))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.feed_states (
  symbol text NOT NULL,
  source text NOT NULL,
  at_ms bigint NOT NULL,
  source_ms double precision NOT NULL,
  variance double precision NOT NULL,
  CONSTRAINT feed_states_pkey PRIMARY KEY (symbol)
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.feed_statuses (
  symbol text NOT NULL,
  status text NOT NULL,
  skipped_rows integer NOT NULL DEFAULT 0,
  CONSTRAINT feed_statuses_pkey PRIMARY KEY (symbol),
  CONSTRAINT feed_statuses_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'playing'::text, 'ended'::text, 'unfed'::text])))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.heads (
  symbol text NOT NULL,
  seq bigint NOT NULL DEFAULT 0,
  at_ms bigint NOT NULL DEFAULT 0,
  hash bytea NOT NULL DEFAULT decode(repeat('00'::text, 32), 'hex'::text),
  complete_ms bigint NOT NULL DEFAULT 0,
  complete_mark bytea NOT NULL DEFAULT sha256((decode(repeat('00'::text, 32), 'hex'::text) || int8send((0)::bigint))),
  CONSTRAINT heads_pkey PRIMARY KEY (symbol)
);
-- rights: tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.refused_counts (
  symbol text NOT NULL,
  day integer NOT NULL,
  reason text NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT refused_counts_pkey PRIMARY KEY (symbol, day, reason)
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.refused_gaps (
  symbol text NOT NULL,
  reason text NOT NULL,
  through_ms bigint NOT NULL,
  CONSTRAINT refused_gaps_pkey PRIMARY KEY (symbol, reason)
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.refused_prices (
  id bigint NOT NULL GENERATED AS IDENTITY,
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  bid bigint,
  ask bigint,
  price bigint,
  reason text NOT NULL,
  source text NOT NULL,
  CONSTRAINT refused_prices_pkey PRIMARY KEY (id)
);
CREATE INDEX refused_prices_by_reason ON markets.refused_prices USING btree (symbol, reason, id);
CREATE INDEX refused_prices_by_time ON markets.refused_prices USING btree (symbol, at_ms, id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.seams (
  symbol text NOT NULL,
  at_ms bigint NOT NULL,
  epoch integer NOT NULL,
  reason text NOT NULL,
  CONSTRAINT seams_symbol_epoch_key UNIQUE (symbol, epoch),
  CONSTRAINT seams_pkey PRIMARY KEY (symbol, at_ms),
  CONSTRAINT seams_epoch_check CHECK ((epoch > 0)),
  CONSTRAINT seams_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 200)))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE markets.seed_chains (
  id integer NOT NULL GENERATED AS IDENTITY,
  model text NOT NULL,
  first_hour integer NOT NULL,
  hours integer NOT NULL,
  root bytea NOT NULL,
  sealed_last_seed bytea NOT NULL,
  made_at_ms bigint NOT NULL,
  CONSTRAINT seed_chains_root_key UNIQUE (root),
  CONSTRAINT seed_chains_pkey PRIMARY KEY (id),
  CONSTRAINT seed_chains_hours_check CHECK ((hours > 0))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE markets.simulated_hours (
  chain_id integer NOT NULL,
  hour integer NOT NULL,
  commitment bytea NOT NULL,
  state text NOT NULL,
  seed bytea,
  revealed_at_ms bigint,
  CONSTRAINT simulated_hours_pkey PRIMARY KEY (chain_id, hour),
  CONSTRAINT simulated_hours_chain_id_fkey FOREIGN KEY (chain_id) REFERENCES markets.seed_chains(id),
  CONSTRAINT simulated_hours_check CHECK (((seed IS NULL) = (revealed_at_ms IS NULL))),
  CONSTRAINT simulated_hours_seed_check CHECK ((length(seed) = 32))
);
-- rights: tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.source_state (
  only_row boolean NOT NULL DEFAULT true,
  name text NOT NULL,
  state jsonb NOT NULL,
  CONSTRAINT source_state_pkey PRIMARY KEY (only_row),
  CONSTRAINT source_state_only_row_check CHECK (only_row)
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE markets.ticks (
  symbol text NOT NULL,
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  bid bigint NOT NULL,
  ask bigint NOT NULL,
  price bigint NOT NULL,
  source text NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT ticks_pkey PRIMARY KEY (symbol, at_ms, seq),
  CONSTRAINT ticks_bid_check CHECK ((bid > 0)),
  CONSTRAINT ticks_check CHECK ((ask >= bid)),
  CONSTRAINT ticks_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT ticks_price_check CHECK ((price > 0)),
  CONSTRAINT ticks_seq_check CHECK ((seq > 0))
) PARTITION BY RANGE (at_ms);
CREATE INDEX ticks_by_seq ON ONLY markets.ticks USING btree (symbol, seq);
-- rights: tallystick insert, tallystick select

CREATE OR REPLACE FUNCTION markets.allow_reveal_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF old.seed IS NOT NULL OR new.seed IS NULL
    OR (new.chain_id, new.hour, new.commitment, new.state) IS DISTINCT FROM (old.chain_id, old.hour, old.commitment, old.state) THEN
    RAISE EXCEPTION 'the record of %.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME;
  END IF;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION markets.append_ticks(p_symbol text[], p_seq bigint[], p_at_ms bigint[], p_bid bigint[], p_ask bigint[], p_price bigint[], p_source text[], p_hash bytea[], p_complete_symbol text[], p_complete_ms bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF cardinality(p_symbol) > 0 THEN
    INSERT INTO markets.ticks (symbol, seq, at_ms, bid, ask, price, source, hash)
    SELECT * FROM unnest(p_symbol, p_seq, p_at_ms, p_bid, p_ask, p_price, p_source, p_hash);
  END IF;
  INSERT INTO markets.heads AS h (symbol, complete_ms, complete_mark)
  SELECT c.symbol, c.ms, markets.complete_mark(decode(repeat('00', 32), 'hex'), c.ms) FROM unnest(p_complete_symbol, p_complete_ms) AS c(symbol, ms)
  ON CONFLICT (symbol) DO UPDATE SET complete_ms = greatest(h.complete_ms, excluded.complete_ms),
    complete_mark = markets.complete_mark(h.hash, greatest(h.complete_ms, excluded.complete_ms));
END $function$;

CREATE OR REPLACE FUNCTION markets.complete_mark(p_hash bytea, p_complete_ms bigint)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT sha256(p_hash || int8send(p_complete_ms))
$function$;

CREATE OR REPLACE FUNCTION markets.ensure_tick_days(p_from_ms bigint, p_to_ms bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  day_ms constant bigint := 86400000;
  day bigint;
  name text;
BEGIN
  FOR day IN SELECT generate_series(p_from_ms / day_ms, p_to_ms / day_ms) LOOP
    name := 'ticks_' || to_char(to_timestamp(day * 86400) AT TIME ZONE 'UTC', 'YYYYMMDD');
    CONTINUE WHEN to_regclass('markets.' || name) IS NOT NULL;
    EXECUTE format('CREATE TABLE markets.%I PARTITION OF markets.ticks FOR VALUES FROM (%s) TO (%s)', name, day * day_ms, (day + 1) * day_ms);
    EXECUTE format('CREATE TRIGGER only_through_ticks BEFORE INSERT OR TRUNCATE ON markets.%I
      FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change()', name);
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION markets.extend_chains()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  wrong record;
BEGIN
  INSERT INTO markets.heads (symbol) SELECT DISTINCT symbol FROM added ORDER BY symbol ON CONFLICT DO NOTHING;
  SELECT symbol, seq INTO wrong
  FROM (
    SELECT a.*, h.complete_ms, lag(a.seq, 1, h.seq) OVER chain AS before_seq,
      lag(a.at_ms, 1, h.at_ms) OVER chain AS before_ms, lag(a.hash, 1, h.hash) OVER chain AS before_hash
    FROM added a JOIN markets.heads h USING (symbol)
    WINDOW chain AS (PARTITION BY a.symbol ORDER BY a.seq)
  ) linked
  WHERE seq <> before_seq + 1 OR at_ms < before_ms OR at_ms <= complete_ms
    OR hash <> sha256(before_hash || convert_to(concat_ws('|', symbol, seq, at_ms, bid, ask, price, source), 'UTF8'))
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'tick % of % does not extend the record', wrong.seq, wrong.symbol;
  END IF;
  UPDATE markets.heads h SET seq = l.seq, at_ms = l.at_ms, hash = l.hash, complete_mark = markets.complete_mark(l.hash, h.complete_ms)
  FROM (SELECT DISTINCT ON (symbol) symbol, seq, at_ms, hash FROM added ORDER BY symbol, seq DESC) l
  WHERE h.symbol = l.symbol;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION markets.feed_lock()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$SELECT 5202601::bigint$function$;

CREATE OR REPLACE FUNCTION markets.keep_seed_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_kept markets.seed_chains := new;
BEGIN
  v_kept.sealed_last_seed := old.sealed_last_seed;
  IF v_kept IS DISTINCT FROM old OR current_setting('tallystick.reseal', true) IS DISTINCT FROM 'on'
    OR NOT pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = tg_relid), 'MEMBER') THEN
    RAISE EXCEPTION 'chain of seeds % was committed to and is never changed', old.id;
  END IF;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION markets.mark_seam(p_symbol text[], p_at_ms bigint, p_reason text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  INSERT INTO markets.seams (symbol, at_ms, epoch, reason)
  SELECT s, p_at_ms, 1 + coalesce((SELECT max(m.epoch) FROM markets.seams m WHERE m.symbol = s), 0), p_reason FROM unnest(p_symbol) s
  ON CONFLICT (symbol, at_ms) DO NOTHING
$function$;

CREATE OR REPLACE FUNCTION markets.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'the record of %.% is append-only', TG_TABLE_SCHEMA, TG_TABLE_NAME;
END $function$;

CREATE OR REPLACE FUNCTION markets.require_lead()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF NOT pg_try_advisory_xact_lock(markets.feed_lock()) THEN
    RAISE EXCEPTION 'another session leads the price feed';
  END IF;
  RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION markets.seams_between(p_after_ms bigint, p_through_ms bigint)
 RETURNS TABLE(symbol text, at_ms bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT s.symbol, s.at_ms FROM markets.seams s WHERE s.at_ms > p_after_ms AND s.at_ms <= p_through_ms
$function$;

CREATE OR REPLACE FUNCTION markets.store_batch(p_symbol text[], p_seq bigint[], p_at_ms bigint[], p_bid bigint[], p_ask bigint[], p_price bigint[], p_source text[], p_hash bytea[], p_complete_symbol text[], p_complete_ms bigint[], p_states jsonb, p_refused jsonb, p_counts jsonb, p_source_name text, p_source_state jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM markets.append_ticks(p_symbol, p_seq, p_at_ms, p_bid, p_ask, p_price, p_source, p_hash, p_complete_symbol, p_complete_ms);
  INSERT INTO markets.feed_states AS f
  SELECT * FROM jsonb_to_recordset(p_states) AS s(symbol text, source text, at_ms bigint, source_ms double precision, variance double precision)
  ON CONFLICT (symbol) DO UPDATE SET source = excluded.source, at_ms = excluded.at_ms, source_ms = excluded.source_ms, variance = excluded.variance;
  INSERT INTO markets.refused_prices (symbol, at_ms, bid, ask, price, reason, source)
  SELECT * FROM jsonb_to_recordset(p_refused) AS r(symbol text, at_ms bigint, bid bigint, ask bigint, price bigint, reason text, source text);
  INSERT INTO markets.refused_counts AS c
  SELECT * FROM jsonb_to_recordset(p_counts) AS r(symbol text, day int, reason text, count bigint)
  ON CONFLICT (symbol, day, reason) DO UPDATE SET count = c.count + excluded.count;
  INSERT INTO markets.refused_gaps AS g
  SELECT symbol, reason, max("unlistedThroughMs") FROM jsonb_to_recordset(p_counts) AS r(symbol text, reason text, "unlistedThroughMs" bigint)
  WHERE "unlistedThroughMs" IS NOT NULL GROUP BY symbol, reason
  ON CONFLICT (symbol, reason) DO UPDATE SET through_ms = greatest(g.through_ms, excluded.through_ms);
  IF p_source_state IS NOT NULL THEN
    INSERT INTO markets.source_state (name, state) VALUES (p_source_name, p_source_state)
    ON CONFLICT (only_row) DO UPDATE SET name = excluded.name, state = excluded.state;
  END IF;
END $function$;

CREATE OR REPLACE FUNCTION markets.strike_and_exit(p_symbol text[], p_accepted_ms bigint[], p_expires_ms bigint[])
 RETURNS TABLE(idx integer, strike_seq bigint, strike_at_ms bigint, strike bigint, exit_seq bigint, exit_at_ms bigint, exit bigint)
 LANGUAGE sql
 STABLE ROWS 10000
AS $function$
  WITH orders AS MATERIALIZED (
    SELECT o.idx::int AS idx, o.symbol, o.accepted_ms, o.expires_ms
    FROM unnest(p_symbol, p_accepted_ms, p_expires_ms) WITH ORDINALITY AS o(symbol, accepted_ms, expires_ms, idx)
  ), spans AS (
    SELECT symbol, min(accepted_ms) AS from_ms, max(expires_ms) AS to_ms FROM orders GROUP BY symbol
  ), runs AS MATERIALIZED (
    SELECT s.symbol, r.ats, r.seqs, r.prices
    FROM spans s
    CROSS JOIN LATERAL (
      SELECT array_agg(t.at_ms) AS ats, array_agg(t.seq) AS seqs, array_agg(t.price) AS prices
      FROM (
        SELECT at_ms, seq, price FROM markets.ticks
        WHERE symbol = s.symbol AND at_ms > s.from_ms AND at_ms <= s.to_ms
        ORDER BY at_ms, seq
      ) t
    ) r
    WHERE r.ats IS NOT NULL
  )
  -- width_bucket counts the ticks at or before a moment: the last of them is the exit, the one after them the strike.
  SELECT o.idx, r.seqs[k.s], r.ats[k.s], r.prices[k.s],
    r.seqs[k.e], r.ats[k.e], r.prices[k.e]
  FROM orders o
  LEFT JOIN runs r ON r.symbol = o.symbol
  LEFT JOIN LATERAL (
    SELECT width_bucket(o.accepted_ms, r.ats) + 1 AS s, width_bucket(o.expires_ms, r.ats) AS e OFFSET 0
  ) k ON k.s <= k.e
$function$;

CREATE TRIGGER heads_go_forward BEFORE UPDATE ON markets.heads FOR EACH ROW WHEN (((new.symbol <> old.symbol) OR (new.seq < old.seq) OR (new.at_ms < old.at_ms) OR (new.complete_ms < old.complete_ms) OR ((new.seq = old.seq) AND (new.hash <> old.hash)))) EXECUTE FUNCTION markets.refuse_change();

CREATE TRIGGER heads_need_lead BEFORE INSERT OR UPDATE ON markets.heads FOR EACH STATEMENT EXECUTE FUNCTION markets.require_lead();

CREATE TRIGGER heads_stay BEFORE DELETE OR TRUNCATE ON markets.heads FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();

CREATE TRIGGER seams_need_lead BEFORE INSERT ON markets.seams FOR EACH STATEMENT EXECUTE FUNCTION markets.require_lead();

CREATE TRIGGER seams_stay BEFORE DELETE OR UPDATE OR TRUNCATE ON markets.seams FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();

CREATE TRIGGER seed_chains_keep BEFORE UPDATE ON markets.seed_chains FOR EACH ROW EXECUTE FUNCTION markets.keep_seed_chain();

CREATE TRIGGER seed_chains_stay BEFORE DELETE OR TRUNCATE ON markets.seed_chains FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();

CREATE TRIGGER simulated_hours_reveal BEFORE UPDATE ON markets.simulated_hours FOR EACH ROW EXECUTE FUNCTION markets.allow_reveal_only();

CREATE TRIGGER simulated_hours_stay BEFORE DELETE OR TRUNCATE ON markets.simulated_hours FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();

CREATE TRIGGER ticks_append_only BEFORE DELETE OR UPDATE ON markets.ticks FOR EACH ROW EXECUTE FUNCTION markets.refuse_change();

CREATE TRIGGER ticks_extend_chains AFTER INSERT ON markets.ticks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION markets.extend_chains();

CREATE TRIGGER ticks_stay BEFORE TRUNCATE ON markets.ticks FOR EACH STATEMENT EXECUTE FUNCTION markets.refuse_change();

CREATE SCHEMA mining;

CREATE TABLE mining.contracts (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  coin text NOT NULL,
  mined_coin text NOT NULL,
  plan text NOT NULL,
  plan_id text NOT NULL,
  asset text NOT NULL,
  price_minor bigint NOT NULL,
  hashes_per_s bigint NOT NULL,
  datacenter text NOT NULL,
  fee_bps smallint NOT NULL,
  rejected_bps smallint NOT NULL,
  started_at_ms bigint NOT NULL,
  ends_at_ms bigint NOT NULL,
  holding_minor bigint,
  holding_rate jsonb,
  days_paid smallint NOT NULL DEFAULT 0,
  next_ms bigint,
  carry_parts numeric(20,0) NOT NULL DEFAULT 0,
  earned_minor bigint NOT NULL DEFAULT 0,
  ended_early_ms bigint,
  CONSTRAINT contracts_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT contracts_asset_check CHECK ((asset = ANY (ARRAY['USD'::text, 'EUR'::text, 'GBP'::text]))),
  CONSTRAINT contracts_carry_parts_check CHECK (((carry_parts >= (0)::numeric) AND (carry_parts < ('1000000000000000000'::bigint)::numeric))),
  CONSTRAINT contracts_check CHECK ((ends_at_ms > started_at_ms)),
  CONSTRAINT contracts_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text, 'XRP'::text, 'ZEC'::text, 'XMR'::text]))),
  CONSTRAINT contracts_earned_minor_check CHECK ((earned_minor >= 0)),
  CONSTRAINT contracts_fee_bps_check CHECK (((fee_bps >= 0) AND (fee_bps <= 10000))),
  CONSTRAINT contracts_hashes_per_s_check CHECK ((hashes_per_s > 0)),
  CONSTRAINT contracts_mined_coin_check CHECK ((mined_coin = ANY (ARRAY['BTC'::text, 'LTC'::text, 'ZEC'::text, 'XMR'::text]))),
  CONSTRAINT contracts_price_minor_check CHECK ((price_minor > 0)),
  CONSTRAINT contracts_rejected_bps_check CHECK (((rejected_bps >= 0) AND (rejected_bps <= 10000))),
  CONSTRAINT contracts_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE INDEX contracts_due ON mining.contracts USING btree (next_ms) WHERE (next_ms IS NOT NULL);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE mining.days (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  contract_id uuid NOT NULL,
  day smallint NOT NULL,
  paid_at_ms bigint NOT NULL,
  accruals jsonb NOT NULL,
  carry_before_parts numeric(20,0) NOT NULL,
  carry_after_parts numeric(20,0) NOT NULL,
  mined_minor bigint NOT NULL,
  rate jsonb,
  paid_minor bigint NOT NULL,
  CONSTRAINT days_pkey PRIMARY KEY (shard, customer_id, contract_id, day),
  CONSTRAINT days_mined_minor_check CHECK ((mined_minor >= 0)),
  CONSTRAINT days_paid_minor_check CHECK ((paid_minor >= 0))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE mining.parameter_corrections (
  coin text NOT NULL,
  from_ms bigint NOT NULL,
  revision integer NOT NULL,
  difficulty_e8 numeric(40,0) NOT NULL,
  subsidy_minor bigint NOT NULL,
  height integer NOT NULL,
  source text NOT NULL,
  observed_on date NOT NULL,
  set_by uuid NOT NULL,
  approved_by uuid NOT NULL,
  corrected_at_ms bigint NOT NULL,
  CONSTRAINT parameter_corrections_pkey PRIMARY KEY (coin, from_ms, revision),
  CONSTRAINT parameter_corrections_coin_from_ms_fkey FOREIGN KEY (coin, from_ms) REFERENCES mining.parameters(coin, from_ms),
  CONSTRAINT parameter_corrections_check CHECK ((approved_by <> set_by)),
  CONSTRAINT parameter_corrections_difficulty_e8_check CHECK ((difficulty_e8 > (0)::numeric)),
  CONSTRAINT parameter_corrections_height_check CHECK ((height >= 0)),
  CONSTRAINT parameter_corrections_revision_check CHECK ((revision > 0)),
  CONSTRAINT parameter_corrections_source_check CHECK (((length(source) >= 10) AND (length(source) <= 300))),
  CONSTRAINT parameter_corrections_subsidy_minor_check CHECK ((subsidy_minor >= 0))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE mining.parameters (
  coin text NOT NULL,
  from_ms bigint NOT NULL,
  difficulty_e8 numeric(40,0) NOT NULL,
  subsidy_minor bigint NOT NULL,
  height integer NOT NULL,
  source text NOT NULL,
  observed_on date NOT NULL,
  set_by uuid,
  approved_by uuid,
  CONSTRAINT parameters_pkey PRIMARY KEY (coin, from_ms),
  CONSTRAINT parameters_by_two CHECK (((set_by IS NULL) OR ((approved_by IS NOT NULL) AND (approved_by <> set_by)))) NOT VALID,
  CONSTRAINT parameters_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'LTC'::text, 'ZEC'::text, 'XMR'::text]))),
  CONSTRAINT parameters_difficulty_e8_check CHECK ((difficulty_e8 > (0)::numeric)),
  CONSTRAINT parameters_height_check CHECK ((height >= 0)),
  CONSTRAINT parameters_source_check CHECK (((length(source) >= 10) AND (length(source) <= 300))),
  CONSTRAINT parameters_subsidy_minor_check CHECK ((subsidy_minor >= 0))
);
-- rights: tallystick insert, tallystick select

CREATE OR REPLACE FUNCTION mining.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE EXCEPTION 'mining: % is append-only', TG_TABLE_NAME; END $function$;

CREATE TRIGGER days_append_only BEFORE DELETE OR UPDATE ON mining.days FOR EACH ROW EXECUTE FUNCTION mining.refuse_change();

CREATE TRIGGER parameter_corrections_append_only BEFORE DELETE OR UPDATE ON mining.parameter_corrections FOR EACH ROW EXECUTE FUNCTION mining.refuse_change();

CREATE TRIGGER parameters_append_only BEFORE DELETE OR UPDATE ON mining.parameters FOR EACH ROW EXECUTE FUNCTION mining.refuse_change();

CREATE SCHEMA operators;

CREATE TABLE operators.announcement (
  id uuid NOT NULL,
  title text NOT NULL,
  words text NOT NULL,
  must_see boolean NOT NULL,
  from_ms bigint NOT NULL,
  until_ms bigint,
  published_by uuid NOT NULL,
  published_at_ms bigint NOT NULL,
  withdrawn_at_ms bigint,
  CONSTRAINT announcement_pkey PRIMARY KEY (id),
  CONSTRAINT announcement_published_by_fkey FOREIGN KEY (published_by) REFERENCES operators.person(id),
  CONSTRAINT announcement_check CHECK ((until_ms > from_ms)),
  CONSTRAINT announcement_title_check CHECK (((length(title) >= 1) AND (length(title) <= 120))),
  CONSTRAINT announcement_words_check CHECK (((length(words) >= 1) AND (length(words) <= 2000)))
);
CREATE INDEX announcement_by_time ON operators.announcement USING btree (from_ms);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.announcement_read (
  announcement_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  at_ms bigint NOT NULL,
  CONSTRAINT announcement_read_pkey PRIMARY KEY (announcement_id, customer_id),
  CONSTRAINT announcement_read_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES operators.announcement(id)
);
CREATE INDEX announcement_read_by_customer ON operators.announcement_read USING btree (customer_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.approval (
  id uuid NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  customer_id uuid,
  asset text,
  amount_minor bigint,
  words text NOT NULL,
  input jsonb NOT NULL,
  proposed_by uuid NOT NULL,
  proposed_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'waiting'::text,
  decided_by uuid,
  decided_at_ms bigint,
  reason text,
  CONSTRAINT approval_pkey PRIMARY KEY (id),
  CONSTRAINT approval_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators.person(id),
  CONSTRAINT approval_proposed_by_fkey FOREIGN KEY (proposed_by) REFERENCES operators.person(id),
  CONSTRAINT approval_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT approval_amount_of_asset CHECK (((asset IS NULL) = (amount_minor IS NULL))),
  CONSTRAINT approval_by_another CHECK (((state <> 'approved'::text) OR (decided_by <> proposed_by))),
  CONSTRAINT approval_decided CHECK ((((state = 'waiting'::text) = (decided_by IS NULL)) AND ((state = 'waiting'::text) = (decided_at_ms IS NULL)))),
  CONSTRAINT approval_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  CONSTRAINT approval_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'rejected'::text]))),
  CONSTRAINT approval_words_check CHECK (((length(words) >= 1) AND (length(words) <= 500)))
);
CREATE INDEX approval_by_time ON operators.approval USING btree (proposed_at_ms, id);
CREATE INDEX approval_waiting ON operators.approval USING btree (proposed_at_ms) WHERE (state = 'waiting'::text);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.audit_head (
  only_row boolean NOT NULL DEFAULT true,
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_head_pkey PRIMARY KEY (only_row),
  CONSTRAINT audit_head_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_head_only_row_check CHECK (only_row)
) WITH (fillfactor=10);
-- rights: tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.audit_log (
  seq bigint NOT NULL,
  at_ms bigint NOT NULL,
  operator_id uuid,
  action text NOT NULL,
  subject text NOT NULL,
  customer_id uuid,
  reason text,
  details jsonb NOT NULL,
  hash bytea NOT NULL,
  CONSTRAINT audit_log_pkey PRIMARY KEY (seq),
  CONSTRAINT audit_log_action_check CHECK (((length(action) >= 1) AND (length(action) <= 60))),
  CONSTRAINT audit_log_hash_check CHECK ((length(hash) = 32)),
  CONSTRAINT audit_log_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  CONSTRAINT audit_log_seq_check CHECK ((seq > 0)),
  CONSTRAINT audit_log_subject_check CHECK ((length(subject) <= 200))
);
CREATE INDEX audit_log_of_action ON operators.audit_log USING btree (action, seq);
CREATE INDEX audit_log_of_customer ON operators.audit_log USING btree (customer_id, seq) WHERE (customer_id IS NOT NULL);
CREATE INDEX audit_log_of_operator ON operators.audit_log USING btree (operator_id, seq);
-- rights: tallystick insert, tallystick select

CREATE TABLE operators.decided_alone (
  id uuid NOT NULL,
  operator_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  usd_minor bigint NOT NULL,
  at_ms bigint NOT NULL,
  CONSTRAINT decided_alone_pkey PRIMARY KEY (id),
  CONSTRAINT decided_alone_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators.person(id),
  CONSTRAINT decided_alone_usd_minor_check CHECK ((usd_minor >= 0))
);
CREATE INDEX decided_alone_by_customer ON operators.decided_alone USING btree (customer_id, at_ms);
CREATE INDEX decided_alone_by_operator ON operators.decided_alone USING btree (operator_id, at_ms);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.link (
  token_hash bytea NOT NULL,
  id uuid NOT NULL,
  purpose text NOT NULL,
  email_hash bytea,
  email_sealed bytea,
  roles text[] NOT NULL,
  operator_id uuid,
  totp_sealed bytea NOT NULL,
  made_by uuid,
  made_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  CONSTRAINT link_id_key UNIQUE (id),
  CONSTRAINT link_pkey PRIMARY KEY (token_hash),
  CONSTRAINT link_made_by_fkey FOREIGN KEY (made_by) REFERENCES operators.person(id),
  CONSTRAINT link_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators.person(id),
  CONSTRAINT link_check CHECK (((purpose = 'first'::text) = (email_hash IS NULL))),
  CONSTRAINT link_check1 CHECK (((purpose = 'renew'::text) = (operator_id IS NOT NULL))),
  CONSTRAINT link_email_hash_check CHECK ((length(email_hash) = 32)),
  CONSTRAINT link_purpose_check CHECK ((purpose = ANY (ARRAY['first'::text, 'join'::text, 'renew'::text]))),
  CONSTRAINT link_token_hash_check CHECK ((length(token_hash) = 32))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.message (
  id uuid NOT NULL,
  name_sealed bytea,
  email_sealed bytea,
  subject_sealed bytea,
  content_sealed bytea,
  received_at_ms bigint NOT NULL,
  state text NOT NULL DEFAULT 'open'::text,
  answer_sealed bytea,
  decided_by uuid,
  decided_at_ms bigint,
  erased_at_ms bigint,
  language text NOT NULL,
  customer_id uuid,
  CONSTRAINT message_pkey PRIMARY KEY (id),
  CONSTRAINT message_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operators.person(id),
  CONSTRAINT message_customer_erased CHECK (((erased_at_ms IS NULL) OR (customer_id IS NULL))),
  CONSTRAINT message_decided CHECK ((((state = 'open'::text) = (decided_by IS NULL)) AND (((state = 'answered'::text) AND (erased_at_ms IS NULL)) = (answer_sealed IS NOT NULL)))),
  CONSTRAINT message_erased CHECK ((num_nulls(name_sealed, email_sealed, subject_sealed, content_sealed) =
CASE
    WHEN (erased_at_ms IS NULL) THEN 0
    ELSE 4
END)),
  CONSTRAINT message_erased_when_done CHECK (((erased_at_ms IS NULL) OR (state <> 'open'::text))),
  CONSTRAINT message_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  CONSTRAINT message_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])))
);
CREATE INDEX message_by_time ON operators.message USING btree (state, received_at_ms);
CREATE INDEX message_of_customer ON operators.message USING btree (customer_id) WHERE (customer_id IS NOT NULL);
CREATE INDEX message_to_erase ON operators.message USING btree (decided_at_ms) WHERE ((state <> 'open'::text) AND (erased_at_ms IS NULL));
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.passkey (
  id uuid NOT NULL,
  operator_id uuid NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  sign_count bigint NOT NULL,
  transports text[] NOT NULL,
  name text NOT NULL,
  backed_up boolean NOT NULL,
  created_at_ms bigint NOT NULL,
  last_used_at_ms bigint,
  CONSTRAINT passkey_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkey_pkey PRIMARY KEY (id),
  CONSTRAINT passkey_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators.person(id),
  CONSTRAINT passkey_credential_id_check CHECK (((length(credential_id) >= 1) AND (length(credential_id) <= 1023))),
  CONSTRAINT passkey_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT passkey_sign_count_check CHECK ((sign_count >= 0))
);
CREATE INDEX passkey_by_operator ON operators.passkey USING btree (operator_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.person (
  id uuid NOT NULL,
  name text NOT NULL,
  email_hash bytea NOT NULL,
  email_sealed bytea NOT NULL,
  password_hash text NOT NULL,
  totp_sealed bytea NOT NULL,
  totp_step bigint NOT NULL DEFAULT 0,
  roles text[] NOT NULL,
  created_at_ms bigint NOT NULL,
  deactivated_at_ms bigint,
  entrusted_at_ms bigint NOT NULL,
  CONSTRAINT person_email_hash_key UNIQUE (email_hash),
  CONSTRAINT person_pkey PRIMARY KEY (id),
  CONSTRAINT person_email_hash_check CHECK ((length(email_hash) = 32)),
  CONSTRAINT person_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
  CONSTRAINT person_password_hash_check CHECK ((password_hash ~~ '$argon2id$%'::text)),
  CONSTRAINT person_roles_check CHECK (((cardinality(roles) > 0) AND (roles <@ ARRAY['owner'::text, 'finance'::text, 'compliance'::text, 'support'::text, 'auditor'::text])))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.session (
  id uuid NOT NULL,
  operator_id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  created_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  network text NOT NULL,
  browser text NOT NULL,
  CONSTRAINT session_secret_hash_key UNIQUE (secret_hash),
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operators.person(id),
  CONSTRAINT session_check CHECK ((expires_at_ms > created_at_ms)),
  CONSTRAINT session_secret_hash_check CHECK ((length(secret_hash) = 32))
);
CREATE INDEX session_by_operator ON operators.session USING btree (operator_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.setting (
  key text NOT NULL,
  version integer NOT NULL,
  value jsonb NOT NULL,
  changed_by uuid NOT NULL,
  changed_at_ms bigint NOT NULL,
  reason text NOT NULL,
  CONSTRAINT setting_pkey PRIMARY KEY (key, version),
  CONSTRAINT setting_changed_by_fkey FOREIGN KEY (changed_by) REFERENCES operators.person(id),
  CONSTRAINT setting_key_check CHECK ((key ~ '^[a-z][a-zA-Z.]{1,60}$'::text)),
  CONSTRAINT setting_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
  CONSTRAINT setting_version_check CHECK ((version > 0))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE operators.throttle (
  key bytea NOT NULL,
  tries_ms bigint[] NOT NULL,
  keep_until_ms bigint NOT NULL,
  CONSTRAINT throttle_pkey PRIMARY KEY (key),
  CONSTRAINT throttle_key_check CHECK ((length(key) = 32))
);
CREATE INDEX throttle_by_end ON operators.throttle USING btree (keep_until_ms);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE operators.used_challenge (
  challenge_hash bytea NOT NULL,
  expires_at_ms bigint NOT NULL,
  CONSTRAINT used_challenge_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT used_challenge_challenge_hash_check CHECK ((length(challenge_hash) = 32))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE OR REPLACE FUNCTION operators.append_audit(p_at_ms bigint, p_operator_id uuid, p_action text, p_subject text, p_customer_id uuid, p_reason text, p_details jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
  h operators.audit_head;
  e operators.audit_log;
BEGIN
  SELECT * INTO h FROM operators.audit_head FOR UPDATE;
  -- Time never goes back along the chain.
  e := ROW(h.seq + 1, greatest(p_at_ms, h.at_ms), p_operator_id, p_action, p_subject, p_customer_id, p_reason, p_details, NULL);
  e.hash := operators.audit_hash(h.hash, e);
  INSERT INTO operators.audit_log SELECT e.*;
  UPDATE operators.audit_head SET seq = e.seq, at_ms = e.at_ms, hash = e.hash;
  RETURN e.seq;
END $function$;

CREATE OR REPLACE FUNCTION operators.audit_hash(p_previous bytea, e operators.audit_log)
 RETURNS bytea
 LANGUAGE sql
 STABLE
AS $function$
  SELECT sha256(p_previous || convert_to(ROW(e.seq, e.at_ms, e.operator_id, e.action, e.subject, e.customer_id, e.reason, e.details)::text, 'UTF8'))
$function$;

CREATE OR REPLACE FUNCTION operators.find_audit_breaks()
 RETURNS TABLE(seq bigint, problem text)
 LANGUAGE sql
 STABLE
AS $function$
  WITH entries AS (
    SELECT l AS entry, l.seq, l.hash,
      lag(l.seq, 1, 0::bigint) OVER (ORDER BY l.seq) AS previous_seq,
      lag(l.hash, 1, sha256(convert_to('operators audit log', 'UTF8'))) OVER (ORDER BY l.seq) AS previous_hash
    FROM operators.audit_log l
  )
  SELECT e.seq, CASE WHEN e.seq <> e.previous_seq + 1 THEN 'entries before it are missing' ELSE 'its hash does not fit' END
  FROM entries e
  WHERE e.seq <> e.previous_seq + 1 OR e.hash <> operators.audit_hash(e.previous_hash, e.entry)
  UNION ALL
  SELECT h.seq, 'the newest entry is not the one that was written last'
  FROM operators.audit_head h
  LEFT JOIN LATERAL (SELECT l.seq, l.at_ms, l.hash FROM operators.audit_log l ORDER BY l.seq DESC LIMIT 1) n ON true
  WHERE (h.seq, h.at_ms, h.hash) IS DISTINCT FROM
    (coalesce(n.seq, 0), coalesce(n.at_ms, 0), coalesce(n.hash, sha256(convert_to('operators audit log', 'UTF8'))))
$function$;

CREATE OR REPLACE FUNCTION operators.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'operators.% is append-only: % is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE TRIGGER audit_head_stays BEFORE DELETE OR TRUNCATE ON operators.audit_head FOR EACH STATEMENT EXECUTE FUNCTION operators.refuse_change();

CREATE TRIGGER audit_log_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON operators.audit_log FOR EACH STATEMENT EXECUTE FUNCTION operators.refuse_change();

CREATE TRIGGER setting_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON operators.setting FOR EACH STATEMENT EXECUTE FUNCTION operators.refuse_change();

CREATE SCHEMA payments;

CREATE TABLE payments.addresses (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  method text NOT NULL,
  label text NOT NULL,
  fingerprint bytea NOT NULL,
  destination_sealed bytea NOT NULL,
  added_at_ms bigint NOT NULL,
  usable_at_ms bigint NOT NULL,
  removed_at_ms bigint,
  CONSTRAINT addresses_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT addresses_check CHECK ((usable_at_ms >= added_at_ms)),
  CONSTRAINT addresses_fingerprint_check CHECK ((length(fingerprint) = 32)),
  CONSTRAINT addresses_method_check CHECK ((method = ANY (ARRAY['BTC'::text, 'ETH'::text, 'PayPal'::text, 'Bank'::text]))),
  CONSTRAINT addresses_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
CREATE UNIQUE INDEX addresses_once ON payments.addresses USING btree (shard, customer_id, fingerprint) WHERE (removed_at_ms IS NULL);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.bonus_grants (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  asset text NOT NULL,
  amount_minor bigint NOT NULL,
  turnover_minor bigint NOT NULL,
  granted_at_ms bigint NOT NULL,
  operator_id uuid,
  why text NOT NULL,
  CONSTRAINT bonus_grants_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT bonus_grants_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT bonus_grants_asset_check CHECK ((asset = ANY (ARRAY['USD'::text, 'EUR'::text, 'GBP'::text]))),
  CONSTRAINT bonus_grants_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT bonus_grants_turnover_minor_check CHECK ((turnover_minor >= 0)),
  CONSTRAINT bonus_grants_why_check CHECK (((length(why) >= 10) AND (length(why) <= 300)))
);
CREATE UNIQUE INDEX bonus_grants_of_rule ON payments.bonus_grants USING btree (shard, customer_id) WHERE (operator_id IS NULL);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.chain_blocks (
  coin text NOT NULL,
  height integer NOT NULL,
  hash text NOT NULL,
  CONSTRAINT chain_blocks_pkey PRIMARY KEY (coin, height)
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.chain_payments (
  shard smallint NOT NULL,
  coin text NOT NULL,
  key text NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  txid text NOT NULL,
  amount_minor bigint NOT NULL,
  rest_units bigint NOT NULL,
  min_confirmations integer NOT NULL,
  first_seen_at_ms bigint NOT NULL,
  included_at_ms bigint,
  height integer,
  block_hash text,
  pending boolean NOT NULL,
  credited_minor bigint,
  paid_out_minor bigint,
  credits integer NOT NULL DEFAULT 0,
  held_at_ms bigint,
  aside_minor bigint NOT NULL DEFAULT 0,
  aside_until_ms bigint,
  aside_missing_minor bigint NOT NULL DEFAULT 0,
  sent_back_at_ms bigint,
  first_credited_at_ms bigint,
  CONSTRAINT chain_payments_pkey PRIMARY KEY (shard, coin, key),
  CONSTRAINT aside_within_payment CHECK (((aside_minor + aside_missing_minor) <= amount_minor)),
  CONSTRAINT chain_payments_amount_minor_check CHECK ((amount_minor >= 0)),
  CONSTRAINT chain_payments_aside_minor_check CHECK ((aside_minor >= 0)),
  CONSTRAINT chain_payments_aside_missing_minor_check CHECK ((aside_missing_minor >= 0)),
  CONSTRAINT chain_payments_check CHECK (((height IS NULL) = (block_hash IS NULL))),
  CONSTRAINT chain_payments_key_check CHECK (((length(key) >= 1) AND (length(key) <= 180))),
  CONSTRAINT chain_payments_rest_units_check CHECK ((rest_units >= 0)),
  CONSTRAINT held_or_credited CHECK (((held_at_ms IS NULL) OR (credited_minor IS NULL)))
);
CREATE INDEX chain_payments_aside ON payments.chain_payments USING btree (aside_until_ms) WHERE (aside_until_ms IS NOT NULL);
CREATE INDEX chain_payments_block ON payments.chain_payments USING btree (coin, block_hash);
CREATE INDEX chain_payments_deposit ON payments.chain_payments USING btree (shard, customer_id, deposit_id);
CREATE INDEX chain_payments_due ON payments.chain_payments USING btree (coin) WHERE ((credited_minor IS NULL) OR (height IS NULL));
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.claims (
  coin text NOT NULL,
  claim text NOT NULL,
  holder uuid NOT NULL,
  CONSTRAINT claims_pkey PRIMARY KEY (coin, claim)
);
CREATE INDEX claims_holder ON payments.claims USING btree (coin, holder);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.deposit_addresses (
  coin text NOT NULL,
  index integer NOT NULL,
  address text NOT NULL,
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  deposit_id uuid NOT NULL,
  CONSTRAINT deposit_addresses_coin_address_key UNIQUE (coin, address),
  CONSTRAINT deposit_addresses_pkey PRIMARY KEY (coin, index),
  CONSTRAINT deposit_addresses_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text]))),
  CONSTRAINT deposit_addresses_index_check CHECK ((index >= 0))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.deposits (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  plan_id text NOT NULL,
  plan text NOT NULL,
  mining_coin text,
  coin text NOT NULL,
  coin_minor bigint NOT NULL,
  asset text NOT NULL,
  amount_minor bigint NOT NULL,
  rate jsonb NOT NULL,
  address text NOT NULL,
  state payments.deposit_state NOT NULL,
  outcome text,
  quoted_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  cancelled_at_ms bigint,
  credited_coin_minor bigint NOT NULL DEFAULT 0,
  credited_minor bigint NOT NULL DEFAULT 0,
  advanced_minor bigint NOT NULL DEFAULT 0,
  shortfall_minor bigint NOT NULL DEFAULT 0,
  receipt_file uuid,
  receipt_state text,
  receipt_reason text,
  receipt_at_ms bigint,
  purpose text NOT NULL DEFAULT 'trading'::text,
  terms jsonb,
  began_at_ms bigint,
  began_minor bigint,
  not_begun text,
  CONSTRAINT deposits_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT deposits_advanced_minor_check CHECK ((advanced_minor >= 0)),
  CONSTRAINT deposits_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT deposits_asset_check CHECK ((asset = ANY (ARRAY['USD'::text, 'EUR'::text, 'GBP'::text]))),
  CONSTRAINT deposits_began_minor_check CHECK ((began_minor > 0)),
  CONSTRAINT deposits_check1 CHECK (((began_minor IS NULL) OR (began_at_ms IS NOT NULL))),
  CONSTRAINT deposits_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text]))),
  CONSTRAINT deposits_coin_minor_check CHECK ((coin_minor > 0)),
  CONSTRAINT deposits_credited_coin_minor_check CHECK ((credited_coin_minor >= 0)),
  CONSTRAINT deposits_credited_minor_check CHECK ((credited_minor >= 0)),
  CONSTRAINT deposits_not_begun_check CHECK ((not_begun = 'paused'::text)),
  CONSTRAINT deposits_outcome_check CHECK ((outcome = ANY (ARRAY['exact'::text, 'partial'::text, 'over'::text, 'late'::text, 'receipt'::text]))),
  CONSTRAINT deposits_purpose_check CHECK ((purpose = ANY (ARRAY['trading'::text, 'mining'::text, 'farming'::text]))),
  CONSTRAINT deposits_receipt_has_state CHECK (((receipt_file IS NULL) OR (receipt_state IS NOT NULL))),
  CONSTRAINT deposits_receipt_state_check CHECK ((receipt_state = ANY (ARRAY['pending'::text, 'proposed'::text, 'approved'::text, 'declined'::text]))),
  CONSTRAINT deposits_receipt_to_look_at CHECK (((receipt_file IS NOT NULL) OR (receipt_state <> ALL (ARRAY['pending'::text, 'proposed'::text])))),
  CONSTRAINT deposits_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT deposits_shortfall_minor_check CHECK ((shortfall_minor >= 0))
);
CREATE INDEX deposits_id ON payments.deposits USING btree (id);
CREATE INDEX deposits_open ON payments.deposits USING btree (expires_at_ms) WHERE (state = ANY (ARRAY['quoted'::payments.deposit_state, 'pending_approval'::payments.deposit_state, 'seen'::payments.deposit_state, 'confirming'::payments.deposit_state, 'partial'::payments.deposit_state]));
CREATE INDEX deposits_receipt_file ON payments.deposits USING btree (receipt_file) WHERE (receipt_file IS NOT NULL);
CREATE INDEX deposits_receipt_kept ON payments.deposits USING btree (shard, customer_id) WHERE (receipt_file IS NOT NULL);
CREATE INDEX deposits_receipts ON payments.deposits USING btree (receipt_at_ms) WHERE (receipt_state = ANY (ARRAY['pending'::text, 'proposed'::text]));
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.plan_versions (
  plan_id text NOT NULL,
  version integer NOT NULL,
  from_ms bigint NOT NULL,
  account text NOT NULL,
  name text NOT NULL,
  amount_minor bigint NOT NULL,
  coin text,
  hashes_per_s bigint,
  is_offered boolean NOT NULL,
  CONSTRAINT plan_versions_pkey PRIMARY KEY (plan_id, version),
  CONSTRAINT plan_versions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES payments.plans(id),
  CONSTRAINT plan_versions_version_check CHECK ((version >= 0))
);
-- rights: tallystick insert, tallystick select

CREATE TABLE payments.plans (
  id text NOT NULL,
  account text NOT NULL,
  name text NOT NULL,
  amount_minor bigint NOT NULL,
  place smallint NOT NULL,
  coin text,
  hashes_per_s bigint,
  retired_at_ms bigint,
  CONSTRAINT plans_pkey PRIMARY KEY (id),
  CONSTRAINT plans_account_check CHECK ((account = ANY (ARRAY['trading'::text, 'mining'::text]))),
  CONSTRAINT plans_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT plans_check CHECK ((((account = 'mining'::text) = (coin IS NOT NULL)) AND ((account = 'mining'::text) = (hashes_per_s IS NOT NULL)))),
  CONSTRAINT plans_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text, 'LTC'::text, 'XRP'::text, 'ZEC'::text, 'XMR'::text]))),
  CONSTRAINT plans_hash_giga_check CHECK ((hashes_per_s > 0)),
  CONSTRAINT plans_id_check CHECK ((id ~ '^[a-z0-9][a-z0-9-]{1,63}$'::text)),
  CONSTRAINT plans_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40)))
);
CREATE UNIQUE INDEX plans_name ON payments.plans USING btree (account, COALESCE(coin, ''::text), lower(name)) WHERE (retired_at_ms IS NULL);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.reviews (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  kind text NOT NULL,
  plan_id text NOT NULL,
  id uuid NOT NULL,
  rating smallint NOT NULL,
  text text NOT NULL,
  written_at_ms bigint NOT NULL,
  edited_at_ms bigint,
  hidden_reason text,
  CONSTRAINT reviews_pkey PRIMARY KEY (shard, customer_id, kind, plan_id),
  CONSTRAINT reviews_hidden_reason_check CHECK ((hidden_reason = ANY (ARRAY['personal_data'::text, 'abuse'::text, 'off_topic'::text, 'advertising'::text]))),
  CONSTRAINT reviews_kind_check CHECK ((kind = ANY (ARRAY['trading'::text, 'mining'::text, 'farming'::text]))),
  CONSTRAINT reviews_rating_check CHECK (((rating >= 1) AND (rating <= 5))),
  CONSTRAINT reviews_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT reviews_text_check CHECK ((length(text) <= 1000))
);
CREATE INDEX reviews_id ON payments.reviews USING btree (id);
CREATE INDEX reviews_of_plan ON payments.reviews USING btree (kind, plan_id, written_at_ms DESC);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.scanners (
  coin text NOT NULL,
  halted_at_ms bigint,
  halt_reason text,
  CONSTRAINT scanners_pkey PRIMARY KEY (coin),
  CONSTRAINT scanners_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text])))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.sends (
  coin text NOT NULL,
  id uuid NOT NULL,
  holder uuid NOT NULL,
  customer_id uuid,
  plan jsonb NOT NULL,
  change_index integer NOT NULL,
  state text NOT NULL,
  raw text,
  txid text,
  fee_minor bigint,
  planned_at_ms bigint NOT NULL,
  signed_at_ms bigint,
  broadcast_at_ms bigint,
  ended_at_ms bigint,
  vanished_at_ms bigint,
  buried_at_ms bigint,
  CONSTRAINT sends_pkey PRIMARY KEY (coin, id),
  CONSTRAINT sends_coin_check CHECK ((coin = ANY (ARRAY['BTC'::text, 'ETH'::text]))),
  CONSTRAINT sends_signed_before_broadcast CHECK (((state <> ALL (ARRAY['signed'::text, 'broadcast'::text, 'confirmed'::text])) OR ((raw IS NOT NULL) AND (txid IS NOT NULL)))),
  CONSTRAINT sends_state_check CHECK ((state = ANY (ARRAY['planned'::text, 'signed'::text, 'broadcast'::text, 'confirmed'::text, 'dead'::text])))
);
CREATE INDEX sends_holder ON payments.sends USING btree (coin, holder);
CREATE INDEX sends_live ON payments.sends USING btree (coin, planned_at_ms) WHERE (state = ANY (ARRAY['planned'::text, 'signed'::text, 'broadcast'::text]));
CREATE UNIQUE INDEX sends_txid ON payments.sends USING btree (coin, txid) WHERE (txid IS NOT NULL);
CREATE INDEX sends_unburied ON payments.sends USING btree (coin) WHERE ((state = 'confirmed'::text) AND (buried_at_ms IS NULL));
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.withdrawals (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  method text NOT NULL,
  code text NOT NULL,
  asset text NOT NULL,
  amount_minor bigint NOT NULL,
  principal_minor bigint NOT NULL,
  interest_minor bigint NOT NULL,
  paid_asset text NOT NULL,
  paid_minor bigint NOT NULL,
  fee_minor bigint NOT NULL,
  usd_minor bigint NOT NULL,
  rates jsonb NOT NULL,
  destination_sealed bytea,
  state text NOT NULL DEFAULT 'PENDING'::text,
  step text,
  wait text,
  hold_note text,
  reason text,
  pending_id bigint NOT NULL,
  usable_at_ms bigint NOT NULL,
  requested_at_ms bigint NOT NULL,
  promised_by_ms bigint NOT NULL,
  approval_id text,
  proposed_by uuid,
  approved_by uuid,
  approved_at_ms bigint,
  sent_at_ms bigint,
  ended_at_ms bigint,
  confirmations integer NOT NULL DEFAULT 0,
  txid text,
  attempts integer NOT NULL DEFAULT 0,
  document_number text,
  CONSTRAINT withdrawals_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT withdrawals_amount_minor_check CHECK ((amount_minor > 0)),
  CONSTRAINT withdrawals_approval_has_operator CHECK (((state <> ALL (ARRAY['APPROVED'::text, 'SENT'::text, 'COMPLETED'::text])) OR (approved_by IS NOT NULL))),
  CONSTRAINT withdrawals_check CHECK (((fee_minor >= 0) AND (fee_minor < paid_minor))),
  CONSTRAINT withdrawals_end_has_time CHECK (((state = ANY (ARRAY['COMPLETED'::text, 'REFUSED'::text, 'CANCELLED'::text])) = (ended_at_ms IS NOT NULL))),
  CONSTRAINT withdrawals_interest_minor_check CHECK ((interest_minor >= 0)),
  CONSTRAINT withdrawals_known_until_end CHECK (((destination_sealed IS NOT NULL) OR (ended_at_ms IS NOT NULL))),
  CONSTRAINT withdrawals_method_check CHECK ((method = ANY (ARRAY['BTC'::text, 'ETH'::text, 'PayPal'::text, 'Bank'::text]))),
  CONSTRAINT withdrawals_paid_minor_check CHECK ((paid_minor > 0)),
  CONSTRAINT withdrawals_parts_sum CHECK (((principal_minor + interest_minor) = amount_minor)),
  CONSTRAINT withdrawals_payout_leaves_trace CHECK (((state <> 'COMPLETED'::text) OR ((txid IS NOT NULL) <> (document_number IS NOT NULL)))),
  CONSTRAINT withdrawals_principal_minor_check CHECK ((principal_minor >= 0)),
  CONSTRAINT withdrawals_reason_check CHECK ((reason = ANY (ARRAY['insufficient_funds'::text, 'inaccurate_information'::text, 'suspected_financial_crime'::text, 'destination_unusable'::text]))),
  CONSTRAINT withdrawals_refusal_has_reason CHECK (((state = 'REFUSED'::text) = (reason IS NOT NULL))),
  CONSTRAINT withdrawals_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT withdrawals_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'SENT'::text, 'COMPLETED'::text, 'REFUSED'::text, 'CANCELLED'::text]))),
  CONSTRAINT withdrawals_step_check CHECK ((step = ANY (ARRAY['reserved'::text, 'signed'::text, 'broadcast'::text, 'confirmed'::text]))),
  CONSTRAINT withdrawals_usd_minor_check CHECK ((usd_minor >= 0)),
  CONSTRAINT withdrawals_wait_check CHECK ((wait = ANY (ARRAY['funds'::text, 'chain_away'::text, 'frozen'::text, 'failed_on_chain'::text])))
);
CREATE INDEX withdrawals_completed ON payments.withdrawals USING btree (ended_at_ms DESC, id) WHERE (state = 'COMPLETED'::text);
CREATE INDEX withdrawals_ended ON payments.withdrawals USING btree (ended_at_ms DESC, id) WHERE (ended_at_ms IS NOT NULL);
CREATE INDEX withdrawals_open ON payments.withdrawals USING btree (requested_at_ms) WHERE (state = ANY (ARRAY['PENDING'::text, 'APPROVED'::text, 'SENT'::text]));
CREATE INDEX withdrawals_unerased ON payments.withdrawals USING btree (shard, customer_id) WHERE ((destination_sealed IS NOT NULL) AND (ended_at_ms IS NOT NULL));
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE payments.withdrawers (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  since_ms bigint NOT NULL,
  CONSTRAINT withdrawers_pkey PRIMARY KEY (shard, customer_id),
  CONSTRAINT withdrawers_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE OR REPLACE FUNCTION payments.keep_send()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF (old.raw IS NOT NULL AND (new.raw, new.txid) IS DISTINCT FROM (old.raw, old.txid)) OR (new.plan, new.holder) IS DISTINCT FROM (old.plan, old.holder) THEN
    RAISE EXCEPTION 'send % is signed: it is never changed', old.id;
  END IF;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION payments.keep_withdrawal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_kept payments.withdrawals := new;
BEGIN
  IF (old.state IN ('COMPLETED', 'REFUSED', 'CANCELLED') AND new.destination_sealed IS NULL)
    OR (current_setting('tallystick.reseal', true) = 'on' AND new.destination_sealed IS NOT NULL AND old.destination_sealed IS NOT NULL
      AND pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = tg_relid), 'MEMBER')) THEN
    v_kept.destination_sealed := old.destination_sealed;
    IF v_kept IS NOT DISTINCT FROM old THEN
      RETURN new;
    END IF;
  END IF;
  IF old.state IN ('COMPLETED', 'REFUSED', 'CANCELLED')
    OR (new.method, new.code, new.asset, new.amount_minor, new.principal_minor, new.interest_minor, new.paid_asset, new.paid_minor, new.fee_minor,
        new.usd_minor, new.destination_sealed, new.pending_id, new.requested_at_ms, new.promised_by_ms)
      IS DISTINCT FROM (old.method, old.code, old.asset, old.amount_minor, old.principal_minor, old.interest_minor, old.paid_asset, old.paid_minor, old.fee_minor,
        old.usd_minor, old.destination_sealed, old.pending_id, old.requested_at_ms, old.promised_by_ms)
    OR (old.state, new.state) IN (('SENT', 'PENDING'), ('SENT', 'APPROVED'), ('SENT', 'CANCELLED'), ('APPROVED', 'PENDING'), ('APPROVED', 'CANCELLED'), ('PENDING', 'SENT'), ('PENDING', 'COMPLETED')) THEN
    RAISE EXCEPTION 'withdrawal % is % and cannot become this', old.id, old.state;
  END IF;
  RETURN new;
END $function$;

CREATE OR REPLACE FUNCTION payments.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN RAISE EXCEPTION 'payments: % is append-only', TG_TABLE_NAME; END $function$;

CREATE TRIGGER plan_versions_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON payments.plan_versions FOR EACH STATEMENT EXECUTE FUNCTION payments.refuse_change();

CREATE TRIGGER sends_keep BEFORE UPDATE ON payments.sends FOR EACH ROW EXECUTE FUNCTION payments.keep_send();

CREATE TRIGGER withdrawals_keep BEFORE UPDATE ON payments.withdrawals FOR EACH ROW EXECUTE FUNCTION payments.keep_withdrawal();

CREATE SCHEMA platform;

CREATE TABLE platform.alarm (
  kind text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL,
  first_at_ms bigint NOT NULL,
  last_at_ms bigint NOT NULL,
  count bigint NOT NULL,
  CONSTRAINT alarm_pkey PRIMARY KEY (kind, subject),
  CONSTRAINT alarm_check CHECK ((last_at_ms >= first_at_ms)),
  CONSTRAINT alarm_count_check CHECK ((count > 0)),
  CONSTRAINT alarm_kind_check CHECK (((kind ~ '^[a-z]+(_[a-z]+)*$'::text) AND (length(kind) <= 60))),
  CONSTRAINT alarm_subject_check CHECK ((length(subject) <= 200))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE platform.answers (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  call text NOT NULL,
  key text NOT NULL,
  digest bytea NOT NULL,
  at_ms bigint NOT NULL,
  answer jsonb,
  CONSTRAINT answers_pkey PRIMARY KEY (shard, customer_id, call, key),
  CONSTRAINT answers_digest_check CHECK ((length(digest) = 32)),
  CONSTRAINT answers_key_check CHECK (((length(key) >= 1) AND (length(key) <= 100))),
  CONSTRAINT answers_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE platform.clock_offset (
  only_row boolean NOT NULL DEFAULT true,
  offset_ms bigint NOT NULL,
  CONSTRAINT clock_offset_pkey PRIMARY KEY (only_row),
  CONSTRAINT clock_offset_offset_ms_check CHECK ((offset_ms >= 0)),
  CONSTRAINT clock_offset_only_row_check CHECK (only_row)
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE platform.look_up_root (
  only_row boolean NOT NULL DEFAULT true,
  root_sealed bytea NOT NULL,
  CONSTRAINT look_up_root_pkey PRIMARY KEY (only_row),
  CONSTRAINT look_up_root_only_row_check CHECK (only_row)
);
-- rights: tallystick insert, tallystick select

CREATE TABLE platform.mails (
  id uuid NOT NULL,
  mail_sealed bytea NOT NULL,
  CONSTRAINT mails_pkey PRIMARY KEY (id)
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE platform.secret_keys (
  fingerprint bytea NOT NULL,
  since_ms bigint,
  retired_at_ms bigint,
  CONSTRAINT secret_keys_pkey PRIMARY KEY (fingerprint),
  CONSTRAINT secret_keys_fingerprint_check CHECK ((length(fingerprint) = 32))
);
-- rights: tallystick insert, tallystick select

CREATE SCHEMA proofs;

CREATE TABLE proofs.leaves (
  day date NOT NULL,
  place integer NOT NULL,
  customer_id uuid NOT NULL,
  salt text NOT NULL,
  totals text NOT NULL,
  CONSTRAINT leaves_pkey PRIMARY KEY (day, place),
  CONSTRAINT leaves_day_fkey FOREIGN KEY (day) REFERENCES proofs.statements(day) ON DELETE CASCADE
);
CREATE INDEX leaves_customer ON proofs.leaves USING btree (day, customer_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE proofs.seals (
  name text NOT NULL,
  to_ms bigint NOT NULL,
  digests jsonb NOT NULL,
  CONSTRAINT seals_pkey PRIMARY KEY (name, to_ms)
);
-- rights: tallystick insert, tallystick select

CREATE TABLE proofs.statements (
  day date NOT NULL,
  at_ms bigint NOT NULL,
  root text NOT NULL,
  customers integer NOT NULL,
  assets jsonb NOT NULL,
  heads jsonb NOT NULL,
  audit jsonb,
  CONSTRAINT statements_pkey PRIMARY KEY (day),
  CONSTRAINT statements_customers_check CHECK ((customers >= 0)),
  CONSTRAINT statements_root_check CHECK ((length(root) = 64))
);
-- rights: tallystick insert, tallystick select

CREATE OR REPLACE FUNCTION proofs.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$ BEGIN RAISE EXCEPTION 'proofs: % is append-only', TG_TABLE_NAME; END $function$;

CREATE TRIGGER seals_append_only BEFORE DELETE OR UPDATE ON proofs.seals FOR EACH ROW EXECUTE FUNCTION proofs.refuse_change();

CREATE TRIGGER statements_append_only BEFORE DELETE OR UPDATE ON proofs.statements FOR EACH ROW EXECUTE FUNCTION proofs.refuse_change();

CREATE SCHEMA trading;

CREATE TYPE trading.batch_customers AS (
  shard smallint[],
  customer_id uuid[],
  asset text[],
  trades integer[],
  stake_minor bigint[],
  max_open integer[],
  max_open_stake_minor bigint[],
  least_result_minor bigint[]
);

CREATE TYPE trading.batch_expiries AS (
  expires_at_s bigint[],
  symbol text[],
  asset text[],
  profit_minor bigint[],
  max_exposure_minor bigint[]
);

CREATE TYPE trading.order_batch AS (
  customer_no integer[],
  expiry_no integer[],
  after_it integer[],
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
  tolerance_ms integer[],
  accepted_at_ms bigint[],
  expires_at_ms bigint[]
);

CREATE TABLE trading.customers (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  open_trades integer NOT NULL,
  open_stake_minor bigint NOT NULL,
  result_minor bigint NOT NULL DEFAULT 0,
  CONSTRAINT customers_pkey PRIMARY KEY (shard, customer_id),
  CONSTRAINT customers_open_stake_minor_check CHECK ((open_stake_minor >= 0)),
  CONSTRAINT customers_open_trades_check CHECK ((open_trades >= 0)),
  CONSTRAINT customers_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
) WITH (fillfactor=50);
-- rights: tallystick select

CREATE TABLE trading.exposure (
  lane smallint NOT NULL,
  expires_at_s bigint NOT NULL,
  symbol text NOT NULL,
  asset text NOT NULL,
  profits_minor bigint NOT NULL,
  borrowed_minor bigint NOT NULL DEFAULT 0,
  CONSTRAINT exposure_pkey PRIMARY KEY (lane, expires_at_s, symbol, asset),
  CONSTRAINT exposure_profits_minor_check CHECK ((profits_minor >= 0))
) WITH (fillfactor=50);
-- rights: tallystick delete, tallystick select

CREATE TABLE trading.settlers (
  shard smallint NOT NULL,
  CONSTRAINT settlers_pkey PRIMARY KEY (shard),
  CONSTRAINT settlers_shard_check CHECK (((shard >= 0) AND (shard <= 31)))
);
-- rights: tallystick select

CREATE TABLE trading.trades (
  shard smallint NOT NULL,
  payout_bps smallint NOT NULL,
  tolerance_ms integer NOT NULL,
  customer_id uuid NOT NULL,
  id uuid NOT NULL,
  accepted_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  stake_minor bigint NOT NULL,
  balance_after_minor bigint NOT NULL,
  open_after integer NOT NULL,
  rules smallint NOT NULL,
  type trading.side NOT NULL,
  state trading.state NOT NULL DEFAULT 'OPEN'::trading.state,
  symbol text NOT NULL,
  asset text NOT NULL,
  key text,
  void_code trading.void_code,
  strike_seq bigint,
  strike bigint,
  exit_seq bigint,
  exit bigint,
  returned_minor bigint,
  settled_at_ms bigint,
  CONSTRAINT trades_pkey PRIMARY KEY (shard, customer_id, id),
  CONSTRAINT trades_check CHECK ((expires_at_ms > accepted_at_ms)),
  CONSTRAINT trades_key_length CHECK ((length(key) <= 100)),
  CONSTRAINT trades_payout_bps_check CHECK ((payout_bps > 0)),
  CONSTRAINT trades_result_has_ticks CHECK (((state <> ALL (ARRAY['WON'::trading.state, 'LOST'::trading.state, 'TIE'::trading.state])) OR ((strike_seq IS NOT NULL) AND (exit_seq >= strike_seq)))),
  CONSTRAINT trades_settled_whole CHECK ((((state = 'OPEN'::trading.state) = (settled_at_ms IS NULL)) AND ((state = 'OPEN'::trading.state) = (returned_minor IS NULL)))),
  CONSTRAINT trades_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT trades_stake_minor_check CHECK ((stake_minor > 0)),
  CONSTRAINT trades_void_has_reason CHECK (((state = 'VOID'::trading.state) = (void_code IS NOT NULL)))
);
CREATE INDEX trades_due ON trading.trades USING btree (shard, expires_at_ms) WHERE (state = 'OPEN'::trading.state);
CREATE UNIQUE INDEX trades_key_once ON trading.trades USING btree (shard, customer_id, key) WHERE (key IS NOT NULL);
-- rights: tallystick select

CREATE TABLE trading.unsettled (
  shard smallint NOT NULL,
  customer_id uuid NOT NULL,
  trade_id uuid NOT NULL,
  code text NOT NULL,
  reason text NOT NULL,
  since_ms bigint NOT NULL,
  tried_ms bigint NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  CONSTRAINT unsettled_pkey PRIMARY KEY (shard, trade_id),
  CONSTRAINT unsettled_code_check CHECK ((length(code) <= 10)),
  CONSTRAINT unsettled_reason_check CHECK ((length(reason) <= 500)),
  CONSTRAINT unsettled_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT unsettled_tries_check CHECK ((tries > 0))
);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE OR REPLACE FUNCTION trading.find_opened(p_shard smallint[], p_customer_id uuid[], p_id uuid[])
 RETURNS TABLE(id uuid, open_after integer, balance_after_minor bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
BEGIN
  PERFORM FROM trading.customers c JOIN unnest(p_shard, p_customer_id) AS o(shard, customer_id) ON c.shard = o.shard AND c.customer_id = o.customer_id
  ORDER BY c.shard, c.customer_id FOR SHARE OF c;
  RETURN QUERY SELECT t.id, t.open_after, t.balance_after_minor
  FROM unnest(p_shard, p_customer_id, p_id) AS o(shard, customer_id, id)
  JOIN trading.trades t ON t.shard = o.shard AND t.customer_id = o.customer_id AND t.id = o.id;
END $function$;

CREATE OR REPLACE FUNCTION trading.held_of(p_shard smallint[], p_customer_id uuid[], OUT shards text, OUT customers text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
DECLARE
  v_shards smallint[]; v_owners uuid[];
BEGIN
  SELECT l.shards, l.owners INTO v_shards, v_owners FROM ledger.held_of(p_shard, p_customer_id, 'trading') l;
  v_owners := v_owners || ARRAY(
    SELECT c.customer_id FROM unnest(p_shard, p_customer_id) AS n(shard, customer_id) JOIN trading.customers c ON c.shard = n.shard AND c.customer_id = n.customer_id
    EXCEPT SELECT f.customer_id FROM (
      SELECT c.customer_id FROM unnest(p_shard, p_customer_id) AS n(shard, customer_id) JOIN trading.customers c ON c.shard = n.shard AND c.customer_id = n.customer_id
      FOR UPDATE OF c SKIP LOCKED
    ) f
  );
  shards := array_to_string(v_shards, ',');
  customers := array_to_string(v_owners, ',');
END $function$;

CREATE OR REPLACE FUNCTION trading.judge_copies(p_shard smallint[], p_customer_id uuid[], p_asset text[], p_stake_minor bigint[], p_key text[], p_free_bps integer[], p_max_open integer[], p_max_open_stake_minor bigint[], p_least_result_minor bigint[])
 RETURNS TABLE(place integer, result text)
 LANGUAGE plpgsql
 STABLE
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
DECLARE
  v_available bigint[] := ledger.available_of(p_shard, p_customer_id, 'trading', p_asset);
BEGIN
  RETURN QUERY SELECT j.idx::int, j.verdict FROM (
    SELECT o.*, CASE
      WHEN coalesce(c.open_trades, 0) + 1 > o.max_open THEN 'too_many_open'
      WHEN coalesce(c.open_stake_minor, 0) + o.stake_minor > o.max_stake THEN 'stake_limit'
      WHEN coalesce(c.result_minor - c.open_stake_minor, 0) - o.stake_minor < o.least THEN 'own_loss_limit'
      WHEN o.available < o.stake_minor THEN 'insufficient'
      WHEN (o.available - o.stake_minor) * 10000 < o.free_bps * (o.available + coalesce(c.open_stake_minor, 0)) THEN 'too_little_free'
    END AS verdict
    FROM unnest(p_shard, p_customer_id, p_stake_minor, p_key, p_free_bps, p_max_open, p_max_open_stake_minor, p_least_result_minor, v_available) WITH ORDINALITY
      AS o(shard, customer_id, stake_minor, key, free_bps, max_open, max_stake, least, available, idx)
    -- A look-up for each, whatever the planner has seen of the table: a plan that was made while it was empty stays.
    LEFT JOIN LATERAL (SELECT * FROM trading.customers c WHERE c.shard = o.shard AND c.customer_id = o.customer_id LIMIT 1) c ON true
    WHERE o.free_bps >= 0 OFFSET 0
  ) j
  WHERE j.verdict IS NOT NULL AND (SELECT true FROM trading.trades t WHERE t.shard = j.shard AND t.customer_id = j.customer_id AND t.key = j.key LIMIT 1) IS NULL;
END $function$;

CREATE OR REPLACE FUNCTION trading.judge_in_turn(p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_open integer[], p_stake_minor bigint[], p_result_minor bigint[], p_profits_minor bigint[])
 RETURNS text[]
 LANGUAGE plpgsql
AS $function$
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
      WHEN p_result_minor[o.c] - p_stake_minor[o.c] - o.stake_minor < p_customers.least_result_minor[o.c] THEN 'own_loss_limit'
      WHEN p_profits_minor[o.e] + o.profit_minor > p_expiries.max_exposure_minor[o.e] THEN 'exposure_limit'
    END;
    IF v_result[o.idx] IS NULL THEN
      p_open[o.c] := p_open[o.c] + 1;
      p_stake_minor[o.c] := p_stake_minor[o.c] + o.stake_minor;
      p_profits_minor[o.e] := p_profits_minor[o.e] + o.profit_minor;
    END IF;
  END LOOP;
  RETURN v_result;
END $function$;

CREATE OR REPLACE FUNCTION trading.lend_exposure(p_lane smallint, p_lanes smallint, p_expires_at_s bigint, p_symbol text, p_asset text, p_limit_minor bigint, p_wanted_minor bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
DECLARE
  v_lanes smallint[]; v_free bigint[];
  v_part bigint;
  v_lacking bigint;
BEGIN
  INSERT INTO trading.exposure (lane, expires_at_s, symbol, asset, profits_minor)
  SELECT l, p_expires_at_s, p_symbol, p_asset, 0 FROM generate_series(0, p_lanes - 1) l ORDER BY l ON CONFLICT DO NOTHING;
  SELECT array_agg(x.lane), array_agg(x.free) INTO v_lanes, v_free FROM (
    SELECT e.lane, p_limit_minor / p_lanes + e.borrowed_minor - e.profits_minor AS free FROM trading.exposure e
    WHERE e.lane < p_lanes AND e.expires_at_s = p_expires_at_s AND e.symbol = p_symbol AND e.asset = p_asset ORDER BY e.lane FOR UPDATE
  ) x;
  v_lacking := p_wanted_minor - v_free[array_position(v_lanes, p_lane)];
  FOR n IN 1..cardinality(v_lanes) LOOP
    v_part := least(v_free[n], v_lacking);
    CONTINUE WHEN v_lanes[n] = p_lane OR v_part <= 0;
    v_lacking := v_lacking - v_part;
    UPDATE trading.exposure e SET borrowed_minor = e.borrowed_minor + CASE WHEN e.lane = p_lane THEN v_part ELSE -v_part END
    WHERE e.lane IN (p_lane, v_lanes[n]) AND e.expires_at_s = p_expires_at_s AND e.symbol = p_symbol AND e.asset = p_asset;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION trading.open_together(p_lane smallint, p_now_ms bigint, p_rules smallint, p_check_keys boolean, p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_free_bps integer[], OUT results text, OUT open text, OUT balances text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '250ms'
AS $function$
#variable_conflict use_column
DECLARE
  v_result text[];
  v_free bigint[];
  v_held record;
  v_short text;
BEGIN
  SELECT o.results, o.open, o.balances INTO results, open, balances
  FROM trading.open_trades(p_lane, p_now_ms, p_rules, p_check_keys, p_orders, p_customers, p_expiries) o;
  v_result := string_to_array(results, ',');
  IF array_position(p_free_bps, -1) IS NOT NULL AND v_result[array_position(p_free_bps, -1)] NOT IN ('ok', 'exists') THEN
    RAISE EXCEPTION 'trading: the expert''s order was refused' USING ERRCODE = 'TC002', DETAIL = v_result[array_position(p_free_bps, -1)];
  END IF;
  v_free := string_to_array(balances, ',', '')::bigint[];
  FOR v_held IN SELECT * FROM ledger.reserved_of(p_orders.shard, p_orders.customer_id, 'trading', p_orders.asset) LOOP
    v_free[v_held.place] := v_free[v_held.place] - v_held.reserved_minor;
  END LOOP;
  SELECT string_agg(r.idx::text, ',' ORDER BY r.idx) INTO v_short
  FROM unnest(v_result, v_free, p_orders.shard, p_orders.customer_id, p_free_bps) WITH ORDINALITY AS r(result, free, shard, customer_id, free_bps, idx)
  CROSS JOIN LATERAL (SELECT c.open_stake_minor FROM trading.customers c WHERE c.shard = r.shard AND c.customer_id = r.customer_id LIMIT 1) c
  WHERE r.result = 'ok' AND r.free * 10000 < r.free_bps * (r.free + c.open_stake_minor);
  IF v_short IS NOT NULL THEN RAISE EXCEPTION 'trading: too little would stay free' USING ERRCODE = 'TC001', DETAIL = v_short; END IF;
END $function$;

CREATE OR REPLACE FUNCTION trading.open_trades(p_lane smallint, p_now_ms bigint, p_rules smallint, p_check_keys boolean, p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, OUT results text, OUT open text, OUT balances text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '250ms'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
DECLARE
  n constant int := cardinality(p_orders.id);
  v_customer_no int[] := p_orders.customer_no; v_after_it int[] := p_orders.after_it; v_stake_after_it bigint[] := p_orders.stake_after_it_minor;
  v_shard smallint[] := p_orders.shard; v_customer uuid[] := p_orders.customer_id; v_id uuid[] := p_orders.id; v_key text[] := p_orders.key;
  v_symbol text[] := p_orders.symbol; v_type trading.side[] := p_orders.type; v_asset text[] := p_orders.asset; v_stake_minor bigint[] := p_orders.stake_minor;
  v_payout smallint[] := p_orders.payout_bps; v_tolerance int[] := p_orders.tolerance_ms; v_accepted bigint[] := p_orders.accepted_at_ms; v_expires bigint[] := p_orders.expires_at_ms;
  v_open int[]; v_stake bigint[]; v_made bigint[]; v_profits bigint[]; v_account bigint[];
  v_result text[]; v_balance bigint[];
BEGIN
  WITH held AS (
    INSERT INTO trading.customers AS c (shard, customer_id, open_trades, open_stake_minor)
    SELECT * FROM unnest(p_customers.shard, p_customers.customer_id, p_customers.trades, p_customers.stake_minor)
    ON CONFLICT (shard, customer_id) DO UPDATE SET open_trades = c.open_trades + excluded.open_trades, open_stake_minor = c.open_stake_minor + excluded.open_stake_minor
    RETURNING c.shard, c.customer_id, c.open_trades, c.open_stake_minor, c.result_minor
  )
  SELECT array_agg(h.open_trades ORDER BY h.shard, h.customer_id), array_agg(h.open_stake_minor ORDER BY h.shard, h.customer_id), array_agg(h.result_minor ORDER BY h.shard, h.customer_id)
  INTO v_open, v_stake, v_made FROM held h;
  WITH exposed AS (
    INSERT INTO trading.exposure AS e (lane, expires_at_s, symbol, asset, profits_minor)
    SELECT p_lane, x.* FROM unnest(p_expiries.expires_at_s, p_expiries.symbol, p_expiries.asset, p_expiries.profit_minor) x
    ON CONFLICT (lane, expires_at_s, symbol, asset) DO UPDATE SET profits_minor = e.profits_minor + excluded.profits_minor
    RETURNING e.expires_at_s, e.symbol, e.asset, e.profits_minor - e.borrowed_minor AS profits_minor
  )
  SELECT array_agg(x.profits_minor ORDER BY x.expires_at_s, x.symbol COLLATE "C", x.asset COLLATE "C") INTO v_profits FROM exposed x;

  IF EXISTS (
    SELECT FROM unnest(v_open, v_stake, v_made, p_customers.max_open, p_customers.max_open_stake_minor, p_customers.least_result_minor) AS c(open, stake, made, max_open, max_stake, least)
    WHERE c.open > c.max_open OR c.stake > c.max_stake OR c.made - c.stake < c.least
  )
    OR EXISTS (SELECT FROM unnest(v_profits, p_expiries.max_exposure_minor) AS e(profits, max_profits) WHERE e.profits > e.max_profits)
    OR (p_check_keys AND EXISTS (
      SELECT FROM unnest(p_orders.shard, p_orders.customer_id, p_orders.key) AS o(shard, customer_id, key)
      CROSS JOIN LATERAL (SELECT FROM trading.trades t WHERE t.shard = o.shard AND t.customer_id = o.customer_id AND t.key = o.key LIMIT 1) t
    ))
  THEN
    v_result := trading.judge_in_turn(p_orders, p_customers, p_expiries, v_open, v_stake, v_made, v_profits);
  ELSE
    v_account := ledger.post_plain(
      p_now_ms, 'trading', ROW(p_customers.shard, p_customers.customer_id, p_customers.asset, ARRAY(SELECT -s FROM unnest(p_customers.stake_minor) s))::ledger.plain_accounts,
      ROW(ARRAY['stake'], ARRAY['stakes'], ARRAY[NULL::text], ARRAY[-1])::ledger.plain_kinds,
      ROW(v_customer_no, array_fill(1, ARRAY[n]), v_stake_minor, v_id, ARRAY(SELECT -s FROM unnest(v_stake_after_it) s),
        ARRAY(SELECT trading.order_words(v_type[i], v_symbol[i], v_accepted[i], v_expires[i], v_payout[i], v_tolerance[i], p_rules) FROM generate_series(1, n) i))::ledger.plain_transfers
    );
    SELECT array_agg(CASE WHEN v_account[v_customer_no[i]] IS NOT NULL THEN 'ok' END), array_agg(v_account[v_customer_no[i]] + v_stake_after_it[i]) INTO v_result, v_balance
    FROM generate_series(1, n) i;
  END IF;
  IF array_position(v_result, NULL) IS NOT NULL THEN
    SELECT p.result, p.balance INTO v_result, v_balance FROM trading.post_in_turn(p_now_ms, p_rules, p_orders, v_result, v_balance) p;
  END IF;

  INSERT INTO trading.trades (shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms, stake_minor, balance_after_minor, open_after, rules, type, symbol, asset, key)
  SELECT v_shard[i], v_payout[i], v_tolerance[i], v_customer[i], v_id[i], v_accepted[i], v_expires[i], v_stake_minor[i], v_balance[i], v_open[v_customer_no[i]] - v_after_it[i], p_rules,
    v_type[i], v_symbol[i], v_asset[i], v_key[i]
  FROM generate_series(1, n) i WHERE v_result[i] = 'ok';

  results := array_to_string(v_result, ',');
  IF results <> rtrim(repeat('ok,', n), ',') THEN PERFORM trading.release_refused(p_lane, p_orders, p_customers, p_expiries, v_result); END IF;
  open := array_to_string(v_open, ',');
  balances := coalesce(array_to_string(v_balance, ',', ''), '');
END $function$;

CREATE OR REPLACE FUNCTION trading.order_words(p_type trading.side, p_symbol text, p_accepted_at_ms bigint, p_expires_at_ms bigint, p_payout_bps smallint, p_tolerance_ms integer, p_rules smallint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT concat_ws(':', p_type, p_symbol, p_accepted_at_ms, p_expires_at_ms, p_payout_bps, p_tolerance_ms, p_rules)
$function$;

CREATE OR REPLACE FUNCTION trading.order_words_0201(p_type trading.side, p_symbol text, p_accepted_at_ms bigint, p_expires_at_ms bigint, p_payout_bps smallint, p_tolerance_ms integer, p_rules smallint)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  SELECT p_type || ' ' || p_symbol || ' from ' || p_accepted_at_ms || ' to ' || p_expires_at_ms || ', payout ' || p_payout_bps || ' bps, tolerance ' || p_tolerance_ms
    || ' ms, rules ' || p_rules
$function$;

CREATE OR REPLACE FUNCTION trading.pay_settled(p_now_ms bigint, p_shard smallint[], p_customer uuid[], p_asset text[], p_account integer[], p_returned_upto_minor bigint[], p_id uuid[], p_state trading.state[], p_stake_minor bigint[], p_returned_minor bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
DECLARE
  v_shard smallint[]; v_owner uuid[]; v_asset text[]; v_returned bigint[]; v_trades int[]; v_stakes bigint[];
  v_transfers ledger.plain_transfers; v_balance bigint[];
BEGIN
  SELECT array_agg(p_shard[g.first]), array_agg(p_customer[g.first]), array_agg(p_asset[g.first]), array_agg(g.returned), array_agg(g.trades), array_agg(g.stakes)
  INTO v_shard, v_owner, v_asset, v_returned, v_trades, v_stakes
  FROM (
    SELECT min(i) AS first, sum(p_returned_minor[i])::bigint AS returned, count(*)::int AS trades, sum(p_stake_minor[i])::bigint AS stakes
    FROM generate_series(1, cardinality(p_account)) i GROUP BY p_account[i] ORDER BY p_account[i]
  ) g;
  UPDATE trading.customers c SET open_trades = c.open_trades - n.trades, open_stake_minor = c.open_stake_minor - n.stakes, result_minor = c.result_minor + n.returned - n.stakes
  FROM unnest(v_shard, v_owner, v_trades, v_stakes, v_returned) AS n(shard, customer_id, trades, stakes, returned)
  WHERE c.shard = n.shard AND c.customer_id = n.customer_id;

  -- Kinds: 1 the stake back, 2 the stake back of a void trade, 3 the profit, 4 the stake lost.
  SELECT array_agg(p_account[m.i]), array_agg(m.kind), array_agg(m.amount), array_agg(p_id[m.i]),
    array_agg(v_returned[p_account[m.i]] - p_returned_upto_minor[m.i] + CASE WHEN m.kind = 1 THEN p_returned_minor[m.i] - p_stake_minor[m.i] ELSE 0 END)
  INTO v_transfers.account, v_transfers.kind, v_transfers.amount_minor, v_transfers.reference, v_transfers.later_minor
  FROM (
    SELECT i, k.kind, k.amount FROM generate_series(1, cardinality(p_account)) i
    CROSS JOIN LATERAL (
      SELECT CASE p_state[i] WHEN 'LOST' THEN 4 WHEN 'VOID' THEN 2 ELSE 1 END AS kind, p_stake_minor[i] AS amount
      UNION ALL
      SELECT 3, p_returned_minor[i] - p_stake_minor[i] WHERE p_returned_minor[i] > p_stake_minor[i]
    ) k
  ) m;
  v_balance := ledger.post_plain(
    p_now_ms, 'trading', ROW(v_shard, v_owner, v_asset, v_returned)::ledger.plain_accounts,
    ROW(ARRAY['stake_return', 'void_return', 'profit', 'loss'], ARRAY['stakes', 'stakes', 'trading_house', 'stakes'], ARRAY[NULL, NULL, NULL, 'trading_house'], ARRAY[1, 1, 1, 0])::ledger.plain_kinds, v_transfers
  );
  IF array_position(v_balance, NULL) IS NOT NULL THEN RAISE EXCEPTION 'trading: the ledger refused a settlement'; END IF;
END $function$;

CREATE OR REPLACE FUNCTION trading.post_in_turn(p_now_ms bigint, p_rules smallint, p_orders trading.order_batch, p_result text[], p_balance bigint[], OUT result text[], OUT balance bigint[])
 RETURNS record
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_place int[] := ARRAY(SELECT r.idx FROM unnest(p_result) WITH ORDINALITY AS r(result, idx) WHERE r.result IS NULL ORDER BY r.idx);
  p record;
BEGIN
  result := p_result;
  balance := coalesce(p_balance, array_fill(NULL::bigint, ARRAY[cardinality(p_result)]));
  FOR p IN
    SELECT * FROM ledger.post_transfers(p_now_ms, ARRAY(
      SELECT ROW(o.shard, o.customer_id, 'trading', NULL, 'stakes', o.asset, o.stake_minor, 'stake', o.id, NULL,
        trading.order_words(o.type, o.symbol, o.accepted, o.expires, o.payout, o.tolerance, p_rules), NULL, NULL, NULL)::ledger.new_transfer
      FROM unnest(p_orders.shard, p_orders.customer_id, p_orders.asset, p_orders.stake_minor, p_orders.id, p_result,
        p_orders.type, p_orders.symbol, p_orders.accepted_at_ms, p_orders.expires_at_ms, p_orders.payout_bps, p_orders.tolerance_ms) WITH ORDINALITY
        AS o(shard, customer_id, asset, stake_minor, id, result, type, symbol, accepted, expires, payout, tolerance, idx) WHERE o.result IS NULL ORDER BY o.idx
    ))
  LOOP
    result[v_place[p.idx]] := p.result;
    balance[v_place[p.idx]] := p.balance_after;
  END LOOP;
END $function$;

CREATE OR REPLACE FUNCTION trading.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION 'trading.%: % of a stored trade is refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $function$;

CREATE OR REPLACE FUNCTION trading.release_refused(p_lane smallint, p_orders trading.order_batch, p_customers trading.batch_customers, p_expiries trading.batch_expiries, p_result text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF EXISTS (SELECT FROM unnest(p_result) r WHERE r NOT IN ('ok', 'exists', 'insufficient', 'too_many_open', 'stake_limit', 'own_loss_limit', 'exposure_limit')) THEN
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
END $function$;

CREATE OR REPLACE FUNCTION trading.settle_due(p_shards smallint[], p_now_ms bigint, p_symbols text[], p_through_ms bigint[], p_limit integer, p_without uuid[], p_only uuid[], p_patience_ms integer, OUT customers text, OUT ids text, OUT types text, OUT states text, OUT symbols text, OUT assets text, OUT stakes text, OUT returned text)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
#variable_conflict use_column
DECLARE
  v_shards smallint[];
  v_row tid[]; v_symbol text[]; v_accepted bigint[]; v_expires bigint[]; v_tolerance int[]; v_type trading.side[];
  v_shard smallint[]; v_customer uuid[]; v_asset text[]; v_account int[]; v_returned_upto bigint[];
  v_id uuid[]; v_state trading.state[]; v_stake bigint[]; v_returned bigint[];
  v_seam_symbol text[]; v_seam_at bigint[];
BEGIN
  PERFORM set_config('lock_timeout', p_patience_ms || 'ms', true);
  -- Only shards with something due are taken.
  v_shards := ARRAY(
    SELECT s.shard FROM trading.settlers s
    WHERE s.shard = ANY (p_shards) AND EXISTS (SELECT FROM trading.trades t WHERE t.shard = s.shard AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms)
    ORDER BY s.shard FOR UPDATE SKIP LOCKED
  );
  SELECT array_agg(d.ctid), array_agg(d.symbol), array_agg(d.accepted_at_ms), array_agg(d.expires_at_ms), array_agg(d.tolerance_ms), array_agg(d.type)
  INTO v_row, v_symbol, v_accepted, v_expires, v_tolerance, v_type
  FROM (
    SELECT t.ctid, t.symbol, t.accepted_at_ms, t.expires_at_ms, t.tolerance_ms, t.type
    FROM trading.trades t CROSS JOIN LATERAL (SELECT p_through_ms[array_position(p_symbols, t.symbol)] AS through_ms OFFSET 0) s
    WHERE t.shard = ANY (v_shards) AND t.state = 'OPEN' AND t.expires_at_ms <= p_now_ms AND t.expires_at_ms <= s.through_ms
      AND (p_only IS NULL OR t.id = ANY (p_only)) AND (p_without = '{}' OR NOT (t.id = ANY (p_without) OR t.customer_id = ANY (p_without)))
    ORDER BY t.shard, t.expires_at_ms LIMIT p_limit
  ) d;
  IF v_row IS NULL THEN RETURN; END IF;
  SELECT array_agg(s.symbol), array_agg(s.at_ms) INTO v_seam_symbol, v_seam_at FROM markets.seams_between((SELECT min(a) FROM unnest(v_accepted) a), p_now_ms) s;

  WITH settled AS (
    UPDATE trading.trades t
    SET state = o.state, void_code = o.void_code, settled_at_ms = p_now_ms, strike_seq = o.strike_seq, strike = o.strike, exit_seq = o.exit_seq, exit = o.exit,
      returned_minor = CASE o.state WHEN 'WON' THEN t.stake_minor + t.stake_minor * t.payout_bps / 10000 WHEN 'LOST' THEN 0 ELSE t.stake_minor END
    FROM (
      SELECT v_row[r.idx] AS place, trading.state_of(v_type[r.idx], r.strike, r.exit, v.void_code) AS state, v.void_code, r.strike_seq, r.strike, r.exit_seq, r.exit
      FROM markets.strike_and_exit(v_symbol, v_accepted, v_expires) r
      CROSS JOIN LATERAL (
        SELECT CASE
          WHEN v_seam_at IS NOT NULL AND EXISTS (
            SELECT FROM unnest(v_seam_symbol, v_seam_at) AS z(symbol, at_ms) WHERE z.symbol = v_symbol[r.idx] AND z.at_ms > v_accepted[r.idx] AND z.at_ms <= v_expires[r.idx]
          ) THEN 'record_restarted'
          ELSE trading.void_code_of(v_accepted[r.idx], v_expires[r.idx], v_tolerance[r.idx], r.strike_at_ms, r.exit_at_ms)
        END AS void_code OFFSET 0
      ) v
      OFFSET 0
    ) o
    WHERE t.ctid = o.place
    RETURNING t.shard, t.customer_id, t.id, t.type, t.state, t.symbol, t.asset, t.stake_minor, t.returned_minor
  ), sorted AS (
    -- In the order in which accounts are locked everywhere.
    SELECT s.*, dense_rank() OVER (ORDER BY s.shard, s.customer_id, s.asset) AS account,
      sum(s.returned_minor) OVER (PARTITION BY s.shard, s.customer_id, s.asset ORDER BY s.id ROWS UNBOUNDED PRECEDING)::bigint AS returned_upto_minor
    FROM settled s ORDER BY s.shard, s.customer_id, s.asset, s.id
  )
  SELECT array_agg(s.shard), array_agg(s.customer_id), array_agg(s.asset), array_agg(s.account), array_agg(s.returned_upto_minor),
    array_agg(s.id), array_agg(s.state), array_agg(s.stake_minor), array_agg(s.returned_minor), string_agg(s.type::text, ','), string_agg(s.symbol, ',')
  INTO v_shard, v_customer, v_asset, v_account, v_returned_upto, v_id, v_state, v_stake, v_returned, types, symbols
  FROM sorted s;
  PERFORM trading.pay_settled(p_now_ms, v_shard, v_customer, v_asset, v_account, v_returned_upto, v_id, v_state, v_stake, v_returned);
  customers := array_to_string(v_customer, ',');
  ids := array_to_string(v_id, ',');
  states := array_to_string(v_state, ',');
  assets := array_to_string(v_asset, ',');
  stakes := array_to_string(v_stake, ',');
  returned := array_to_string(v_returned, ',');
END $function$;

CREATE OR REPLACE FUNCTION trading.state_of(p_type trading.side, p_strike bigint, p_exit bigint, p_void trading.void_code)
 RETURNS trading.state
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN p_void IS NOT NULL THEN 'VOID'::trading.state
    WHEN p_exit = p_strike THEN 'TIE'
    WHEN (p_exit > p_strike) = (p_type = 'BUY') THEN 'WON'
    ELSE 'LOST'
  END
$function$;

CREATE OR REPLACE FUNCTION trading.void_code_of(p_accepted_at_ms bigint, p_expires_at_ms bigint, p_tolerance_ms integer, p_strike_at_ms bigint, p_exit_at_ms bigint)
 RETURNS trading.void_code
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT CASE
    WHEN p_strike_at_ms IS NULL OR p_strike_at_ms > p_expires_at_ms THEN 'no_strike'::trading.void_code
    WHEN p_strike_at_ms - p_accepted_at_ms > p_tolerance_ms THEN 'strike_late'
    WHEN p_expires_at_ms - p_exit_at_ms > p_tolerance_ms THEN 'exit_stale'
  END
$function$;

CREATE TRIGGER trades_order_stays BEFORE UPDATE OF shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms, stake_minor, balance_after_minor, open_after, rules, type, symbol, asset, key ON trading.trades FOR EACH STATEMENT EXECUTE FUNCTION trading.refuse_change();

CREATE TRIGGER trades_result_stays AFTER UPDATE ON trading.trades FOR EACH ROW WHEN ((old.state <> 'OPEN'::trading.state)) EXECUTE FUNCTION trading.refuse_change();

CREATE TRIGGER trades_stay BEFORE DELETE OR TRUNCATE ON trading.trades FOR EACH STATEMENT EXECUTE FUNCTION trading.refuse_change();

CREATE SCHEMA webhooks;

CREATE TABLE webhooks.deliveries (
  shard smallint NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id text NOT NULL,
  event_type text NOT NULL,
  event_at_ms bigint NOT NULL,
  body text NOT NULL,
  state text NOT NULL,
  attempts smallint NOT NULL DEFAULT 0,
  next_attempt_ms bigint,
  attempted_at_ms bigint,
  status_code smallint,
  failure text,
  duration_ms integer,
  CONSTRAINT deliveries_pkey PRIMARY KEY (shard, endpoint_id, event_id),
  CONSTRAINT deliveries_shard_endpoint_id_fkey FOREIGN KEY (shard, endpoint_id) REFERENCES webhooks.endpoints(shard, id) ON DELETE CASCADE,
  CONSTRAINT deliveries_attempts_check CHECK ((attempts >= 0)),
  CONSTRAINT deliveries_event_id_check CHECK (((length(event_id) >= 3) AND (length(event_id) <= 60))),
  CONSTRAINT deliveries_event_type_check CHECK (((length(event_type) >= 3) AND (length(event_type) <= 60))),
  CONSTRAINT deliveries_next_only_waiting CHECK (((next_attempt_ms IS NULL) OR (state = 'waiting'::text))),
  CONSTRAINT deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'failed'::text])))
);
CREATE INDEX deliveries_due ON webhooks.deliveries USING btree (next_attempt_ms) WHERE (next_attempt_ms IS NOT NULL);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update

CREATE TABLE webhooks.endpoints (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  customer_id uuid NOT NULL,
  url text NOT NULL,
  secret_sealed bytea NOT NULL,
  previous_sealed bytea,
  previous_until_ms bigint,
  cursor_id bigint NOT NULL,
  is_behind boolean NOT NULL DEFAULT false,
  created_at_ms bigint NOT NULL,
  answered_at_ms bigint,
  off_since_ms bigint,
  off_reason text,
  CONSTRAINT endpoints_pkey PRIMARY KEY (shard, id),
  CONSTRAINT endpoints_off_reason_check CHECK ((off_reason = ANY (ARRAY['failing'::text, 'gone'::text, 'password'::text]))),
  CONSTRAINT endpoints_off_with_reason CHECK (((off_since_ms IS NULL) = (off_reason IS NULL))),
  CONSTRAINT endpoints_shard_check CHECK (((shard >= 0) AND (shard <= 31))),
  CONSTRAINT endpoints_url_check CHECK (((length(url) >= 1) AND (length(url) <= 500)))
);
CREATE INDEX endpoints_behind ON webhooks.endpoints USING btree (shard) WHERE is_behind;
CREATE INDEX endpoints_by_customer ON webhooks.endpoints USING btree (shard, customer_id);
-- rights: tallystick delete, tallystick insert, tallystick select, tallystick update
