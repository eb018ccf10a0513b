import { useMarket } from './market.tsx'
import { favouritesFirst } from './symbol-search.ts'

/** Returns a function that chooses the next live symbol (1), favourites first, or the one before (-1). */
export function useNextSymbol(): (step: 1 | -1) => void {
  const { chosen, symbols, favourites, choose } = useMarket()
  return (step) => {
    const live = symbols.filter((one) => one.state === 'live')
    const listed = favouritesFirst(live, favourites)
    const place = listed.findIndex((one) => one.symbol === chosen?.symbol)
    const next = listed[(place + step + listed.length) % listed.length]
    if (next) choose(next.symbol)
  }
}
