/** Generated from the migrated schema by `npm run db:types`; do not edit. */
import type { ColumnType } from "kysely";

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[]
  ? U[]
  : ArrayTypeImpl<T>;

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S[], I[], U[]>
  : T[];

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Json = JsonValue;

export type JsonArray = JsonValue[];

export type JsonObject = {
  [x: string]: JsonValue | undefined;
};

export type JsonPrimitive = boolean | number | string | null;

export type JsonValue = JsonArray | JsonObject | JsonPrimitive;

export type PaymentsDepositState = "cancelled" | "confirming" | "credited" | "expired" | "partial" | "pending_approval" | "quoted" | "reversed" | "seen";

export type Timestamp = ColumnType<Date, Date | string, Date | string>;

export type TradingSide = "BUY" | "SELL";

export type TradingState = "LOST" | "OPEN" | "TIE" | "VOID" | "WON";

export type TradingVoidCode = "exit_stale" | "feed_stopped" | "no_strike" | "record_restarted" | "strike_late";

export interface AffiliatesCode {
  code: string;
  customer_id: string;
  shard: number;
}

export interface AffiliatesCommission {
  amount_minor: bigint | null;
  asset: string;
  at_ms: bigint;
  customer_id: string;
  deposit_id: string;
  kept_minor: Generated<bigint>;
  level: number;
  rate: Json | null;
  referrer_id: string;
  returned_minor: Generated<bigint>;
  returned_share_minor: Generated<bigint>;
  reversed_at_ms: bigint | null;
  round: number;
  shard: number;
  share_asset: string;
  share_minor: bigint;
  taken_back_minor: Generated<bigint>;
}

export interface AffiliatesDebt {
  customer_id: string;
  owed_minor: bigint;
  shard: number;
}

export interface AffiliatesMember {
  code: string;
  customer_id: string;
  joined_at_ms: bigint;
  referrers: string[];
  shard: number;
}

export interface AffiliatesReferral {
  customer_id: string;
  id: string;
  level: number;
  referrer_id: string;
  shard: number;
  since_ms: bigint;
}

export interface CopyingCopies {
  code: string | null;
  customer_id: string;
  delay_minor: bigint | null;
  done_at_ms: bigint | null;
  expert_minor: bigint | null;
  is_done: Generated<boolean>;
  mine_minor: bigint | null;
  order_id: string;
  price_minor: bigint | null;
  relation_id: string;
  rounding_minor: bigint | null;
  shard: number;
  skip_minor: bigint | null;
  stake_minor: bigint;
  trade_id: string | null;
  weight_den: bigint;
  weight_num: bigint;
}

export interface CopyingExperts {
  created_at_ms: bigint;
  customer_id: string;
  decided: Generated<Json>;
  id: string;
  practised_through_ms: bigint | null;
  shard: number;
  stop_reason: string | null;
  stopped_at_ms: bigint | null;
}

export interface CopyingOrders {
  accepted_at_ms: bigint | null;
  class: string;
  code: string | null;
  decided_at_ms: bigint;
  equity_minor: bigint;
  expert_id: string;
  expert_result_minor: bigint | null;
  expires_at_ms: bigint | null;
  id: string;
  interval_s: number;
  key: string;
  payout_bps: number | null;
  stake_minor: bigint;
  state: Generated<string>;
  symbol: string;
  trade_id: string | null;
  type: string;
}

export interface CopyingProfitShares {
  amount_minor: bigint;
  at_ms: bigint;
  customer_id: string;
  from_high_minor: bigint;
  relation_id: string;
  shard: number;
  share_bps: number;
  to_high_minor: bigint;
  week: number;
}

export interface CopyingRelations {
  amount_minor: bigint;
  asset: string;
  classes: string[] | null;
  customer_id: string;
  expert_id: string;
  fee_minor: Generated<bigint>;
  high_water_minor: Generated<bigint>;
  id: string;
  max_stake_minor: bigint | null;
  mode: string;
  result_minor: Generated<bigint>;
  shard: number;
  shared_week: number;
  started_at_ms: bigint;
  state: Generated<string>;
  stop_loss_minor: bigint | null;
  stop_reason: string | null;
  stopped_at_ms: bigint | null;
}

export interface CopyingRobots {
  active: Generated<boolean>;
  asset: string;
  customer_id: string;
  decided: Generated<Json>;
  hours: string;
  loss_limit_minor: bigint;
  note: string | null;
  run: Generated<number>;
  shard: number;
  stake_minor: bigint;
  started_at_ms: bigint | null;
  stopped_at_ms: bigint | null;
  strategy: string;
  symbols: string[];
}

