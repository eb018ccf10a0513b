/**
 * The trading rules by version. A version never changes once a trade has used it; any change of text or numbers
 * requires a new version. Each trade stores its version and tolerance, and its receipt includes the text.
 */
export type Rules = {
  /** Stored with each trade. */
  id: number
  version: string
  /** First day on which trades used this version, such as `2026-11-21`. */
  since: string
  text: string
}

const first: Rules = {
  id: 1,
  version: 'tallystick-rules-1',
  since: '2026-11-21',
  text: [
    'The strike is the first tick of the symbol after the time of acceptance.',
    'The exit is the last tick at or before the expiry, which is the time of acceptance plus the interval.',
    'A BUY wins if the exit is above the strike, a SELL wins if the exit is below the strike.',
    'If the two are equal, the trade is a tie and the stake is returned.',
    'The trade is void and the stake is returned if the strike comes later than the tolerance after acceptance or after the expiry,',
    'if the exit is older than the tolerance at the expiry,',
    'or if the price record did not reach the expiry in time.',
    'A winning trade returns the stake and the stake times the payout rate, rounded down to the minor unit.',
    'Nobody can set a result.',
  ].join(' '),
}

const second: Rules = {
  id: 2,
  version: 'tallystick-rules-2',
  since: '2026-11-22',
  text: [
    'The strike is the first tick of the symbol after the time of acceptance.',
    'The exit is the last tick at or before the expiry, which is the time of acceptance plus the interval.',
    'A BUY wins if the exit is above the strike, a SELL wins if the exit is below the strike.',
    'If the two are equal, the trade is a tie and the stake is returned.',
    'The trade is void and the stake is returned if the strike comes later than the tolerance after acceptance or after the expiry,',
    'if the exit is older than the tolerance at the expiry,',
    'or if the price record began again between acceptance and expiry, so that its prices do not continue each other.',
    'A price record that does not reach the expiry within the tolerance and one minute is closed: no earlier tick is added to it.',
    'A winning trade returns the stake and the stake times the payout rate, rounded down to the minor unit.',
    'Nobody can set a result.',
  ].join(' '),
}

/** Oldest first. */
const versions: readonly Rules[] = [first, second]

/** The rules for new trades. */
export const rulesInForce = versions.at(-1)!

/** All versions, newest first. Source: docs/spec/truth.md section 3. */
export const rulesHistory = versions.toReversed().map(({ version, text, since }) => ({ version, text, since }))

/** Returns the rules of a stored trade. Throws for an unknown version number. */
export function rulesById(id: number): Rules {
  const rules = versions.find((version) => version.id === id)
  if (!rules) throw new Error(`invariant: unknown rules ${id}`)
  return rules
}

/** Returns the rules that a receipt names, or undefined for an unknown version. */
export function rulesByVersion(version: string): Rules | undefined {
  return versions.find((rules) => rules.version === version)
}

/**
 * How long settlement waits after expiry and tolerance before it closes a stalled price record. The wait starts over
 * with the process, so that a feed can catch up after a restart.
 */
export const feedGraceMs = 60_000
