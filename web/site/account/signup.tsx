import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call, CallRefused, errorText } from '../../data/call.ts'
import { storeSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { emptyBoxes } from '../../ui/code-entry.ts'
import { usePopup } from '../../ui/popup.tsx'
import { AccountForm, AccountFrame } from './frame.tsx'
import classes from './frame.module.css'
import { badEmail, codeLength, looksLikeEmail, tokenOf } from './mailed-code.ts'
import { CodeStep, ContactStep, type Details, PersonStep, type Step } from './signup-steps.tsx'

export const meta = () => [{ title: 'Register · Tallystick' }]

const stepNames = ['You', 'Where and how', 'Code'] as const
const nothing: Details = { name: '', email: '', pwd: '', cpwd: '', country: '', code: '', phone: '', cur: 'USD' }

/** The step whose fields a refusal is about; the others stay where they are. */
const stepOfRefusal: Record<string, Step> = {
  bad_email: 1,
  passwords_differ: 1,
  weak_password: 1,
  bad_country: 2,
  bad_phone: 2,
  bad_currency: 2,
}

/** Why a step cannot be left yet, or undefined. Source: product.md section 5. */
export function whatIsMissing(step: 1 | 2, details: Details): string | undefined {
  const needed = step === 1 ? [details.name, details.email, details.pwd, details.cpwd] : [details.country, details.code, details.phone, details.cur]
  if (needed.some((text) => text.trim() === '')) return 'Fill all Form Fields'
  if (step === 1 && !looksLikeEmail(details.email)) return badEmail
  if (step === 1 && details.pwd !== details.cpwd) return 'Passwords do not match'
  return undefined
}

export default function SignUp() {
  const [step, setStep] = useState<Step>(1)
  const [details, setDetails] = useState(nothing)
  const [boxes, setBoxes] = useState(() => emptyBoxes(codeLength))
  const [token, setToken] = useState('')
  const [busy, setBusy] = useState<'code' | 'register'>()
  const popup = usePopup()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  const firstStep = useRef(true)

  // Keyboard and screen reader follow to the new step; the last one starts in its first box by itself.
  useEffect(() => {
    if (!firstStep.current && step !== 3) heading.current?.focus()
    firstStep.current = false
  }, [step])

  const warn = (msg: string) => popup({ title: 'REGISTRATION', msg, type: 'warning' })

  async function refused(error: unknown) {
    await warn(errorText(error))
    if (error instanceof CallRefused) setStep(stepOfRefusal[error.code] ?? step)
  }

  async function sendCode() {
    setBusy('code')
    try {
      const answer = await call('regcode', { email: details.email, name: details.name })
      const fresh = tokenOf(answer)
      if (!fresh) return await warn(answer)
      setToken(fresh)
      setBoxes(emptyBoxes(codeLength))
      setStep(3)
      void popup({ title: 'REGISTRATION', msg: 'Code sent to Mail', type: 'success' })
    } catch (error) {
      await refused(error)
    } finally {
      setBusy(undefined)
    }
  }

  async function register() {
    const vcode = boxes.join('')
    if (vcode.length < codeLength) return warn('Fill all Form Fields')
    setBusy('register')
    try {
      const answer = await call('register', { ...details, vcode }, { headers: { code: token } })
      void popup({ title: 'REGISTRATION', msg: answer.msg, type: 'success' })
      storeSecret(answer.secrete)
      await navigate(path('dashboard'))
    } catch (error) {
      await refused(error)
    } finally {
      setBusy(undefined)
    }
  }

  function submit() {
    if (step === 3) return register()
    const missing = whatIsMissing(step, details)
    if (missing) return warn(missing)
    return step === 1 ? setStep(2) : sendCode()
  }

  const change = (part: Partial<Details>) => setDetails((held) => ({ ...held, ...part }))
  const back = () => setStep((now) => (now === 3 ? 2 : 1))
  return (
    <AccountFrame title="Register">
      <ol className={classes.steps} aria-label="Steps">
        {stepNames.map((name, index) => (
          <li key={name} data-reached={index + 1 <= step || undefined} aria-current={index + 1 === step ? 'step' : undefined}>
            {index + 1}. {name}
          </li>
        ))}
      </ol>
      <AccountForm onSubmit={submit} busy={busy !== undefined}>
        <h2 ref={heading} tabIndex={-1} className={classes.stepTitle}>
          {['Who are you?', 'Where can we reach you?', 'The code from the mail'][step - 1]}
        </h2>
        {step === 1 && <PersonStep details={details} change={change} />}
        {step === 2 && <ContactStep details={details} change={change} back={back} busy={busy === 'code'} />}
        {step === 3 && (
          <CodeStep email={details.email} boxes={boxes} setBoxes={setBoxes} back={back} resend={sendCode} busy={busy} />
        )}
        <p className={classes.links}>
          <span>
            Have an account? <Link to={path('signIn')}>Login</Link>
          </span>
        </p>
      </AccountForm>
    </AccountFrame>
  )
}