export interface CopyingScheduled {
  at_ms: bigint;
  expert_id: string;
  id: string;
  interval_s: number;
  note: string | null;
  operator_id: string;
  reason: string;
  state: Generated<string>;
  symbol: string;
  type: string;
}

export interface FarmingContracts {
  asset: string;
  borrow_ppm: number;
  carry_parts: Generated<bigint>;
  coin: string;
  customer_id: string;
  early_fee_bps: number;
  earned_minor: Generated<bigint>;
  ended_ms: bigint | null;
  ends_at_ms: bigint;
  entry_at_ms: bigint;
  entry_price: bigint;
  entry_seq: bigint;
  exit_at_ms: bigint | null;
  exit_price: bigint | null;
  exit_seq: bigint | null;
  fee_minor: Generated<bigint>;
  id: string;
  lever_halves: number;
  liquidation_price: bigint;
  margin_bps: number;
  minimum_ppm: number;
  next_ms: bigint | null;
  plan: string;
  plan_id: string;
  principal_minor: bigint;
  returned_minor: bigint | null;
  shard: number;
  started_at_ms: bigint;
  state: Generated<string>;
  weeks_paid: Generated<number>;
}

export interface FarmingPlans {
  coin: string;
  early_fee_bps: number;
  id: string;
  lever_halves: number;
  margin_bps: number;
  min_minor: bigint;
  name: string;
  place: number;
  retired_at_ms: bigint | null;
}

export interface FarmingRates {
  announced_by: string | null;
  announced_ms: bigint;
  approved_by: string | null;
  borrow_ppm: number;
  from_ms: bigint;
  minimum_ppm: number;
  note: string;
  plan_id: string;
  weekly_ppm: number;
}

export interface FarmingStuck {
  contract_id: string;
  customer_id: string;
  from_ms: bigint;
  shard: number;
}

export interface FarmingWatch {
  coin: string;
  through_ms: bigint;
}

export interface FarmingWeeks {
  carry_after_parts: bigint;
  carry_before_parts: bigint;
  contract_id: string;
  customer_id: string;
  from_ms: bigint;
  paid_minor: bigint;
  shard: number;
  stretches: Json;
  to_ms: bigint;
  week: number;
}

export interface IdentityAcceptance {
  at_ms: bigint;
  customer_id: string;
  document: string;
  shard: number;
  version: string;
}

export interface IdentityAddress {
  address_hash: Buffer;
  customer_id: string;
  shard: number;
}

export interface IdentityApiKey {
  created_at: Timestamp;
  customer_id: string;
  hint: string;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  networks: string[];
  revoked_at: Timestamp | null;
  scopes: string[];
  secret_hash: Buffer;
  shard: number;
}

export interface IdentityCredential {
  credential_hash: Buffer;
  passkey_id: string;
  shard: number;
}

export interface IdentityCustomer {
  closed_at: Timestamp | null;
  country: string;
  created_at: Timestamp;
  currency: string;
  email_proven: Generated<boolean>;
  email_sealed: Buffer;
  frozen_at: Timestamp | null;
  frozen_by: string | null;
  frozen_reason: string | null;
  id: string;
  language: string;
  name_sealed: Buffer;
  password_hash: string;
  password_set_at: Timestamp;
  payouts_wait_until: Timestamp | null;
  phone_sealed: Buffer;
  shard: number;
  simulated: Generated<boolean>;
}

export interface IdentityDocument {
  deleted_at_ms: bigint | null;
  id: string;
  shard: number;
  side: string;
  verification_id: string;
}

export interface IdentityDocumentOpening {
  at_ms: bigint;
  document_id: string;
  id: string;
  operator_id: string;
  reason: string;
  shard: number;
}

export interface IdentityEmailProposal {
  approval_id: string;
  customer_id: string;
  email_sealed: Buffer;
  expires_at: Timestamp;
  shard: number;
}

export interface IdentityFlag {
  at_ms: bigint;
  customer_id: string;
  flag: string;
  operator_id: string;
  shard: number;
}

export interface IdentityFormerEmail {
  customer_id: string;
  email_sealed: Buffer;
  id: string;
  replaced_at: Timestamp;
  shard: number;
}

export interface IdentityHandover {
  code_hash: Buffer;
  expires_at: Timestamp;
  session_id: string;
  shard: number;
}

