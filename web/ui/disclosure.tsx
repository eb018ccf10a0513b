import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Icon } from './icons.tsx'
import classes from './disclosure.module.css'

/**
 * A button that opens a panel below it on click, Enter, Space or mouse hover. Escape, a choice in the panel, or moving
 * the focus out closes it.
 */
export function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panelId = useId()

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    setOpen(false)
    button.current?.focus()
  }

  function onBlur(event: FocusEvent<HTMLDivElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
  }

  return (
    <div
      className={classes.disclosure}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-expanded={open}
        aria-controls={panelId}
        // Hovering already opened the panel; the click must not close it.
        onClick={(event) => setOpen((was) => (event.detail > 0 && matchMedia('(hover: hover)').matches ? true : !was))}
      >
        {label}
        <Icon name="chevron" size={16} />
      </button>
      <div id={panelId} className={classes.panel} hidden={!open} onClick={() => setOpen(false)}>
        {children}
      </div>
    </div>
  )
}
