import { t } from '@lingui/core/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import { emptyBoxes } from '../../ui/fields/code-entry.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import type { FactorMethods } from './factor-methods.ts'
import classes from './frame.module.css'

const codeDigits = 6

/**
 * Fields for the second factor: the app's code or a recovery code. `onChange` receives the value for the call's
 * `totp`.
 */
export function FactorStep({
  methods,
  error,
  onChange,
  onComplete,
}: {
  methods: FactorMethods
  error?: string | undefined
  onChange: (totp: string) => void
  /** Called after `onChange` when the app's code is complete. */
  onComplete: () => void
}) {
  const [boxes, setBoxes] = useState(() => emptyBoxes(codeDigits))
  const [recovering, setRecovering] = useState(!methods.includes('totp'))
  const [recovery, setRecovery] = useState('')
  if (recovering) {
    return (
      <>
        <TextField
          label={t`Recovery code`}
          description={t`One of the ten codes that you saved. Each code works once.`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          value={recovery}
          error={error}
          autoFocus
          onChange={(event) => {
            setRecovery(event.currentTarget.value)
            onChange(event.currentTarget.value)
          }}
        />
        {methods.includes('totp') && <SwitchTo words={t`Use the app instead`} onClick={() => switchTo(false)} />}
      </>
    )
  }
  return (
    <>
      <CodeBoxes
        label={t`Code from your authenticator app`}
        value={boxes}
        invalid={Boolean(error)}
        describedBy="factor-problem"
        autoFocus
        onChange={(value) => {
          setBoxes(value)
          onChange(value.join(''))
        }}
        onComplete={onComplete}
      />
      <p id="factor-problem" className={classes.problem}>
        {error}
      </p>
      {methods.includes('recovery') && (
        <SwitchTo words={t`Use a recovery code instead`} onClick={() => switchTo(true)} />
      )}
    </>
  )

  function switchTo(toRecovery: boolean) {
    setRecovering(toRecovery)
    setBoxes(emptyBoxes(codeDigits))
    setRecovery('')
    onChange('')
  }
}

function SwitchTo({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <div className={classes.row}>
      <Button variant="subtle" size="compact-sm" onClick={onClick}>
        {words}
      </Button>
    </div>
  )
}