export interface IdentityMailCode {
  address_hash: Buffer;
  code_hash: Buffer;
  expires_at: Timestamp;
  purpose: string;
  requester_hash: Buffer;
  token_hash: Buffer;
  tries_left: number;
}

export interface IdentityNote {
  at_ms: bigint;
  customer_id: string;
  id: string;
  operator_id: string;
  shard: number;
  words_sealed: Buffer;
}

export interface IdentityPasskey {
  backed_up: boolean;
  created_at: Timestamp;
  credential_id: Buffer;
  customer_id: string;
  id: string;
  last_used_at: Timestamp | null;
  name: string;
  public_key: Buffer;
  shard: number;
  sign_count: bigint;
  transports: string[];
}

export interface IdentityPersonMark {
  customer_id: string;
  granted_at_ms: bigint | null;
  mark: Buffer;
  shard: number;
}

export interface IdentityProfilePhoto {
  customer_id: string;
  file_id: string;
  set_at_ms: bigint;
  shard: number;
}

export interface IdentityRecoveryCode {
  code_hash: Buffer;
  customer_id: string;
  shard: number;
  used_at: Timestamp | null;
}

export interface IdentitySession {
  created_at: Timestamp;
  customer_id: string;
  expires_at: Timestamp;
  id: string;
  last_seen_at: Timestamp;
  method: string | null;
  network: string;
  parent_id: string | null;
  root_id: string;
  secret_hash: Buffer;
  shard: number;
  user_agent: string;
}

export interface IdentitySignin {
  at: Timestamp;
  browser: string;
  customer_id: string;
  id: string;
  method: string;
  network: string;
  outcome: string;
  shard: number;
}

export interface IdentityThrottle {
  keep_until: Timestamp;
  key: Buffer;
  tries_ms: ArrayType<bigint>;
}

export interface IdentityTotp {
  begun_at: Timestamp;
  confirmed_at: Timestamp | null;
  customer_id: string;
  last_step: bigint | null;
  secret_sealed: Buffer;
  shard: number;
}

export interface IdentityUsedChallenge {
  challenge_hash: Buffer;
  expires_at: Timestamp;
}

export interface IdentityVerification {
  customer_id: string;
  decided_at_ms: bigint | null;
  decided_by: string | null;
  id: string;
  mode: string;
  reason: string | null;
  sent_at_ms: bigint;
  shard: number;
  state: Generated<string>;
}

export interface IdentityWrongCode {
  count: number;
  hour_ms: bigint;
}

export interface LedgerAccounts {
  asset: string;
  balance_minor: bigint;
  code: string;
  owner: string;
  reserved_minor: Generated<bigint>;
  shard: number;
}

export interface LedgerAccountTransfers {
  amount_minor: bigint | null;
  asset: string | null;
  at_ms: bigint | null;
  balance_after_minor: bigint | null;
  code: string | null;
  house_code: string | null;
  id: bigint | null;
  is_debit: boolean | null;
  key: string | null;
  kind: string | null;
  note: string | null;
  owner: string | null;
  pending_id: bigint | null;
  phase: string | null;
  reference: string | null;
  shard: number | null;
}

export interface LedgerAssets {
  asset: string;
  scale: number;
}

export interface LedgerBatches {
  at_ms: bigint;
  batch: bigint;
  first_id: bigint;
  hash: Buffer;
  last_id: bigint;
  shard: number;
}

export interface LedgerCheckpoints {
  asset: string;
  balance_minor: bigint;
  code: string;
  shard: number;
  up_to_id: bigint;
}

export interface LedgerHeads {
  at_ms: bigint;
  batch: bigint;
  hash: Buffer;
  last_id: bigint;
  shard: number;
}

export interface LedgerHouseCodes {
  code: string;
  purpose: string;
}

export interface LedgerHouseTransfers {
  asset: string | null;
  at_ms: bigint | null;
  change_minor: bigint | null;
  code: string | null;
  id: bigint | null;
  shard: number | null;
}

export interface LedgerKinds {
  kind: string;
  meaning: string;
}

export interface LedgerTransfers {
  amount_minor: bigint;
  asset: string;
  at_ms: bigint;
  balance_after_minor: bigint | null;
  credit_code: string;
  credit_owner: string | null;
  debit_code: string;
  debit_owner: string | null;
  id: bigint;
  key: string | null;
  kind: string;
  note: string | null;
  pending_id: bigint | null;
  phase: string | null;
  reference: string | null;
  shard: number;
}

