/**
 * What a failed statement means for its rows. `again`: rolled back, retry. `locked`: another transaction held a row
 * longer than the lock timeout. `row`: the stored or given data is invalid, so the same rows fail again. `final`:
 * rolled back for another reason, such as a full disk. `unknown`: the connection broke, so the statement may or may not
 * have been committed.
 */
export type Failure = 'again' | 'locked' | 'row' | 'final' | 'unknown'

/** Classifies a failure by its SQLSTATE. Source: PostgreSQL, appendix A. */
export function failureOf(error: unknown): Failure {
  const code = String((error as { code?: unknown } | undefined)?.code ?? '')
  if (code === '40P01' || code === '40001') return 'again'
  if (code === '55P03') return 'locked'
  // 08, 57P, 25P03 and 25P04 end the connection. EPIPE is a socket error that looks like an SQLSTATE.
  const reported = /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|25P0[34]|EPIPE)/.test(code)
  if (!reported) return 'unknown'
  // 53: out of memory, disk or connections; 57: cancelled; 58: system error; XX: internal error; 42: invalid statement.
  return /^(42|53|57|58|XX)/.test(code) ? 'final' : 'row'
}
