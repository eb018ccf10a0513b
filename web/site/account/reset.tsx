import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { PageForm } from '../../ui/fields/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { PasswordMeter } from '../../ui/fields/password-meter.tsx'
import { DevelopmentMailbox } from '../../document/development-mailbox.tsx'
import { FactorStep } from './factor-step.tsx'
import { AccountFrame } from './frame.tsx'
import { Steps } from './steps.tsx'
import classes from './frame.module.css'
import { useReset } from './use-reset.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/reset'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`Password reset`, t`Choose a new password for your practice account with a code that we email you.`)(args)

const stepNames = () => [t`Email`, t`New password`]

export default function Reset() {
  const reset = useReset()
  const { form, step, busy, notice, field, submit } = reset
  return (
    <AccountFrame
      title={t`Password reset`}
      words={
        step === 1 &&
        t`We’ll email you a code that lets you choose a new password. You’ll be signed out on all your devices.`
      }
    >
      <Steps names={stepNames()} step={step} />
      <PageForm ref={form} onSubmit={submit} busy={busy} notice={notice}>
        {step === 1 ? (
          <>
            <TextField label={t`Email`} type="email" autoComplete="username" {...field('email')} />
            <Button type="submit" size="md" loading={busy}>
              <Trans>SendCode</Trans>
            </Button>
          </>
        ) : (
          <PasswordStep {...reset} />
        )}
        <OtherWays />
      </PageForm>
    </AccountFrame>
  )
}

/** The code from the email, the new password and, if the account has one, the second factor. */
function PasswordStep(reset: ReturnType<typeof useReset>) {
  const { form, values, faults, busy, way, methods, tries, change, field, setBoxes, submit, back } = reset
  const { email, pwd, cpwd } = values

  function complete() {
    if (pwd && cpwd) void submit()
    else form.current?.querySelector<HTMLElement>(pwd ? '[name=cpwd]' : '[name=pwd]')?.focus()
  }

  return (
    <>
      <p className={classes.words}>
        <Trans>
          We sent an email to <strong>{email}</strong>. If the address has an account, the email contains a five-digit
          code, valid for ten minutes.
        </Trans>
      </p>
      <DevelopmentMailbox shown />
      <CodeBoxes
        label={t`Code from the email`}
        value={values.boxes}
        invalid={Boolean(faults.vcode)}
        describedBy="code-problem"
        onChange={setBoxes}
        onComplete={complete}
        autoFocus
      />
      <p id="code-problem" className={classes.problem}>
        {faults.vcode}
      </p>
      {/* Password managers store the new password under this name. */}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        {...field('pwd')}
        aria-describedby="strength"
      />
      <PasswordMeter id="strength" password={pwd} own={[email.split('@')[0]!]} />
      <PasswordField label={t`Confirm new password`} autoComplete="new-password" {...field('cpwd')} />
      {methods && (
        <FactorStep
          key={tries}
          methods={methods}
          error={faults.totp}
          onChange={(totp) => change({ totp })}
          onComplete={() => void submit()}
        />
      )}
      <Button type="submit" size="md" loading={busy && !way}>
        <Trans>Reset password</Trans>
      </Button>
      <div className={classes.row}>
        <Button variant="default" leftSection={<Icon name="back" size={18} data-directed />} onClick={back}>
          <Trans>Back</Trans>
        </Button>
        <Button variant="default" className={classes.grow} loading={way === 'code'} onClick={() => void submit('code')}>
          <Trans>RESEND CODE</Trans>
        </Button>
      </div>
    </>
  )
}

function OtherWays() {
  return (
    <p className={classes.links}>
      <Link to={path('signIn')}>
        <Trans>Back to login</Trans>
      </Link>
      <Link to={path('signUp')}>
        <Trans>Register</Trans>
      </Link>
    </p>
  )
}
