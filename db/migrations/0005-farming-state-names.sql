-- States are spelled in snake case, like every other stored code.
ALTER TABLE farming.contracts DROP CONSTRAINT contracts_state_check, DROP CONSTRAINT contracts_check3;
UPDATE farming.contracts SET state = replace(state, ' ', '_') WHERE state IN ('closed early', 'left the chain');
ALTER TABLE farming.contracts
  ADD CONSTRAINT contracts_state_check
    CHECK (state IN ('running', 'released', 'closed_early', 'liquidated', 'left_the_chain')),
  ADD CONSTRAINT contracts_check3
    CHECK ((state IN ('released', 'closed_early', 'liquidated')) = (returned_minor IS NOT NULL AND exit_seq IS NOT NULL
      AND exit_at_ms IS NOT NULL AND exit_price IS NOT NULL));
