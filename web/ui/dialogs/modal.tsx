import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import classes from './modal.module.css'

type Props = Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onCancel' | 'onClick' | 'onClose'> & {
  /** Keeps the dialog open: neither Escape nor a click outside closes it. */
  locked?: boolean
  /** False keeps a closed dialog mounted, so that it opens at once. True by default. */
  open?: boolean
  /** A click outside closes the dialog. */
  lightDismiss?: boolean
  /** Called when the user closes the dialog: stop rendering it, or set `open` to false. */
  onClose: () => void
}

/**
 * A modal dialog without a layout, open while it is rendered. The browser's `dialog` moves the focus in and back and
 * makes the rest of the page inert.
 */
export function Modal({ open = true, locked, lightDismiss, onClose, className = '', ...rest }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current!
    if (!open) return
    element.showModal()
    // Returns the focus. Removing an open dialog doesn't.
    return () => element.close()
  }, [open])
  return (
    <dialog
      ref={dialog}
      className={`${classes.modal} ${className}`}
      {...rest}
      onCancel={(event) => {
        if (locked) event.preventDefault()
      }}
      onClose={({ currentTarget }) => {
        // Some browsers close the dialog on a second Escape even if the cancel event is prevented, so reopen it.
        if (locked) currentTarget.showModal()
        else if (!currentTarget.open) onClose()
      }}
      onClick={({ target, currentTarget }) => {
        if (lightDismiss && !locked && target === currentTarget) onClose()
      }}
    />
  )
}
