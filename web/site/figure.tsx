import type { CallName } from '../../api/calls.ts'
import type { CallOutput } from '../data/call.ts'
import { type FigureFormat, figureFormats, valueAt } from './figure-text.ts'
import classes from './figure.module.css'

type Props<N extends CallName> = {
  call: N
  /** The call's query parameters, such as `p=2`. */
  query?: string
  /** The call's response. */
  of: CallOutput<N> | null | undefined
  /** Path in the response: `losing.shareBps`. */
  at: string
  as?: FigureFormat
}

/**
 * Shows a number on a public page. Reads it from a call's response, and puts the call and the path into the markup, so
 * that a test can make the call again and compare. Source: docs/spec/truth.md section 2.
 */
export function Figure<N extends CallName>({ call, query, of, at, as = 'count' }: Props<N>) {
  const value = valueAt(of, at)
  return (
    <span className={classes.figure} data-source={`${call}${query ? `?${query}` : ''}#${at}`} data-as={as} dir="auto">
      {value === undefined || value === null ? '–' : figureFormats[as](value, at)}
    </span>
  )
}

/** Shows a symbol's live price, which comes from its published ticks. */
export function LivePrice({ symbol, text }: { symbol: string; text: string }) {
  return (
    <span className={classes.figure} data-source={`ticks?symbol=${symbol}`} data-as="price" dir="ltr">
      {text}
    </span>
  )
}
