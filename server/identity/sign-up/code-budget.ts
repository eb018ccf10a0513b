/**
 * The installation's daily budget of wrong emailed codes. An attacker can guess five digits for many addresses from
 * many networks without reaching any single limit. The more wrong codes arrive in a day, the fewer each network may
 * try. The first attempt of a network without wrong codes is always free, so a person with the right code gets in. The
 * calculation is in decision 19.
 */

/** Wrong codes per day before anyone is slowed down. Above this number, operators see an alarm. */
export const slowdownThreshold = 200
/** The alarm is cleared when the number of wrong codes in a day falls below this. */
export const recoveryThreshold = 100

/** Stretches the window to at most four days for three attempts. */
const longestStretch = 64

/** Returns the factor by which the window of `codesOfNetworkWhenSlow` grows, or undefined if nobody is slowed down. */
export function codeStretch(wrongCodesOfDay: number): number | undefined {
  return wrongCodesOfDay < slowdownThreshold ? undefined : Math.min(longestStretch, wrongCodesOfDay / slowdownThreshold)
}
