-- The field's word is leverage.
ALTER TABLE farming.plans RENAME COLUMN lever_halves TO leverage_halves;
ALTER TABLE farming.plans RENAME CONSTRAINT plans_lever_halves_check TO plans_leverage_halves_check;
ALTER TABLE farming.contracts RENAME COLUMN lever_halves TO leverage_halves;
ALTER TABLE farming.contracts RENAME CONSTRAINT contracts_lever_halves_check TO contracts_leverage_halves_check;
