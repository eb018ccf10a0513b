-- Coins of a payment that pass what the quote asked for. They are in the customer's refund account until the customer has them credited
-- or sends them back. `aside_until_ms`: when they are credited without a choice; null when nothing is left to choose.
ALTER TABLE payments.chain_payments
  ADD COLUMN aside_minor bigint NOT NULL DEFAULT 0 CHECK (aside_minor >= 0),
  ADD COLUMN aside_until_ms bigint,
  -- Coins that had already left when the payment was taken back. They are never given a second time.
  ADD COLUMN aside_missing_minor bigint NOT NULL DEFAULT 0 CHECK (aside_missing_minor >= 0),
  -- Set when the customer chose to send a held payment back instead of having it credited.
  ADD COLUMN sent_back_at_ms bigint;
ALTER TABLE payments.chain_payments ADD CONSTRAINT aside_within_payment CHECK (aside_minor + aside_missing_minor <= amount_minor);
CREATE INDEX chain_payments_aside ON payments.chain_payments (aside_until_ms) WHERE aside_until_ms IS NOT NULL;
