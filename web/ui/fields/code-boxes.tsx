import { t } from '@lingui/core/macro'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { completes, type Entry, enterText, eraseBack } from './code-entry.ts'
import classes from './code-boxes.module.css'

type Props = {
  /** One string per box. */
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Called after `onChange` when the code becomes complete, or its last digit is entered again. */
  onComplete?: (() => void) | undefined
  label: string
  invalid?: boolean
  describedBy?: string
  autoFocus?: boolean
}

const digitLabel = (position: number, count: number) => t`Digit ${position} of ${count}`

/**
 * Boxes of one digit each for an emailed code. The focus advances automatically, Backspace goes back, and a pasted or
 * autofilled code fills all boxes.
 */
export function CodeBoxes({ value, onChange, onComplete, label, invalid, describedBy, autoFocus }: Props) {
  const inputs = useRef<(HTMLInputElement | null)[]>([])
  const labelId = useId()
  const completed = useRef(false)

  // In an effect, so that the caller's `onComplete` uses the new value.
  useEffect(() => {
    if (!completed.current) return
    completed.current = false
    onComplete?.()
  })

  function enter(at: number, text: string) {
    completed.current = completes(value, at, text)
    apply(enterText(value, at, text))
  }

  function apply({ boxes, focus }: Entry) {
    onChange(boxes)
    inputs.current[focus]?.focus()
    inputs.current[focus]?.select()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, at: number) {
    const move = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: value.length - 1 }[event.key]
    if (event.key === 'Backspace') {
      event.preventDefault()
      apply(eraseBack(value, at))
    } else if (move !== undefined) {
      event.preventDefault()
      inputs.current[Math.min(Math.max(move, 0), value.length - 1)]?.focus()
    }
  }

  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy}>
      <span id={labelId} className={classes.label}>
        {label}
      </span>
      <div className={classes.row} dir="ltr" style={{ '--boxes': value.length } as CSSProperties}>
        {value.map((digit, at) => (
          <input
            key={at}
            ref={(element) => void (inputs.current[at] = element)}
            className={classes.box}
            value={digit}
            inputMode="numeric"
            pattern="[0-9]*"
            // Autofill from emails and text messages puts the whole code into the first box.
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            aria-label={digitLabel(at + 1, value.length)}
            aria-invalid={invalid || undefined}
            autoFocus={autoFocus && at === 0}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => onKeyDown(event, at)}
            onPaste={(event) => {
              event.preventDefault()
              enter(at, event.clipboardData.getData('text'))
            }}
            // React fires no change event if the same digit is typed again, so the focus wouldn't advance.
            onInput={(event) => {
              const typed = event.currentTarget.value
              // Typing into a filled box without a selection yields both digits; the new one is used.
              const added = digit && typed.length === 2 ? typed.replace(digit, '') || digit : typed
              enter(at, added)
            }}
          />
        ))}
      </div>
    </div>
  )
}
