-- Mining parameters are set by two operators, and one that was wrong can be corrected.
ALTER TABLE mining.parameters ADD COLUMN approved_by uuid;
-- Older rows were set by one operator.
ALTER TABLE mining.parameters ADD CONSTRAINT parameters_by_two CHECK (set_by IS NULL OR approved_by IS NOT NULL AND approved_by <> set_by) NOT VALID;

-- Takes the place of the parameters of its moment for every day that isn't paid yet. The highest revision counts.
CREATE TABLE mining.parameter_corrections (
  coin text NOT NULL,
  from_ms bigint NOT NULL,
  revision int NOT NULL CHECK (revision > 0),
  difficulty_e8 numeric(40, 0) NOT NULL CHECK (difficulty_e8 > 0),
  subsidy_minor bigint NOT NULL CHECK (subsidy_minor >= 0),
  height int NOT NULL CHECK (height >= 0),
  source text NOT NULL CHECK (length(source) BETWEEN 10 AND 300),
  observed_on date NOT NULL,
  set_by uuid NOT NULL,
  approved_by uuid NOT NULL CHECK (approved_by <> set_by),
  corrected_at_ms bigint NOT NULL,
  PRIMARY KEY (coin, from_ms, revision),
  FOREIGN KEY (coin, from_ms) REFERENCES mining.parameters (coin, from_ms)
);
CREATE TRIGGER parameter_corrections_append_only BEFORE UPDATE OR DELETE ON mining.parameter_corrections
  FOR EACH ROW EXECUTE FUNCTION mining.refuse_change();
