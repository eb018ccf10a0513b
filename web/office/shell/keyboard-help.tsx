import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { chartKeys } from '../trading/chart/chart-keys.ts'
import { tradingKeys } from '../trading/keyboard-map.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
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
  return (
    <Dialog title={<Trans>Keyboard shortcuts</Trans>} size="small" closeButton lightDismiss onClose={onClose}>
      {keyGroups().map(({ name, keys }) => (
        <section key={name} className={classes.group} aria-label={name}>
          <h3>{name}</h3>
          <Facts className={classes.keys}>
            {keys.map(({ keys: written, does }) => (
              <Fact
                key={does}
                term={
                  <span dir="ltr">
                    {written.map((key) => (key === '…' ? <span key={key}>…</span> : <kbd key={key}>{key}</kbd>))}
                  </span>
                }
              >
                {does}
              </Fact>
            ))}
          </Facts>
        </section>
      ))}
      <p className={classes.note}>
        <Trans>Single-key shortcuts work when the focus isn’t in a text field.</Trans>
      </p>
    </Dialog>
  )
}
