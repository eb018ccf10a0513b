import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { chartKeys } from '../trading/chart/chart-keys.ts'
import { tradingKeys } from '../trading/keyboard-map.ts'
import classes from './keyboard-help.module.css'

type Key = { keys: readonly string[]; does: string }

/** Returns `⌘` on Apple devices, `Ctrl` elsewhere. */
const commandKey = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')

/** Returns all of the office's keyboard shortcuts, from the lists that the key handlers use. */
function keyGroups(): { name: string; keys: Key[] }[] {
  return [
    {
      name: t`Everywhere`,
      keys: [
        { keys: [commandKey(), 'K'], does: t`Find a page or action` },
        { keys: ['?'], does: t`Show keyboard shortcuts` },
        { keys: ['Esc'], does: t`Close the open panel` },
      ],
    },
    {
      name: t`On the trading screen`,
      keys: tradingKeys.map(({ presses, written = presses.map((key) => key.toUpperCase()), does }) => ({
        keys: written,
        does: does(),
      })),
    },
    {
      name: t`While the chart has focus`,
      keys: chartKeys.flatMap(({ written, does }) => (written ? [{ keys: [written], does: does() }] : [])),
    },
  ]
}

/** Shows the keyboard shortcuts of the office in a dialog. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby="keys-title"
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className={classes.content}>
        <div className={classes.head}>
          <h2 id="keys-title">
            <Trans>Keyboard shortcuts</Trans>
          </h2>
          <IconButton label={t`Close`} onClick={() => dialog.current?.close()}>
            <Icon name="close" />
          </IconButton>
        </div>
        {keyGroups().map(({ name, keys }) => (
          <section key={name} aria-label={name}>
            <h3>{name}</h3>
            <dl className={classes.keys}>
              {keys.map(({ keys: written, does }) => (
                <div key={does}>
                  <dt dir="ltr">
                    {written.map((key) => (key === '…' ? <span key={key}>…</span> : <kbd key={key}>{key}</kbd>))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <p className={classes.note}>
          <Trans>Single keys work when the focus isn’t in a text field.</Trans>
        </p>
      </div>
    </dialog>
  )
}
