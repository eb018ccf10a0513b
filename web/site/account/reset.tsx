import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { PageForm } from '../../ui/fields/form.tsx'
import { PasswordMeter } from '../../ui/fields/password-meter.tsx'
import { DevelopmentMailbox } from '../../document/development-mailbox.tsx'
import { FactorStep } from './factor-step.tsx'
import { AccountFrame } from './frame.tsx'
import classes from './frame.module.css'
import { useReset } from './use-reset.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/reset'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`Password reset`, t`Choose a new password for your practice account with a code that we email you.`)(args)

export default function Reset() {
  const { form, values, faults, busy, way, token, methods, tries, change, field, setBoxes, submit } = useReset()
  return (
    <AccountFrame
      title={t`Password reset`}
      words={t`We’ll email you a code that lets you choose a new password. You’ll be signed out on all your devices.`}
    >
      <PageForm ref={form} onSubmit={submit} busy={busy}>
        <div className={classes.withButton}>
          <TextField label={t`Email`} type="email" autoComplete="username" {...field('email')} />
          <Button variant="default" size="md" loading={way === 'code'} onClick={() => void submit('code')}>
            <Trans>SendCode</Trans>
          </Button>
        </div>
        <DevelopmentMailbox shown={token !== ''} />
        <CodeBoxes
          label={t`Code from the email`}
          value={values.boxes}
          invalid={Boolean(faults.vcode)}
          describedBy="code-problem"
          onChange={setBoxes}
        />
        <p id="code-problem" className={classes.problem}>
          {faults.vcode}
        </p>
        <PasswordField
          label={t`New password`}
          autoComplete="new-password"
          {...field('pwd')}
          aria-describedby="strength"
        />
        <PasswordMeter id="strength" password={values.pwd} own={[values.email.split('@')[0]!]} />
        <PasswordField label={t`Confirm new password`} autoComplete="new-password" {...field('cpwd')} />
        {methods && (
          <FactorStep key={tries} methods={methods} error={faults.totp} onChange={(totp) => change({ totp })} />
        )}
        <Button type="submit" size="md" loading={busy && !way}>
          <Trans>Reset password</Trans>
        </Button>
        <OtherWays />
      </PageForm>
    </AccountFrame>
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
