-- A decision is final; only closing the account can follow it.
CREATE OR REPLACE FUNCTION identity.check_verification_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state = 'withdrawn' OR (OLD.state <> 'submitted' AND NEW.state <> 'withdrawn')
    OR NEW.customer_id <> OLD.customer_id THEN
    RAISE EXCEPTION 'a verification cannot change from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER verification_move BEFORE UPDATE ON identity.verification
  FOR EACH ROW EXECUTE FUNCTION identity.check_verification_move();
