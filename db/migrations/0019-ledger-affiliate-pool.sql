INSERT INTO ledger.house_codes (code, purpose) VALUES ('affiliate_pool', 'Pays the commissions on referred deposits and takes those of reversed deposits back.');
