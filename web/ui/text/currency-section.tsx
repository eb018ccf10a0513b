import { signFollowsAmount } from '#i18n'

/** Returns the props that put a currency's sign inside an amount field, on the side where the language writes it. */
export function currencySection(cur: string) {
  const sign = <span aria-hidden="true">{cur}</span>
  return signFollowsAmount() ? { rightSection: sign } : { leftSection: sign }
}