export interface LimitsActivity {
  customer_id: string;
  hour: number;
  minutes: bigint;
  shard: number;
}

export interface LimitsOwnLimit {
  changed_at_ms: bigint;
  customer_id: string;
  name: string;
  shard: number;
  value: bigint | null;
  waiting_from_ms: bigint | null;
  waiting_value: bigint | null;
}

export interface LimitsPause {
  customer_id: string;
  from_ms: bigint;
  id: string;
  kind: string;
  shard: number;
  until_ms: bigint | null;
}

export interface LimitsRealityCheck {
  confirmed_at_ms: bigint;
  customer_id: string;
  shard: number;
}

export interface MarketsCandleProgress {
  only_row: Generated<boolean>;
  through_ms: bigint;
}

export interface MarketsCandles {
  at_ms: bigint;
  close: bigint;
  high: bigint;
  low: bigint;
  open: bigint;
  symbol: string;
  ticks: number;
  width_s: number;
}

export interface MarketsFeedStates {
  at_ms: bigint;
  source: string;
  source_ms: number;
  symbol: string;
  variance: number;
}

export interface MarketsFeedStatuses {
  skipped_rows: Generated<number>;
  status: string;
  symbol: string;
}

export interface MarketsHeads {
  at_ms: Generated<bigint>;
  complete_mark: Generated<Buffer>;
  complete_ms: Generated<bigint>;
  hash: Generated<Buffer>;
  seq: Generated<bigint>;
  symbol: string;
}

export interface MarketsRefusedCounts {
  count: bigint;
  day: number;
  reason: string;
  symbol: string;
}

export interface MarketsRefusedGaps {
  reason: string;
  symbol: string;
  through_ms: bigint;
}

export interface MarketsRefusedPrices {
  ask: bigint | null;
  at_ms: bigint;
  bid: bigint | null;
  id: Generated<bigint>;
  price: bigint | null;
  reason: string;
  source: string;
  symbol: string;
}

export interface MarketsSeams {
  at_ms: bigint;
  epoch: number;
  reason: string;
  symbol: string;
}

export interface MarketsSeedChains {
  first_hour: number;
  hours: number;
  id: Generated<number>;
  made_at_ms: bigint;
  model: string;
  root: Buffer;
  sealed_last_seed: Buffer;
}

export interface MarketsSimulatedHours {
  chain_id: number;
  commitment: Buffer;
  hour: number;
  revealed_at_ms: bigint | null;
  seed: Buffer | null;
  state: string;
}

export interface MarketsSourceState {
  name: string;
  only_row: Generated<boolean>;
  state: Json;
}

export interface MarketsTicks {
  ask: bigint;
  at_ms: bigint;
  bid: bigint;
  hash: Buffer;
  price: bigint;
  seq: bigint;
  source: string;
  symbol: string;
}

export interface MiningContracts {
  asset: string;
  carry_parts: Generated<bigint>;
  coin: string;
  customer_id: string;
  datacenter: string;
  days_paid: Generated<number>;
  earned_minor: Generated<bigint>;
  ended_early_ms: bigint | null;
  ends_at_ms: bigint;
  fee_bps: number;
  hashes_per_s: bigint;
  holding_minor: bigint | null;
  holding_rate: Json | null;
  id: string;
  mined_coin: string;
  next_ms: bigint | null;
  plan: string;
  plan_id: string;
  price_minor: bigint;
  rejected_bps: number;
  shard: number;
  started_at_ms: bigint;
}

export interface MiningDays {
  accruals: Json;
  carry_after_parts: bigint;
  carry_before_parts: bigint;
  contract_id: string;
  customer_id: string;
  day: number;
  mined_minor: bigint;
  paid_at_ms: bigint;
  paid_minor: bigint;
  rate: Json | null;
  shard: number;
}

export interface MiningParameterCorrections {
  approved_by: string;
  coin: string;
  corrected_at_ms: bigint;
  difficulty_e8: bigint;
  from_ms: bigint;
  height: number;
  observed_on: Timestamp;
  revision: number;
  set_by: string;
  source: string;
  subsidy_minor: bigint;
}

export interface MiningParameters {
  approved_by: string | null;
  coin: string;
  difficulty_e8: bigint;
  from_ms: bigint;
  height: number;
  observed_on: Timestamp;
  set_by: string | null;
  source: string;
  subsidy_minor: bigint;
}

export interface OperatorsAnnouncement {
  from_ms: bigint;
  id: string;
  must_see: boolean;
  published_at_ms: bigint;
  published_by: string;
  title: string;
  until_ms: bigint | null;
  withdrawn_at_ms: bigint | null;
  words: string;
}

