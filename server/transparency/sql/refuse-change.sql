-- Stored entries can't be changed, tiles only grow, and a checkpoint only gets its signature.
CREATE OR REPLACE FUNCTION transparency.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'transparency.% is append-only: % is refused', TG_TABLE_NAME, TG_OP
    USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transparency.entries
  FOR EACH STATEMENT EXECUTE FUNCTION transparency.refuse_change();
CREATE OR REPLACE TRIGGER tiles_stay BEFORE DELETE OR TRUNCATE ON transparency.tiles
  FOR EACH STATEMENT EXECUTE FUNCTION transparency.refuse_change();
CREATE OR REPLACE TRIGGER tiles_only_grow BEFORE UPDATE ON transparency.tiles
  FOR EACH ROW WHEN (OLD.level <> NEW.level OR OLD.index <> NEW.index
    OR substr(NEW.hashes, 1, length(OLD.hashes)) <> OLD.hashes)
  EXECUTE FUNCTION transparency.refuse_change();
CREATE OR REPLACE TRIGGER checkpoints_stay BEFORE DELETE OR TRUNCATE ON transparency.checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION transparency.refuse_change();
CREATE OR REPLACE TRIGGER checkpoints_signed_once BEFORE UPDATE ON transparency.checkpoints
  FOR EACH ROW WHEN (OLD.size <> NEW.size OR OLD.root <> NEW.root OR OLD.at_ms <> NEW.at_ms OR OLD.signed IS NOT NULL)
  EXECUTE FUNCTION transparency.refuse_change();
