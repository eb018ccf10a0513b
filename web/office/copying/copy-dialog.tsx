import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CopyRecord } from '../../../contract/copying.ts'
import { smallestCopy } from '../../../contract/experts.ts'
import { Choice } from '../../ui/choice.tsx'
import { TextField } from '../../ui/fields.tsx'
import classes from './copying.module.css'

export type CopyForm = {
  mode: 'fixed' | 'proportional'
  amount: string
  classes: string[]
  maxStake: string
  stopLoss: string
}
type Props = {
  name: string
  cur: string
  now?: CopyRecord
  busy: boolean
  action: string
  onClose: () => void
  save: (form: CopyForm) => Promise<boolean>
}

const symbolClasses = () => [
  { value: 'crypto', label: t`Crypto` },
  { value: 'forex', label: t`Forex` },
  { value: 'stocks', label: t`Stocks` },
]
const modes = () => [
  { value: 'fixed', label: t`A fixed stake` },
  { value: 'proportional', label: t`In proportion to the trader` },
]

/** How a trader is copied: the stake, filters, and where copying stops. */
export function CopyDialog({ name, cur, now, busy, action, onClose, save }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const allClasses = symbolClasses().map(({ value }) => value)
  const [mode, setMode] = useState<CopyForm['mode']>(now?.mode ?? 'fixed')
  const [amount, setAmount] = useState(now?.amount ?? smallestCopy)
  const [chosen, setChosen] = useState<string[]>(now && now.classes.length > 0 ? now.classes : allClasses)
  const [maxStake, setMaxStake] = useState(now?.maxStake ?? '')
  const [stopLoss, setStopLoss] = useState(now?.stopLoss ?? '')
  const close = () => dialog.current?.close()
  async function submit(event: FormEvent) {
    event.preventDefault()
    const all = chosen.length === allClasses.length
    if (
      await save({
        mode,
        amount: amount.trim(),
        classes: all ? [] : chosen,
        maxStake: maxStake.trim(),
        stopLoss: stopLoss.trim(),
      })
    )
      close()
  }
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="copy-dialog-title" onClose={onClose}>
      <form className={classes.form} onSubmit={(event) => void submit(event)}>
        <h2 id="copy-dialog-title">
          <Trans>Copy {name}</Trans>
        </h2>
        <Choice
          label={t`Stake of each copy`}
          options={modes()}
          value={mode}
          onChange={(value) => setMode(value as CopyForm['mode'])}
        />
        <TextField
          label={mode === 'fixed' ? t`Stake of each copy, in ${cur}` : t`Amount that follows the trader, in ${cur}`}
          description={
            mode === 'fixed'
              ? t`At least ${smallestCopy}.`
              : t`The trader stakes 1 % of its account; so do you of this amount. Copies below 10.00 are left out.`
          }
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <ClassChoice chosen={chosen} onChange={setChosen} />
        <TextField
          label={t`Leave out copies above, in ${cur}`}
          description={t`Empty: none is left out.`}
          inputMode="decimal"
          autoComplete="off"
          value={maxStake}
          onChange={(event) => setMaxStake(event.currentTarget.value)}
        />
        <TextField
          label={t`Stop copying at a loss of, in ${cur}`}
          description={t`Open copies count as lost, so that the copies together never lose more. Empty: no stop.`}
          inputMode="decimal"
          autoComplete="off"
          value={stopLoss}
          onChange={(event) => setStopLoss(event.currentTarget.value)}
        />
        <Warning />
        <div className={classes.buttons}>
          <Button type="submit" loading={busy} disabled={chosen.length === 0}>
            {action}
          </Button>
          <Button variant="default" onClick={close}>
            <Trans>Back</Trans>
          </Button>
        </div>
      </form>
    </dialog>
  )
}

function Warning() {
  return (
    <p className={classes.quiet}>
      <Trans>
        A tenth of your account always stays free. Your own limits hold for copies as for any trade. At even odds a
        copied trade loses on average, as any other does.
      </Trans>
    </p>
  )
}

/** Of which classes of symbols orders are copied. */
function ClassChoice({ chosen, onChange }: { chosen: string[]; onChange: (chosen: string[]) => void }) {
  return (
    <fieldset className={classes.classes}>
      <legend>
        <Trans>What to copy</Trans>
      </legend>
      {symbolClasses().map(({ value, label }) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