export interface OperatorsAnnouncementRead {
  announcement_id: string;
  at_ms: bigint;
  customer_id: string;
}

export interface OperatorsApproval {
  action: string;
  amount_minor: bigint | null;
  asset: string | null;
  customer_id: string | null;
  decided_at_ms: bigint | null;
  decided_by: string | null;
  id: string;
  input: Json;
  proposed_at_ms: bigint;
  proposed_by: string;
  reason: string | null;
  state: Generated<string>;
  subject: string;
  words: string;
}

export interface OperatorsAuditHead {
  at_ms: bigint;
  hash: Buffer;
  only_row: Generated<boolean>;
  seq: bigint;
}

export interface OperatorsAuditLog {
  action: string;
  at_ms: bigint;
  customer_id: string | null;
  details: Json;
  hash: Buffer;
  operator_id: string | null;
  reason: string | null;
  seq: bigint;
  subject: string;
}

export interface OperatorsDecidedAlone {
  action: string;
  at_ms: bigint;
  customer_id: string;
  id: string;
  operator_id: string;
  subject: string;
  usd_minor: bigint;
}

export interface OperatorsLink {
  email_hash: Buffer | null;
  email_sealed: Buffer | null;
  expires_at_ms: bigint;
  id: string;
  made_at_ms: bigint;
  made_by: string | null;
  operator_id: string | null;
  purpose: string;
  roles: string[];
  token_hash: Buffer;
  totp_sealed: Buffer;
}

export interface OperatorsMessage {
  answer_sealed: Buffer | null;
  content_sealed: Buffer | null;
  customer_id: string | null;
  decided_at_ms: bigint | null;
  decided_by: string | null;
  email_sealed: Buffer | null;
  erased_at_ms: bigint | null;
  id: string;
  language: string;
  name_sealed: Buffer | null;
  received_at_ms: bigint;
  state: Generated<string>;
  subject_sealed: Buffer | null;
}

export interface OperatorsPasskey {
  backed_up: boolean;
  created_at_ms: bigint;
  credential_id: Buffer;
  id: string;
  last_used_at_ms: bigint | null;
  name: string;
  operator_id: string;
  public_key: Buffer;
  sign_count: bigint;
  transports: string[];
}

export interface OperatorsPerson {
  created_at_ms: bigint;
  deactivated_at_ms: bigint | null;
  email_hash: Buffer;
  email_sealed: Buffer;
  entrusted_at_ms: bigint;
  id: string;
  name: string;
  password_hash: string;
  roles: string[];
  totp_sealed: Buffer;
  totp_step: Generated<bigint>;
}

export interface OperatorsSession {
  browser: string;
  created_at_ms: bigint;
  expires_at_ms: bigint;
  id: string;
  last_seen_at_ms: bigint;
  network: string;
  operator_id: string;
  secret_hash: Buffer;
}

export interface OperatorsSetting {
  changed_at_ms: bigint;
  changed_by: string;
  key: string;
  reason: string;
  value: Json;
  version: number;
}

export interface OperatorsThrottle {
  keep_until_ms: bigint;
  key: Buffer;
  tries_ms: ArrayType<bigint>;
}

export interface OperatorsUsedChallenge {
  challenge_hash: Buffer;
  expires_at_ms: bigint;
}

export interface PaymentsAddresses {
  added_at_ms: bigint;
  customer_id: string;
  destination_sealed: Buffer;
  fingerprint: Buffer;
  id: string;
  label: string;
  method: string;
  removed_at_ms: bigint | null;
  shard: number;
  usable_at_ms: bigint;
}

export interface PaymentsBonusGrants {
  amount_minor: bigint;
  asset: string;
  customer_id: string;
  granted_at_ms: bigint;
  id: string;
  operator_id: string | null;
  shard: number;
  turnover_minor: bigint;
  why: string;
}

export interface PaymentsChainBlocks {
  coin: string;
  hash: string;
  height: number;
}

export interface PaymentsChainPayments {
  amount_minor: bigint;
  aside_minor: Generated<bigint>;
  aside_missing_minor: Generated<bigint>;
  aside_until_ms: bigint | null;
  block_hash: string | null;
  coin: string;
  credited_minor: bigint | null;
  credits: Generated<number>;
  customer_id: string;
  deposit_id: string;
  first_credited_at_ms: bigint | null;
  first_seen_at_ms: bigint;
  height: number | null;
  held_at_ms: bigint | null;
  id: string;
  included_at_ms: bigint | null;
  key: string;
  min_confirmations: number;
  paid_out_minor: bigint | null;
  pending: boolean;
  rest_units: bigint;
  sent_back_at_ms: bigint | null;
  shard: number;
  txid: string;
}

