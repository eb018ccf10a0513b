-- Proposals store their words by code with values, which is longer than the English text.
ALTER TABLE operators.approval DROP CONSTRAINT approval_words_check,
  ADD CONSTRAINT approval_words_check CHECK (length(words) BETWEEN 1 AND 4000);
