-- Throws if a change would replace a send's draft or holder, or its transaction once it is signed: only the stored
-- transaction is ever sent again.
CREATE OR REPLACE FUNCTION payments.keep_send() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (old.raw IS NOT NULL AND (new.raw, new.txid) IS DISTINCT FROM (old.raw, old.txid)) OR (new.draft, new.holder)
    IS DISTINCT FROM (old.draft, old.holder) THEN
    RAISE EXCEPTION 'send %: its draft, holder and signed transaction cannot be changed', old.id;
  END IF;
  RETURN new;
END $$;

CREATE OR REPLACE TRIGGER sends_keep BEFORE UPDATE ON payments.sends FOR EACH ROW EXECUTE FUNCTION payments.keep_send();
