import type { ReactNode } from 'react'
import type { FigureFormat } from '../figure-text.ts'
import type { chainFigureFormats } from './chain-amounts.ts'

/** `inSentence`: the number is inside a sentence, so its digits are grouped. */
export type ChainFigureFormat = FigureFormat | keyof typeof chainFigureFormats | 'inSentence'

type Props = {
  /** The call with its query, `explorer.block?coin=BTC&height=5`, and the path in its response. */
  source: `explorer.${string}?${string}#${string}`
  as?: ChainFigureFormat
  children: ReactNode
}

/** Marks a number with the call and the path that it comes from, as `Figure` does on other public pages. */
export function ChainFigure({ source, as = 'count', children }: Props) {
  return (
    <span data-source={source} data-as={as}>
      {children}
    </span>
  )
}
