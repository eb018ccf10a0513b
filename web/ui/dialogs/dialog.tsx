import { t } from '@lingui/core/macro'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './dialog.module.css'
import { IconButton } from '../icon-button.tsx'
import { Icon } from '../icons.tsx'
import { Modal } from './modal.tsx'

type Props = {
  title: ReactNode
  children: ReactNode
  /** Buttons below the content. */
  actions?: ReactNode
  /** False keeps a closed dialog mounted. See `Modal`. */
  open?: boolean
  /** Puts the content and the actions into a form with these properties. */
  form?: Omit<ComponentProps<'form'>, 'className' | 'children'> | undefined
  /** `small` for a question, `medium` for a form, `large` for a document. */
  size?: 'small' | 'medium' | 'large'
  /** Makes the dialog tall from the start. Its last child fills the height. */
  tall?: boolean
  /** Fills the screen on phones. */
  coversPhone?: boolean
  /** Shows a button that closes the dialog next to the title. */
  closeButton?: boolean
  /** While a call runs, nothing closes the dialog. */
  busy?: boolean
  /** A click outside closes the dialog. */
  lightDismiss?: boolean
  /** Called when the user closes the dialog: stop rendering it. Without this function, nothing closes the dialog. */
  onClose?: () => void
}

/** A modal dialog with a title, open while it is rendered. Escape closes it. */
export function Dialog({
  title,
  children,
  actions,
  open = true,
  form,
  size = 'medium',
  tall = false,
  coversPhone = false,
  closeButton = false,
  busy = false,
  lightDismiss = false,
  onClose,
}: Props) {
  const titleId = useId()
  const content = (
    <>
      {children}
      {actions && <div className={classes.actions}>{actions}</div>}
    </>
  )
  return (
    <Modal
      className={classes.dialog}
      open={open}
      aria-labelledby={titleId}
      data-size={size}
      data-tall={tall || undefined}
      data-covers-phone={coversPhone || undefined}
      locked={busy || !onClose}
      lightDismiss={lightDismiss}
      onClose={() => onClose?.()}
    >
      <div className={classes.head}>
        <h2 id={titleId}>{title}</h2>
        {closeButton && (
          <IconButton label={t`Close`} disabled={busy} onClick={onClose}>
            <Icon name="close" />
          </IconButton>
        )}
      </div>
      {form ? (
        <form className={classes.content} {...form}>
          {content}
        </form>
      ) : (
        <div className={classes.content}>{content}</div>
      )}
    </Modal>
  )
}
