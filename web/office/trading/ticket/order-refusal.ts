/** Where a refused order is explained: at the input that caused it, otherwise in a popup. */
export type RefusalPlace = 'symbol' | 'amount' | 'interval' | 'popup'

const places: Record<string, RefusalPlace> = {
  unknown_symbol: 'symbol',
  market_closed: 'symbol',
  symbol_stale: 'symbol',
  exposure_limit: 'amount',
  bad_amount: 'amount',
  amount_too_small: 'amount',
  amount_too_large: 'amount',
  insufficient_balance: 'amount',
  stake_limit: 'amount',
  own_stake_limit: 'amount',
  bad_interval: 'interval',
}

/** Returns where to show a refusal of the `trade` call, by its code and the inputs it names. */
export function placeOfRefusal(code: string, fields: Record<string, string>): RefusalPlace {
  if (code === 'bad_input')
    return 'amount' in fields ? 'amount' : 'symbols' in fields ? 'symbol' : 'interval' in fields ? 'interval' : 'popup'
  return places[code] ?? 'popup'
}
