import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { AccountFrame } from './frame.tsx'
import { Steps } from './steps.tsx'
import classes from './frame.module.css'
import { Invitation } from './invitation.tsx'
import { PersonStep } from './signup-first-step.tsx'
import { useSignUp } from './use-signup.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/signup'
import { PageForm } from '../../ui/fields/form.tsx'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(
    t`Register`,
    t`Register for practice trading with a name, an email address and the code we send you. No identity check, no real \
money.`,
  )(args)

const stepNames = () => [t`You`, t`Contact`, t`Code`]
const stepTitles = () => [t`Who are you?`, t`Where can we reach you?`, t`The code from the email`]

export default function SignUp() {
  const { form, step, laterSteps, values, boxes, busy, way, faults, notice, referral, change, setBoxes, submit, back } =
    useSignUp()
  const heading = useRef<HTMLHeadingElement>(null)
  const firstStep = useRef(true)

  // Moves the focus to the new step. The last step focuses its first box itself, and a field with an error keeps the
  // focus.
  useEffect(() => {
    const hasFault = form.current?.querySelector('[aria-invalid="true"]')
    if (!firstStep.current && step !== 3 && !hasFault) heading.current?.focus()
    firstStep.current = false
  }, [step, form])

  return (
    <AccountFrame title={t`Register`} cur={values.cur}>
      <Steps names={stepNames()} step={step} />
      <PageForm ref={form} onSubmit={submit} busy={busy} notice={notice}>
        <h2 ref={heading} tabIndex={-1} className={classes.stepTitle}>
          {stepTitles()[step - 1]}
        </h2>
        {referral.code && <Invitation code={referral.code} forget={referral.forget} />}
        {step === 1 && <PersonStep details={values} faults={faults} change={change} />}
        {step === 2 && laterSteps && (
          <laterSteps.ContactStep details={values} faults={faults} change={change} back={back} busy={busy} />
        )}
        {step === 3 && laterSteps && (
          <laterSteps.CodeStep
            email={values.email}
            boxes={boxes}
            faults={faults}
            setBoxes={setBoxes}
            complete={() => void submit()}
            back={back}
            resend={() => void submit('code')}
            busy={busy && (way ?? 'register')}
          />
        )}
        <p className={classes.links}>
          <span>
            <Trans>
              Have an account? <Link to={path('signIn')}>Login</Link>
            </Trans>
          </span>
        </p>
      </PageForm>
    </AccountFrame>
  )
}
