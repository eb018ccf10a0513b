-- Throws check_violation if a change would loosen a limit within 24 hours, or if its time is before the previous
-- change. A missing value means no limit, which is the loosest.
CREATE OR REPLACE FUNCTION limits.refuse_early_loosening() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  v_none constant bigint := 9223372036854775807;
  v_in_force bigint := coalesce(CASE WHEN OLD.waiting_from_ms <= NEW.changed_at_ms THEN OLD.waiting_value
    ELSE OLD.value END, v_none);
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
END $$;

CREATE OR REPLACE TRIGGER own_limit_loosens_late BEFORE UPDATE ON limits.own_limit FOR EACH ROW
  EXECUTE FUNCTION limits.refuse_early_loosening();
