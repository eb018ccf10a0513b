/** Withdrawals are completed within this many business days. Source: docs/spec/product.md section 9. */
export const promisedBusinessDays = 3
