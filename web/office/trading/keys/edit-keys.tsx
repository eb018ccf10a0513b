import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import type { KeyAction } from '../../../../api/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
import { changeChartStore, useKeyChoices, useWorkspaceSync } from '../chart/workspace.ts'
import { keyOf, tradingKeys, withKey, writtenKey } from './keyboard-map.ts'
import classes from './edit-keys.module.css'

/** Keys that leave the button or the dialog, so they can't be chosen. */
const leaving = ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'AltGraph']

/** Lists the keys of the trading screen. Each key is a button: press it, then the new key. */
export function EditKeys() {
  useWorkspaceSync()
  const choices = useKeyChoices()
  const [awaited, setAwaited] = useState<KeyAction | null>(null)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState('')
  const expectKey = (action: KeyAction | null) => {
    setAwaited(action)
    setProblem('')
    setDone('')
  }
  const press = (event: KeyboardEvent, action: KeyAction) => {
    if (awaited !== action || leaving.includes(event.key)) return
    // Neither presses the button again, nor closes the dialog, nor places an order.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return expectKey(null)
    const next = withKey(choices, action, event.key)
    if ('problem' in next) return setProblem(next.problem)
    changeChartStore(() => ({ keys: next.choices }))
    expectKey(null)
    const written = writtenKey(keyOf(action, next.choices))
    setDone(t`The key is now ${written}.`)
  }
  return (
    <>
      <p className={classes.note}>
        <Trans>To change a key, select it and press the new key. Your keys are saved to your account.</Trans>
      </p>
      <Facts className={classes.keys}>
        {tradingKeys.map(({ action, does }) => {
          const written = writtenKey(keyOf(action, choices))
          const isAwaited = awaited === action
          const words = does()
          return (
            <Fact
              key={action}
              term={
                <button
                  type="button"
                  className={classes.key}
                  dir="ltr"
                  data-changed={action in choices || undefined}
                  aria-pressed={isAwaited}
                  aria-label={isAwaited ? t`Press the new key for: ${words}` : t`${words}: ${written}. Change key`}
                  onClick={({ currentTarget }) => {
                    // Safari doesn't focus a button that is clicked.
                    currentTarget.focus()
                    expectKey(isAwaited ? null : action)
                  }}
                  onKeyDown={(event) => press(event, action)}
                  onBlur={() => isAwaited && expectKey(null)}
                >
                  {isAwaited ? '…' : written}
                </button>
              }
            >
              {words}
              {isAwaited && (
                <small className={classes.prompt} role="alert" data-problem={problem !== '' || undefined}>
                  {problem || t`Press the new key, or Esc to keep ${written}.`}
                </small>
              )}
            </Fact>
          )
        })}
      </Facts>
      <div className={classes.foot}>
        <span role="status">{done}</span>
        <Button
          variant="default"
          size="xs"
          disabled={Object.keys(choices).length === 0}
          onClick={() => {
            changeChartStore(() => ({ keys: {} }))
            expectKey(null)
            setDone(t`All keys are back to their defaults.`)
          }}
        >
          <Trans>Reset keys</Trans>
        </Button>
      </div>
    </>
  )
}
