-- A withdrawal that has ended never reopens, and its request never changes. `npm run keys:rotate` replaces the
-- encrypted form of a destination, as the owner of the table and with `tallystick.reseal` set.
CREATE OR REPLACE FUNCTION payments.keep_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_kept payments.withdrawals := new;
BEGIN
  IF (old.state IN ('COMPLETED', 'REFUSED', 'CANCELLED') AND new.destination_sealed IS NULL)
    OR (current_setting('tallystick.reseal', true) = 'on' AND new.destination_sealed IS NOT NULL
      AND old.destination_sealed IS NOT NULL
      AND pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = tg_relid), 'MEMBER')) THEN
    v_kept.destination_sealed := old.destination_sealed;
    IF v_kept IS NOT DISTINCT FROM old THEN
      RETURN new;
    END IF;
  END IF;
  IF old.state IN ('COMPLETED', 'REFUSED', 'CANCELLED')
    OR (new.method, new.code, new.asset, new.amount_minor, new.principal_minor, new.interest_minor, new.paid_asset,
      new.paid_minor, new.fee_minor,
        new.usd_minor, new.destination_sealed, new.pending_id, new.requested_at_ms, new.promised_by_ms)
      IS DISTINCT FROM (old.method, old.code, old.asset, old.amount_minor, old.principal_minor, old.interest_minor,
        old.paid_asset, old.paid_minor, old.fee_minor,
        old.usd_minor, old.destination_sealed, old.pending_id, old.requested_at_ms, old.promised_by_ms)
    OR (old.state, new.state) IN (('SENT', 'PENDING'), ('SENT', 'APPROVED'), ('SENT', 'CANCELLED'),
      ('APPROVED', 'PENDING'), ('APPROVED', 'CANCELLED'), ('PENDING', 'SENT'), ('PENDING', 'COMPLETED')) THEN
    RAISE EXCEPTION 'withdrawal % is % and cannot be changed like this', old.id, old.state;
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER withdrawals_keep BEFORE UPDATE ON payments.withdrawals FOR EACH ROW
  EXECUTE FUNCTION payments.keep_withdrawal();
