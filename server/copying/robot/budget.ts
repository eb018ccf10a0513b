/** What a run has come to, in minor units. */
export type RunResult = { settledMinor: bigint; openStakeMinor: bigint }

/** What a robot may still put at stake, if all that is open were lost. Below zero never. */
export function leftMinor(lossLimitMinor: bigint, { settledMinor, openStakeMinor }: RunResult): bigint {
  const left = lossLimitMinor + settledMinor - openStakeMinor
  return left > 0n ? left : 0n
}

/**
 * `go`: one more stake keeps the loss within the limit whatever happens. `wait`: it depends on trades that are open. `stop`: nothing is
 * open, and one more lost stake would pass the limit.
 */
export function mayStake(stakeMinor: bigint, lossLimitMinor: bigint, run: RunResult): 'go' | 'wait' | 'stop' {
  if (leftMinor(lossLimitMinor, run) >= stakeMinor) return 'go'
  return run.openStakeMinor > 0n ? 'wait' : 'stop'
}
