-- A commission goes back in part when the deposit behind it is withdrawn again.
ALTER TABLE affiliates.commission
  -- How much of the share belongs to money that was withdrawn, and what that came to in the referrer's currency, taken or owed.
  ADD COLUMN returned_share_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN returned_minor bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT returned_of_the_share CHECK (returned_share_minor BETWEEN 0 AND share_minor),
  ADD CONSTRAINT returned_of_the_amount CHECK (returned_minor BETWEEN 0 AND coalesce(amount_minor, 0)),
  DROP CONSTRAINT taken_only_when_reversed,
  ADD CONSTRAINT taken_only_when_returned CHECK (reversed_at_ms IS NOT NULL OR taken_back_minor <= returned_minor);
