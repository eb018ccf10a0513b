import type { MouseEvent, ReactNode, RefObject } from 'react'
import classes from './drawer.module.css'

type Props = {
  /** Open the drawer with `ref.current.showModal()`. */
  ref: RefObject<HTMLDialogElement | null>
  label: string
  /** The side of the screen, in reading direction. */
  side: 'start' | 'end'
  /** Class of the panel. */
  className: string | undefined
  children: ReactNode
}

/**
 * A modal menu that slides in from a side. Each link and button in it closes it, and so do Escape and a click outside.
 */
export function Drawer({ ref, label, side, className, children }: Props) {
  function close({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
    if (target === currentTarget || (target as Element).closest('a, button')) currentTarget.close()
  }
  return (
    <dialog ref={ref} className={classes.drawer} data-side={side} aria-label={label} onClick={close}>
      <div className={className}>{children}</div>
    </dialog>
  )
}
