import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import classes from './flyout.module.css'

type Props = {
  /** Accessible name of the button. */
  label: string
  button: ReactNode
  /** Rendered while open. `close` also returns focus to the button. */
  children: (close: () => void) => ReactNode
  align?: 'start' | 'end'
}

/**
 * Shows a button that opens a small panel below it. Escape, a click outside or tabbing out closes the panel. Separate
 * from `Disclosure` in web/ui, the menu of public pages: that opens on hover, which would cover the chart, and its
 * links are in the page before it opens. Public pages have no bytes to spare for one component with both behaviours.
 */
export function Flyout({ label, button, children, align = 'start' }: Props) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', outside)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      document.removeEventListener('focusin', outside)
    }
  }, [open])
  return (
    <div
      ref={root}
      className={classes.flyout}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        close()
      }}
    >
      <button
        ref={opener}
        type="button"
        className={classes.button}
        aria-label={label}
        title={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div
          id={id}
          className={`${classes.panel} ${align === 'end' ? classes.end : ''}`}
          role="group"
          aria-label={label}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}
