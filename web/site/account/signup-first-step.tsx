import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import type { FieldFaults } from '../../ui/fields/field-faults.ts'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { PasswordMeter } from '../../ui/fields/password-meter.tsx'
import { FactorDemandWords } from './factor-demand.tsx'
import classes from './frame.module.css'
import type { Details, Field } from './signup-rules.ts'

export type StepProps = { details: Details; faults: FieldFaults<Field>; change: (part: Partial<Details>) => void }

export function PersonStep({ details, faults, change }: StepProps) {
  return (
    <>
      <TextField
        label={t`Name`}
        name="name"
        autoComplete="name"
        value={details.name}
        error={faults.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextField
        label={t`Email`}
        type="email"
        name="email"
        autoComplete="email"
        value={details.email}
        error={faults.email}
        onChange={(event) => change({ email: event.currentTarget.value })}
      />
      <PasswordField
        label={t`Password`}
        name="pwd"
        autoComplete="new-password"
        value={details.pwd}
        error={faults.pwd}
        onChange={(event) => change({ pwd: event.currentTarget.value })}
        aria-describedby="strength"
      />
      <PasswordMeter id="strength" password={details.pwd} own={[details.name, details.email.split('@')[0]!]} />
      <PasswordField
        label={t`Confirm password`}
        name="cpwd"
        autoComplete="new-password"
        value={details.cpwd}
        error={faults.cpwd}
        onChange={(event) => change({ cpwd: event.currentTarget.value })}
      />
      <FactorDemandWords />
      <Tick name="adult" checked={details.adult} error={faults.adult} onChange={(adult) => change({ adult })}>
        <Trans>I am 18 or older.</Trans>
      </Tick>
      <Tick name="accept" checked={details.accept} error={faults.accept} onChange={(accept) => change({ accept })}>
        <Trans>
          I accept the <Link to={path('terms')}>Terms of Service</Link> and have read the{' '}
          <Link to={path('privacy')}>Privacy Policy</Link>.
        </Trans>
      </Tick>
      <Button type="submit" size="md">
        <Trans>Continue</Trans>
      </Button>
    </>
  )
}

type TickProps = {
  name: string
  checked: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
  children: ReactNode
}

/** A checkbox with its label and error. */
function Tick({ name, checked, error, onChange, children }: TickProps) {
  const problem = `${name}-problem`
  return (
    <div>
      <label className={classes.tick}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? problem : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p id={problem} className={classes.problem}>
          {error}
        </p>
      )}
    </div>
  )
}
