import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../button.tsx'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useId, useRef, useState } from 'react'
import { Icon } from '../icons.tsx'
import { Modal } from './modal.tsx'
import classes from './popup.module.css'

export type PopupMessage = {
  /** Subject of the message, for example LOGIN. */
  title: string
  msg: string
  /** A success appears in a corner and fades; a warning stays until the user selects OK. */
  type: 'success' | 'warning'
}

type Shown = PopupMessage & { id: number; answered?: () => void }
type Show = (message: PopupMessage) => Promise<void>

const PopupContext = createContext<Show>(async () => {})
const successStaysMs = 7_000

/** Shows a message. The promise resolves when the user closes it; for a success, at once. */
export function usePopup(): Show {
  return useContext(PopupContext)
}

export function PopupProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([])
  const nextId = useRef(1)
  const close = useCallback((id: number) => {
    setShown((list) => {
      list.find((one) => one.id === id)?.answered?.()
      return list.filter((one) => one.id !== id)
    })
  }, [])
  const show = useCallback<Show>((message) => {
    const id = nextId.current++
    if (message.type === 'success') {
      setShown((list) => [...list.filter((one) => one.type === 'warning'), { ...message, id }])
      return Promise.resolve()
    }
    return new Promise((answered) => setShown((list) => [...list, { ...message, id, answered }]))
  }, [])
  const warning = shown.find((one) => one.type === 'warning')
  const success = shown.find((one) => one.type === 'success')
  return (
    <PopupContext value={show}>
      {children}
      {warning && <WarningPopup key={warning.id} message={warning} onClose={() => close(warning.id)} />}
      <div className={classes.corner} role="status">
        {success && <SuccessNote key={success.id} message={success} onClose={() => close(success.id)} />}
      </div>
    </PopupContext>
  )
}

function WarningPopup({ message, onClose }: { message: PopupMessage; onClose: () => void }) {
  const titleId = useId()
  const textId = useId()
  return (
    <Modal className={classes.popup} aria-labelledby={titleId} aria-describedby={textId} onClose={onClose}>
      <form method="dialog">
        <span className={`${classes.mark} ${classes.warning}`}>
          <Icon name="warning" size={22} />
        </span>
        <h2 id={titleId} className={classes.title}>
          {message.title}
        </h2>
        <p id={textId}>{message.msg}</p>
        <Button type="submit" fullWidth>
          <Trans>OK</Trans>
        </Button>
      </form>
    </Modal>
  )
}

function SuccessNote({ message, onClose }: { message: PopupMessage; onClose: () => void }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(onClose, successStaysMs)
    return () => clearTimeout(timer)
  }, [held, onClose])
  return (
    <div
      className={classes.note}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={`${classes.mark} ${classes.success}`}>
        <Icon name="check" size={18} />
      </span>
      <div>
        <strong className={classes.title}>{message.title}</strong>
        <p>{message.msg}</p>
      </div>
      <button type="button" className={classes.close} aria-label={t`Close`} onClick={onClose}>
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
