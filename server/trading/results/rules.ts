import { phrases } from '../../../api/sentences/phrases.ts'
import { type PhraseCode, sentenceFields } from '../../../api/sentences/sentences.ts'

/**
 * The trading rules by version. A version never changes once a trade has used it; any change to the text or the
 * numbers requires a new version. Each trade stores its version and tolerance, and its receipt includes the text.
 */
export type Rules = {
  /** Stored with each trade. */
  id: number
  version: string
  /** First day on which trades used this version, such as `2026-11-21`. */
  since: string
  phrase: PhraseCode
}

const first: Rules = {
  id: 1,
  version: 'tallystick-rules-1',
  since: '2026-11-21',
  phrase: 'trade_rules_1',
}

const second: Rules = {
  id: 2,
  version: 'tallystick-rules-2',
  since: '2026-11-22',
  phrase: 'trade_rules_2',
}

/** Returns the text of a version in English. */
export const textOfRules = ({ phrase }: Rules): string => phrases[phrase]

/** Oldest first. */
const versions: readonly Rules[] = [first, second]

/** The rules for new trades. */
export const rulesInForce = versions.at(-1)!

/** All versions, newest first. Source: docs/spec/truth.md section 3. */
export const rulesHistory = versions.toReversed().map(({ version, phrase, since }) => ({
  version,
  ...sentenceFields('text', { phrase }),
  since,
}))

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
 * when the process restarts, so that a feed can catch up after a restart.
 */
export const feedGraceMs = 60_000
