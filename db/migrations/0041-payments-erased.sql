-- When an account is closed, where its withdrawals went and its receipts of payment are erased: the amounts, times and states stay.
ALTER TABLE payments.withdrawals ALTER COLUMN destination_sealed DROP NOT NULL,
  ADD CONSTRAINT withdrawals_known_until_end CHECK (destination_sealed IS NOT NULL OR ended_at_ms IS NOT NULL);

-- As before, but for the destination of one that has ended, which may be forgotten and nothing else.
CREATE OR REPLACE FUNCTION payments.keep_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_kept payments.withdrawals := new;
BEGIN
  IF old.state IN ('COMPLETED', 'REFUSED', 'CANCELLED') AND new.destination_sealed IS NULL THEN
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
END $$;

-- What is left to erase, by customer.
CREATE INDEX withdrawals_unerased ON payments.withdrawals (shard, customer_id) WHERE destination_sealed IS NOT NULL AND ended_at_ms IS NOT NULL;

-- A receipt that is decided may be without its file; one that waits for an operator never is.
ALTER TABLE payments.deposits DROP CONSTRAINT deposits_check,
  ADD CONSTRAINT deposits_receipt_has_state CHECK (receipt_file IS NULL OR receipt_state IS NOT NULL),
  ADD CONSTRAINT deposits_receipt_to_look_at CHECK (receipt_file IS NOT NULL OR receipt_state NOT IN ('pending', 'proposed'));
CREATE INDEX deposits_receipt_kept ON payments.deposits (shard, customer_id) WHERE receipt_file IS NOT NULL;
CREATE INDEX deposits_receipt_file ON payments.deposits (receipt_file) WHERE receipt_file IS NOT NULL;
