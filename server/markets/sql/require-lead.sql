-- Refuses writes by a session while another session leads. A session can take the lock if it leads or if no session
-- leads.
CREATE OR REPLACE FUNCTION markets.require_lead() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(markets.feed_lock()) THEN
    RAISE EXCEPTION 'another session leads the price feed';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER heads_need_lead BEFORE INSERT OR UPDATE ON markets.heads
  FOR EACH STATEMENT EXECUTE FUNCTION markets.require_lead();
-- Only the session that leads the feed may mark a seam.
CREATE OR REPLACE TRIGGER seams_need_lead BEFORE INSERT ON markets.seams FOR EACH STATEMENT
  EXECUTE FUNCTION markets.require_lead();
