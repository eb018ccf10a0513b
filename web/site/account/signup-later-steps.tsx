import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import type { FieldFaults } from '../../ui/fields/field-faults.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import { SearchSelect } from '../../ui/fields/search-select.tsx'
import { Icon } from '../../ui/icons.tsx'
import { DevelopmentMailbox } from '../../document/development-mailbox.tsx'
import classes from './frame.module.css'
import type { Field } from './signup-rules.ts'
import type { StepProps } from './signup-first-step.tsx'
import { useCountries } from './use-countries.ts'

// The second and third step of signing up. Loaded when the first one is complete.

const currencies = [
  { value: 'USD', label: 'USD', mark: '$' },
  { value: 'EUR', label: 'EUR', mark: '€' },
  { value: 'GBP', label: 'GBP', mark: '£' },
]

export function ContactStep({ details, faults, change, back, busy }: StepProps & { back: () => void; busy: boolean }) {
  const { countries, failed, retry } = useCountries()

  function choose(name: string) {
    change({ country: name, code: countries.find(({ value }) => value === name)?.note ?? '' })
  }

  return (
    <>
      <SearchSelect
        label={t`Country`}
        name="country"
        autoComplete="country-name"
        value={details.country}
        onChange={choose}
        error={failed ? t`The list of countries didn’t load. Try again.` : faults.country}
        placeholder={countries.length > 0 || failed ? t`Choose your country` : t`Loading countries…`}
        options={countries}
      />
      {failed && (
        <Button variant="default" onClick={retry}>
          <Trans>Reload countries</Trans>
        </Button>
      )}
      <div className={classes.pair}>
        <TextField label={t`Dial code`} name="code" dir="ltr" value={details.code} readOnly tabIndex={-1} />
        <TextField
          label={t`Phone`}
          name="phone"
          dir="ltr"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={details.phone}
          error={faults.phone}
          onChange={(event) => change({ phone: event.currentTarget.value })}
        />
      </div>
      <Choice
        label={t`Account currency`}
        options={currencies}
        value={details.cur}
        error={faults.cur}
        onChange={(cur) => change({ cur })}
      />
      <div className={classes.row}>
        <Button variant="default" size="md" leftSection={<Icon name="back" size={18} data-directed />} onClick={back}>
          <Trans>Back</Trans>
        </Button>
        <Button type="submit" size="md" className={classes.grow} loading={busy}>
          <Trans>Continue</Trans>
        </Button>
      </div>
    </>
  )
}

type CodeProps = {
  email: string
  boxes: string[]
  faults: FieldFaults<Field>
  setBoxes: (boxes: string[]) => void
  complete: () => void
  back: () => void
  resend: () => void
  busy: 'code' | 'register' | false
}

export function CodeStep({ email, boxes, faults, setBoxes, complete, back, resend, busy }: CodeProps) {
  const wrong = faults.vcode
  return (
    <>
      <p className={classes.words}>
        <Trans>
          We emailed a five-digit code to <strong>{email}</strong>. It’s valid for ten minutes, and we check it when you
          enter the last digit.
        </Trans>
      </p>
      <CodeBoxes
        label={t`Code`}
        value={boxes}
        onChange={setBoxes}
        onComplete={complete}
        invalid={Boolean(wrong)}
        describedBy="code-problem"
        autoFocus
      />
      <p id="code-problem" className={classes.problem}>
        {wrong}
      </p>
      <DevelopmentMailbox shown />
      <Button type="submit" size="md" loading={busy === 'register'}>
        <Trans>REGISTER</Trans>
      </Button>
      <div className={classes.row}>
        <Button variant="default" leftSection={<Icon name="back" size={18} data-directed />} onClick={back}>
          <Trans>Back</Trans>
        </Button>
        <Button variant="default" className={classes.grow} loading={busy === 'code'} onClick={resend}>
          <Trans>RESEND CODE</Trans>
        </Button>
      </div>
    </>
  )
}
