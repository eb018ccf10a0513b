import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { chartKeys } from '../trading/chart/chart-keys.ts'
import { EditKeys } from '../trading/keys/edit-keys.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './keyboard-help.module.css'

type Key = { keys: readonly string[]; does: string }

/** Returns `⌘` on Apple devices, `Ctrl` elsewhere. */
const commandKey = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')

const everywhere = (): Key[] => [
  { keys: [commandKey(), 'K'], does: t`Find a page or action` },
  { keys: ['?'], does: t`Show keyboard shortcuts` },
  { keys: ['Esc'], does: t`Close the open panel` },
]

const onTheChart = (): Key[] =>
  chartKeys.flatMap(({ written, does }) => (written ? [{ keys: [written], does: does() }] : []))

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={classes.group} aria-label={name}>
      <h3>{name}</h3>
      {children}
    </section>
  )
}

function Keys({ keys }: { keys: Key[] }) {
  return (
    <Facts className={classes.keys}>
      {keys.map(({ keys: written, does }) => (
        <Fact
          key={does}
          term={
            <span dir="ltr">
              {written.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          }
        >
          {does}
        </Fact>
      ))}
    </Facts>
  )
}

/** Shows the keyboard shortcuts of the office in a dialog, and lets the customer change those of the trading screen. */
export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={<Trans>Keyboard shortcuts</Trans>} size="small" closeButton lightDismiss onClose={onClose}>
      <Group name={t`Everywhere`}>
        <Keys keys={everywhere()} />
      </Group>
      <Group name={t`On the trading screen`}>
        <EditKeys />
      </Group>
      <Group name={t`While the chart has focus`}>
        <Keys keys={onTheChart()} />
      </Group>
      <p className={classes.note}>
        <Trans>Single-key shortcuts work when the focus isn’t in a text field.</Trans>
      </p>
    </Dialog>
  )
}