export interface PaymentsClaims {
  claim: string;
  coin: string;
  holder: string;
}

export interface PaymentsDepositAddresses {
  address: string;
  coin: string;
  customer_id: string;
  deposit_id: string;
  index: number;
  shard: number;
}

export interface PaymentsDeposits {
  address: string;
  advanced_minor: Generated<bigint>;
  amount_minor: bigint;
  asset: string;
  began_at_ms: bigint | null;
  began_minor: bigint | null;
  cancelled_at_ms: bigint | null;
  coin: string;
  coin_minor: bigint;
  credited_coin_minor: Generated<bigint>;
  credited_minor: Generated<bigint>;
  customer_id: string;
  expires_at_ms: bigint;
  id: string;
  mining_coin: string | null;
  not_begun: string | null;
  outcome: string | null;
  plan: string;
  plan_id: string;
  purpose: Generated<string>;
  quoted_at_ms: bigint;
  rate: Json;
  receipt_at_ms: bigint | null;
  receipt_file: string | null;
  receipt_reason: string | null;
  receipt_state: string | null;
  shard: number;
  shortfall_minor: Generated<bigint>;
  state: PaymentsDepositState;
  terms: Json | null;
}

export interface PaymentsPlans {
  account: string;
  amount_minor: bigint;
  coin: string | null;
  hashes_per_s: bigint | null;
  id: string;
  name: string;
  place: number;
  retired_at_ms: bigint | null;
}

export interface PaymentsPlanVersions {
  account: string;
  amount_minor: bigint;
  coin: string | null;
  from_ms: bigint;
  hashes_per_s: bigint | null;
  is_offered: boolean;
  name: string;
  plan_id: string;
  version: number;
}

export interface PaymentsReviews {
  customer_id: string;
  edited_at_ms: bigint | null;
  hidden_reason: string | null;
  id: string;
  kind: string;
  plan_id: string;
  rating: number;
  shard: number;
  text: string;
  written_at_ms: bigint;
}

export interface PaymentsScanners {
  coin: string;
  halt_reason: string | null;
  halted_at_ms: bigint | null;
}

export interface PaymentsSends {
  broadcast_at_ms: bigint | null;
  buried_at_ms: bigint | null;
  change_index: number;
  coin: string;
  customer_id: string | null;
  ended_at_ms: bigint | null;
  fee_minor: bigint | null;
  holder: string;
  id: string;
  plan: Json;
  planned_at_ms: bigint;
  raw: string | null;
  signed_at_ms: bigint | null;
  state: string;
  txid: string | null;
  vanished_at_ms: bigint | null;
}

export interface PaymentsWithdrawals {
  amount_minor: bigint;
  approval_id: string | null;
  approved_at_ms: bigint | null;
  approved_by: string | null;
  asset: string;
  attempts: Generated<number>;
  code: string;
  confirmations: Generated<number>;
  customer_id: string;
  destination_sealed: Buffer | null;
  document_number: string | null;
  ended_at_ms: bigint | null;
  fee_minor: bigint;
  hold_note: string | null;
  id: string;
  interest_minor: bigint;
  method: string;
  paid_asset: string;
  paid_minor: bigint;
  pending_id: bigint;
  principal_minor: bigint;
  promised_by_ms: bigint;
  proposed_by: string | null;
  rates: Json;
  reason: string | null;
  requested_at_ms: bigint;
  sent_at_ms: bigint | null;
  shard: number;
  state: Generated<string>;
  step: string | null;
  txid: string | null;
  usable_at_ms: bigint;
  usd_minor: bigint;
  wait: string | null;
}

export interface PaymentsWithdrawers {
  customer_id: string;
  shard: number;
  since_ms: bigint;
}

export interface PlatformAlarm {
  count: bigint;
  details: Json;
  first_at_ms: bigint;
  kind: string;
  last_at_ms: bigint;
  subject: string;
}

export interface PlatformAnswers {
  answer: Json | null;
  at_ms: bigint;
  call: string;
  customer_id: string;
  digest: Buffer;
  key: string;
  shard: number;
}

export interface PlatformClockOffset {
  offset_ms: bigint;
  only_row: Generated<boolean>;
}

