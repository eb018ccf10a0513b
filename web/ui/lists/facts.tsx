import type { ReactNode } from 'react'
import classes from './facts.module.css'

type Props = {
  /**
   * `grid`: each value below its term, side by side. `rows`: each value at the end of its term's line, with lines
   * between them. `compact`: the same without lines, in small type. Without a layout, `className` styles the list.
   */
  layout?: 'grid' | 'rows' | 'compact'
  className?: string | undefined
  /** Announces changes to the values. */
  'aria-live'?: 'polite'
  'aria-busy'?: boolean
  /** Facts that need only a name and a value. */
  facts?: readonly { name: ReactNode; value: ReactNode }[]
  children?: ReactNode
}

/** A list of terms with their values. */
export function Facts({ layout, className = '', facts = [], children, ...rest }: Props) {
  return (
    <dl className={`${layout ? classes[layout] : ''} ${className}`} {...rest}>
      {facts.map(({ name, value }, place) => (
        <Fact key={place} term={name}>
          {value}
        </Fact>
      ))}
      {children}
    </dl>
  )
}

/** A term with its value. `className` styles the value. */
export function Fact({
  term,
  className,
  wide = false,
  tone,
  children,
}: {
  term: ReactNode
  className?: string | undefined
  /** Spans the whole width of a grid. */
  wide?: boolean
  tone?: 'up' | 'down' | undefined
  children: ReactNode
}) {
  return (
    <div data-wide={wide || undefined}>
      <dt>{term}</dt>
      <dd className={className} data-tone={tone}>
        {children}
      </dd>
    </div>
  )
}
