/** Name of the plans whose amount the customer chooses. */
export const customPlan = 'Custom'
/** Maximum deposit of a Custom plan, in the customer's currency. */
export const customPlanMaximum = 1_000_000
