-- Enforces for every role that an order never changes and that its result is written once.
CREATE OR REPLACE FUNCTION trading.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'trading.%: % of a stored trade is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER trades_order_stays
  BEFORE UPDATE OF shard, payout_bps, tolerance_ms, customer_id, id, accepted_at_ms, expires_at_ms, stake_minor,
    balance_after_minor, open_after, rules, type, symbol, asset, key
  ON trading.trades FOR EACH STATEMENT EXECUTE FUNCTION trading.refuse_change();
CREATE OR REPLACE TRIGGER trades_stay BEFORE DELETE OR TRUNCATE ON trading.trades FOR EACH STATEMENT
  EXECUTE FUNCTION trading.refuse_change();
-- An AFTER trigger, because a BEFORE trigger would lock the row a second time.
CREATE OR REPLACE TRIGGER trades_result_stays AFTER UPDATE ON trading.trades FOR EACH ROW WHEN (old.state <> 'OPEN')
  EXECUTE FUNCTION trading.refuse_change();
