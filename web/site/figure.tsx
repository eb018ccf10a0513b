import type { CallName } from '../../contract/calls.ts'
import type { CallOutput } from '../data/call.ts'
import { type FigureFormat, figureFormats, valueAt } from './figure-text.ts'
import classes from './figure.module.css'

type Props<N extends CallName> = {
  call: N
  /** Query of the call beside its name, such as `p=2`. */
  query?: string
  /** The call's response. */
  of: CallOutput<N> | null | undefined
  /** Path in the response: `losing.shareBps`. */
  at: string
  as?: FigureFormat
}

/**
 * A number on a public page. Takes its value from the response of the call that it names, and puts the call and the
 * path into the markup, so that a test can make the call again and compare. Source: docs/spec/truth.md section 2.
 */
export function Figure<N extends CallName>({ call, query, of, at, as = 'count' }: Props<N>) {
  const value = valueAt(of, at)
  return (
    <span className={classes.figure} data-source={`${call}${query ? `?${query}` : ''}#${at}`} data-as={as} dir="auto">
      {value === undefined || value === null ? '–' : figureFormats[as](value, at)}
    </span>
  )
}

/** A live price of a symbol, from its published record. */
export function LivePrice({ symbol, text }: { symbol: string; text: string }) {
  return (
    <span className={classes.figure} data-source={`ticks?symbol=${symbol}`} data-as="price" dir="ltr">
      {text}
    </span>
  )
}
