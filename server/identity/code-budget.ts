/**
 * The installation's budget of wrong mailed codes. Five digits can be guessed by somebody who tries at many addresses from many networks,
 * where no limit of one address or network is reached. So the more wrong codes there were in a day, the fewer each network may try.
 * The first try of a network without wrong codes is always free, so a person with the right code gets in. Arithmetic: decision 19.
 */

/** Wrong codes of a day that slow nobody down; from here on the operators see an alarm. */
export const unslowedWrongCodes = 200
/** The alarm closes when a day's wrong codes fall below this. */
export const calmWrongCodes = 100

/** At most four days for three tries. */
const longestStretch = 64

/** Returns how many times longer the window of `codesOfNetworkWhenSlow` is, or undefined while nobody is slowed down. */
export function codeStretch(wrongCodesOfDay: number): number | undefined {
  return wrongCodesOfDay < unslowedWrongCodes
    ? undefined
    : Math.min(longestStretch, wrongCodesOfDay / unslowedWrongCodes)
}
