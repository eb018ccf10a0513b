-- Closing an account overwrites the country; accounts of before this was so keep none either.
UPDATE identity.customer SET country = 'ZZ' WHERE closed_at IS NOT NULL AND country <> 'ZZ';
