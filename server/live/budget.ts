/** A budget's capacity, and how much it refills per second. */
export type BudgetRule = { atOnce: number; perSecond: number }

/** A token bucket. Callers pass the time in milliseconds from a monotonic clock. */
export class Budget {
  readonly #rule: BudgetRule
  #left: number
  #countedAtMs: number

  constructor(rule: BudgetRule, nowMs: number) {
    this.#rule = rule
    this.#left = rule.atOnce
    this.#countedAtMs = nowMs
  }

  /** Returns the budget that is left at `nowMs`. Negative if `charge` took more than was available. */
  left(nowMs: number): number {
    const gained = ((nowMs - this.#countedAtMs) / 1000) * this.#rule.perSecond
    this.#left = Math.min(this.#rule.atOnce, this.#left + gained)
    this.#countedAtMs = nowMs
    return this.#left
  }

  /** Takes `cost`, even if less is available. */
  charge(cost: number, nowMs: number): void {
    this.#left = this.left(nowMs) - cost
  }

  isFull(nowMs: number): boolean {
    return this.left(nowMs) >= this.#rule.atOnce
  }
}

/** Takes `cost` from every budget and returns true. If one of them has less, takes nothing and returns false. */
export function takeAll(budgets: readonly Budget[], cost: number, nowMs: number): boolean {
  if (budgets.some((budget) => budget.left(nowMs) < cost)) return false
  for (const budget of budgets) budget.charge(cost, nowMs)
  return true
}

/** Takes as much of `wanted` as every budget allows. Returns that amount, a whole number from 0. */
export function takeUpTo(budgets: readonly Budget[], wanted: number, nowMs: number): number {
  const granted = Math.max(0, Math.min(wanted, ...budgets.map((budget) => Math.floor(budget.left(nowMs)))))
  for (const budget of budgets) budget.charge(granted, nowMs)
  return granted
}
