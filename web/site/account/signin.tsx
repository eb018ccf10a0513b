import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { lazy, Suspense, type ReactNode, type Ref } from 'react'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { PageForm } from '../../ui/fields/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { FactorMethods } from './factor-methods.ts'
import { AccountFrame } from './frame.tsx'
import classes from './frame.module.css'
import { useSignIn } from './use-signin.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/signin'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`Login`, t`Sign in to your practice account with a password, a second factor or a passkey.`)(args)

// Loaded on demand: few accounts have a second factor.
const FactorStep = lazy(() => import('./factor-step.tsx').then((step) => ({ default: step.FactorStep })))

export default function SignIn() {
  const { form, values, faults, notice, busy, way, methods, tries, field, change, submit, back } = useSignIn()
  const passkeyButton = (
    <Button
      variant="default"
      size="md"
      leftSection={<Icon name="lock" size={18} />}
      loading={way === 'passkey'}
      onClick={() => void submit('passkey')}
    >
      <Trans>Sign in with a passkey</Trans>
    </Button>
  )

  if (methods) {
    return (
      <SecondStep
        form={form}
        notice={notice}
        email={values.email}
        methods={methods}
        busy={busy}
        onSubmit={submit}
        onBack={back}
        passkeyButton={passkeyButton}
      >
        <Suspense>
          <FactorStep
            key={tries}
            methods={methods}
            error={faults.totp}
            onChange={(totp) => change({ totp })}
            onComplete={() => void submit()}
          />
        </Suspense>
      </SecondStep>
    )
  }
  return (
    <AccountFrame title={t`Login`} words={t`Sign in to trade and see your balance.`}>
      <PageForm ref={form} onSubmit={submit} busy={busy} notice={notice}>
        <TextField label={t`Email`} type="email" autoComplete="username" {...field('email')} required />
        <PasswordField label={t`Password`} autoComplete="current-password" {...field('pwd')} required />
        <Button type="submit" size="md" loading={busy && !way}>
          <Trans>Login</Trans>
        </Button>
        {passkeyButton}
        <OtherWays />
      </PageForm>
    </AccountFrame>
  )
}

function OtherWays() {
  return (
    <p className={classes.links}>
      <span>
        <Trans>
          New here? <Link to={path('signUp')}>Register</Link>
        </Trans>
      </span>
      <Link to={path('reset')}>
        <Trans>Forgot your password?</Trans>
      </Link>
    </p>
  )
}

type SecondStepProps = {
  form: Ref<HTMLFormElement>
  notice: string | undefined
  email: string
  methods: FactorMethods
  busy: boolean
  onSubmit: () => void
  onBack: () => void
  passkeyButton: ReactNode
  children: ReactNode
}

/** The step after a correct password: a code, a recovery code or a passkey, depending on the account. */
function SecondStep({
  form,
  notice,
  email,
  methods,
  busy,
  onSubmit,
  onBack,
  passkeyButton,
  children,
}: SecondStepProps) {
  const takesCode = methods.some((method) => method !== 'passkey')
  return (
    <AccountFrame
      title={t`One more step`}
      words={t`The password for ${email} is correct. This account needs a second factor.`}
    >
      <PageForm ref={form} onSubmit={onSubmit} busy={busy} notice={notice}>
        {takesCode && children}
        {takesCode && (
          <Button type="submit" size="md" loading={busy}>
            <Trans>Login</Trans>
          </Button>
        )}
        {methods.includes('passkey') && passkeyButton}
        <p className={classes.links}>
          <Button variant="subtle" size="compact-sm" onClick={onBack}>
            <Trans>Back</Trans>
          </Button>
        </p>
      </PageForm>
    </AccountFrame>
  )
}