export interface PlatformLookUpRoot {
  only_row: Generated<boolean>;
  root_sealed: Buffer;
}

export interface PlatformMails {
  id: string;
  mail_sealed: Buffer;
}

export interface PlatformSecretKeys {
  fingerprint: Buffer;
  retired_at_ms: bigint | null;
  since_ms: bigint | null;
}

export interface PlatformSqlFiles {
  file: string;
  sha256: Buffer;
}

export interface ProofsLeaves {
  customer_id: string;
  day: Timestamp;
  place: number;
  salt: string;
  totals: string;
}

export interface ProofsSeals {
  digests: Json;
  name: string;
  to_ms: bigint;
}

export interface ProofsStatements {
  assets: Json;
  at_ms: bigint;
  audit: Json | null;
  customers: number;
  day: Timestamp;
  heads: Json;
  root: string;
}

export interface TradingCustomers {
  customer_id: string;
  open_stake_minor: bigint;
  open_trades: number;
  result_minor: Generated<bigint>;
  shard: number;
}

export interface TradingExposure {
  asset: string;
  borrowed_minor: Generated<bigint>;
  expires_at_s: bigint;
  lane: number;
  profits_minor: bigint;
  symbol: string;
}

export interface TradingSettlers {
  shard: number;
}

export interface TradingTrades {
  accepted_at_ms: bigint;
  asset: string;
  balance_after_minor: bigint;
  customer_id: string;
  exit: bigint | null;
  exit_seq: bigint | null;
  expires_at_ms: bigint;
  id: string;
  key: string | null;
  open_after: number;
  payout_bps: number;
  returned_minor: bigint | null;
  rules: number;
  settled_at_ms: bigint | null;
  shard: number;
  stake_minor: bigint;
  state: Generated<TradingState>;
  strike: bigint | null;
  strike_seq: bigint | null;
  symbol: string;
  tolerance_ms: number;
  type: TradingSide;
  void_code: TradingVoidCode | null;
}

export interface TradingUnsettled {
  code: string;
  customer_id: string;
  reason: string;
  shard: number;
  since_ms: bigint;
  trade_id: string;
  tried_ms: bigint;
  tries: Generated<number>;
}

export interface WebhooksDeliveries {
  attempted_at_ms: bigint | null;
  attempts: Generated<number>;
  body: string;
  duration_ms: number | null;
  endpoint_id: string;
  event_at_ms: bigint;
  event_id: string;
  event_type: string;
  failure: string | null;
  next_attempt_ms: bigint | null;
  shard: number;
  state: string;
  status_code: number | null;
}

export interface WebhooksEndpoints {
  answered_at_ms: bigint | null;
  created_at_ms: bigint;
  cursor_id: bigint;
  customer_id: string;
  id: string;
  is_behind: Generated<boolean>;
  off_reason: string | null;
  off_since_ms: bigint | null;
  previous_sealed: Buffer | null;
  previous_until_ms: bigint | null;
  secret_sealed: Buffer;
  shard: number;
  url: string;
}

