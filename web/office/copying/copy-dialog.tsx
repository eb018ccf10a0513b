import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CopyRecord } from '../../../api/calls/copying/copying.ts'
import { smallestCopy } from '../../../api/experts.ts'
import { moneyText } from '../../ui/text/number-text.ts'
import { FormDialog } from '../../shell/form-dialog.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { TextField } from '../../ui/fields/fields.tsx'
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
  save: (form: CopyForm) => Promise<unknown>
}

const symbolClasses = () => [
  { value: 'crypto', label: t`Crypto` },
  { value: 'forex', label: t`Forex` },
  { value: 'stocks', label: t`Stocks` },
]
const modes = () => [
  { value: 'fixed', label: t`Fixed stake` },
  { value: 'proportional', label: t`Proportional to the trader’s stake` },
]

/** Shows the dialog for copying a trader: stake, filters and stop-loss. */
export function CopyDialog({ name, cur, now, busy, action, onClose, save }: Props) {
  const allClasses = symbolClasses().map(({ value }) => value)
  const [mode, setMode] = useState<CopyForm['mode']>(now?.mode ?? 'fixed')
  const [amount, setAmount] = useState(now?.amount ?? smallestCopy)
  const [chosen, setChosen] = useState<string[]>(now && now.classes.length > 0 ? now.classes : allClasses)
  const [maxStake, setMaxStake] = useState(now?.maxStake ?? '')
  const [stopLoss, setStopLoss] = useState(now?.stopLoss ?? '')
  const smallest = moneyText(smallestCopy, cur)
  async function submit() {
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
      onClose()
  }
  return (
    <FormDialog
      title={<Trans>Copy {name}</Trans>}
      busy={busy}
      action={action}
      disabled={chosen.length === 0}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Choice
        label={t`Stake per copy`}
        options={modes()}
        value={mode}
        onChange={(value) => setMode(value as CopyForm['mode'])}
      />
      <TextField
        label={mode === 'fixed' ? t`Stake per copy, in ${cur}` : t`Amount to allocate, in ${cur}`}
        description={
          mode === 'fixed'
            ? t`Minimum ${smallest}.`
            : t`The trader stakes 1% of its account, and you stake 1% of this amount. Copies below ${smallest} are \
skipped.`
        }
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
      />
      <ClassChoice chosen={chosen} onChange={setChosen} />
      <TextField
        label={t`Skip copies above this stake, in ${cur}`}
        description={t`Leave empty to copy all trades.`}
        inputMode="decimal"
        autoComplete="off"
        value={maxStake}
        onChange={(event) => setMaxStake(event.currentTarget.value)}
      />
      <TextField
        label={t`Stop-loss, in ${cur}`}
        description={
          <Trans>
            Open copies count as losses, so total losses never exceed this amount. Leave empty for no limit.
          </Trans>
        }
        inputMode="decimal"
        autoComplete="off"
        value={stopLoss}
        onChange={(event) => setStopLoss(event.currentTarget.value)}
      />
      <Warning />
    </FormDialog>
  )
}

function Warning() {
  return (
    <p className={classes.quiet}>
      <Trans>
        At least a tenth of your account always stays out of copies. Your own limits apply to copies too. At even odds,
        a copied trade loses money on average, like any other trade.
      </Trans>
    </p>
  )
}

/** Selects the symbol classes to copy. */
function ClassChoice({ chosen, onChange }: { chosen: string[]; onChange: (chosen: string[]) => void }) {
  return (
    <fieldset className={classes.classes}>
      <legend>
        <Trans>What to copy</Trans>
      </legend>
      {symbolClasses().map(({ value, label }) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((one) => one !== value))}
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  )
}
