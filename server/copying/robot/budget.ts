/** The result of a run, in minor units. */
export type RunResult = { settledMinor: bigint; openStakeMinor: bigint }

/** Returns what a robot may still stake if all open trades are lost. Never negative. */
export function leftMinor(lossLimitMinor: bigint, { settledMinor, openStakeMinor }: RunResult): bigint {
  const left = lossLimitMinor + settledMinor - openStakeMinor
  return left > 0n ? left : 0n
}

/**
 * `go`: another stake keeps the loss within the limit, whatever happens. `wait`: that depends on open trades. `stop`:
 * nothing is open, and another lost stake would exceed the limit.
 */
export function mayStake(stakeMinor: bigint, lossLimitMinor: bigint, run: RunResult): 'go' | 'wait' | 'stop' {
  if (leftMinor(lossLimitMinor, run) >= stakeMinor) return 'go'
  return run.openStakeMinor > 0n ? 'wait' : 'stop'
}