export interface DB {
  "affiliates.code": AffiliatesCode;
  "affiliates.commission": AffiliatesCommission;
  "affiliates.debt": AffiliatesDebt;
  "affiliates.member": AffiliatesMember;
  "affiliates.referral": AffiliatesReferral;
  "copying.copies": CopyingCopies;
  "copying.experts": CopyingExperts;
  "copying.orders": CopyingOrders;
  "copying.profit_shares": CopyingProfitShares;
  "copying.relations": CopyingRelations;
  "copying.robots": CopyingRobots;
  "copying.scheduled": CopyingScheduled;
  "farming.contracts": FarmingContracts;
  "farming.plans": FarmingPlans;
  "farming.rates": FarmingRates;
  "farming.stuck": FarmingStuck;
  "farming.watch": FarmingWatch;
  "farming.weeks": FarmingWeeks;
  "identity.acceptance": IdentityAcceptance;
  "identity.address": IdentityAddress;
  "identity.api_key": IdentityApiKey;
  "identity.credential": IdentityCredential;
  "identity.customer": IdentityCustomer;
  "identity.document": IdentityDocument;
  "identity.document_opening": IdentityDocumentOpening;
  "identity.email_proposal": IdentityEmailProposal;
  "identity.flag": IdentityFlag;
  "identity.former_email": IdentityFormerEmail;
  "identity.handover": IdentityHandover;
  "identity.mail_code": IdentityMailCode;
  "identity.note": IdentityNote;
  "identity.passkey": IdentityPasskey;
  "identity.person_mark": IdentityPersonMark;
  "identity.profile_photo": IdentityProfilePhoto;
  "identity.recovery_code": IdentityRecoveryCode;
  "identity.session": IdentitySession;
  "identity.signin": IdentitySignin;
  "identity.throttle": IdentityThrottle;
  "identity.totp": IdentityTotp;
  "identity.used_challenge": IdentityUsedChallenge;
  "identity.verification": IdentityVerification;
  "identity.wrong_code": IdentityWrongCode;
  "ledger.account_transfers": LedgerAccountTransfers;
  "ledger.accounts": LedgerAccounts;
  "ledger.assets": LedgerAssets;
  "ledger.batches": LedgerBatches;
  "ledger.checkpoints": LedgerCheckpoints;
  "ledger.heads": LedgerHeads;
  "ledger.house_codes": LedgerHouseCodes;
  "ledger.house_transfers": LedgerHouseTransfers;
  "ledger.kinds": LedgerKinds;
  "ledger.transfers": LedgerTransfers;
  "limits.activity": LimitsActivity;
  "limits.own_limit": LimitsOwnLimit;
  "limits.pause": LimitsPause;
  "limits.reality_check": LimitsRealityCheck;
  "markets.candle_progress": MarketsCandleProgress;
  "markets.candles": MarketsCandles;
  "markets.feed_states": MarketsFeedStates;
  "markets.feed_statuses": MarketsFeedStatuses;
  "markets.heads": MarketsHeads;
  "markets.refused_counts": MarketsRefusedCounts;
  "markets.refused_gaps": MarketsRefusedGaps;
  "markets.refused_prices": MarketsRefusedPrices;
  "markets.seams": MarketsSeams;
  "markets.seed_chains": MarketsSeedChains;
  "markets.simulated_hours": MarketsSimulatedHours;
  "markets.source_state": MarketsSourceState;
  "markets.ticks": MarketsTicks;
  "mining.contracts": MiningContracts;
  "mining.days": MiningDays;
  "mining.parameter_corrections": MiningParameterCorrections;
  "mining.parameters": MiningParameters;
  "operators.announcement": OperatorsAnnouncement;
  "operators.announcement_read": OperatorsAnnouncementRead;
  "operators.approval": OperatorsApproval;
  "operators.audit_head": OperatorsAuditHead;
  "operators.audit_log": OperatorsAuditLog;
  "operators.decided_alone": OperatorsDecidedAlone;
  "operators.link": OperatorsLink;
  "operators.message": OperatorsMessage;
  "operators.passkey": OperatorsPasskey;
  "operators.person": OperatorsPerson;
  "operators.session": OperatorsSession;
  "operators.setting": OperatorsSetting;
  "operators.throttle": OperatorsThrottle;
  "operators.used_challenge": OperatorsUsedChallenge;
  "payments.addresses": PaymentsAddresses;
  "payments.bonus_grants": PaymentsBonusGrants;
  "payments.chain_blocks": PaymentsChainBlocks;
  "payments.chain_payments": PaymentsChainPayments;
  "payments.claims": PaymentsClaims;
  "payments.deposit_addresses": PaymentsDepositAddresses;
  "payments.deposits": PaymentsDeposits;
  "payments.plan_versions": PaymentsPlanVersions;
  "payments.plans": PaymentsPlans;
  "payments.reviews": PaymentsReviews;
  "payments.scanners": PaymentsScanners;
  "payments.sends": PaymentsSends;
  "payments.withdrawals": PaymentsWithdrawals;
  "payments.withdrawers": PaymentsWithdrawers;
  "platform.alarm": PlatformAlarm;
  "platform.answers": PlatformAnswers;
  "platform.clock_offset": PlatformClockOffset;
  "platform.look_up_root": PlatformLookUpRoot;
  "platform.mails": PlatformMails;
  "platform.secret_keys": PlatformSecretKeys;
  "platform.sql_files": PlatformSqlFiles;
  "proofs.leaves": ProofsLeaves;
  "proofs.seals": ProofsSeals;
  "proofs.statements": ProofsStatements;
  "trading.customers": TradingCustomers;
  "trading.exposure": TradingExposure;
  "trading.settlers": TradingSettlers;
  "trading.trades": TradingTrades;
  "trading.unsettled": TradingUnsettled;
  "webhooks.deliveries": WebhooksDeliveries;
  "webhooks.endpoints": WebhooksEndpoints;
}
