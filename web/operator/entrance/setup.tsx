import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, type CallOutput, CallRefused, errorText } from '../../data/call.ts'
import { operatorSession } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { usePopup } from '../../ui/popup.tsx'
import classes from './entrance.module.css'
import { deskMeta } from '../meta.ts'
import { rolesText } from '../words.ts'
import { PageForm } from '../../ui/fields/form.tsx'

export const meta = () => deskMeta(t`Set up`)

type LinkShown = CallOutput<'operators.link'>

const titles = () => ({ first: t`The first operator`, join: t`Join the desk`, renew: t`New password and code` })

/** The page of a one-time link: first operator, invitation, or new credentials. */
export default function OperatorSetup() {
  const { hash, search, pathname } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState<string>()
  const [link, setLink] = useState<LinkShown>()
  const [failure, setFailure] = useState<string>()

  // Removes the token from the address bar first, because it grants access to the desk. Links in older emails have it
  // in the query.
  useEffect(() => {
    const given = new URLSearchParams(hash.replace(/^#/, '')).get('token') ?? new URLSearchParams(search).get('token')
    if (given) {
      setToken(given)
      void navigate(pathname, { replace: true })
    } else if (token === undefined) setToken('')
  }, [hash, search, pathname, navigate, token])

  useEffect(() => {
    if (token === undefined) return
    // Opening a second link in the same tab doesn't reload the page.
    let isCurrent = true
    setLink(undefined)
    setFailure(undefined)
    call('operators.link', { token }).then(
      (shown) => isCurrent && setLink(shown),
      (error) => isCurrent && setFailure(errorText(error)),
    )
    return () => void (isCurrent = false)
  }, [token])

  return (
    <main id="content" className={classes.entrance}>
      <p className={classes.brand}>
        <Logo size={26} />
        Tallystick
      </p>
      <h1>{link ? titles()[link.purpose] : t`Operators’ desk`}</h1>
      {failure ? (
        <Failed message={failure} />
      ) : link && token ? (
        <EnrolForm key={token} token={token} link={link} />
      ) : (
        <Loading lines={6} />
      )}
    </main>
  )
}

function EnrolForm({ token, link }: { token: string; link: LinkShown }) {
  const [form, setForm] = useState({ name: link.name, email: link.email, pwd: '', cpwd: '', totp: '' })
  const [fields, setFields] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const popup = usePopup()
  const navigate = useNavigate()
  const roles = rolesText(link.roles)
  const typed = (name: keyof typeof form) => ({
    name,
    value: form[name],
    error: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => setForm({ ...form, [name]: event.currentTarget.value }),
  })

  async function enrol() {
    setBusy(true)
    try {
      const answer = await call('operators.enrol', { token, ...form })
      operatorSession.store(answer.secrete)
      void popup({ title: t`OPERATOR`, msg: answer.msg, type: 'success' })
      await navigate(path('operator'), { replace: true })
    } catch (error) {
      setBusy(false)
      setFields(error instanceof CallRefused ? error.fields : {})
      await popup({ title: t`OPERATOR`, msg: errorText(error), type: 'warning' })
    }
  }

  return (
    <>
      <p className={classes.words}>
        <Trans>Your roles: {roles}. Customers see your name next to your decisions about them.</Trans>
      </p>
      <PageForm onSubmit={enrol} busy={busy}>
        <TextField label={t`Name`} autoComplete="name" {...typed('name')} />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          readOnly={link.email !== ''}
          {...typed('email')}
        />
        <PasswordField
          label={t`Password`}
          description={t`At least 12 characters.`}
          autoComplete="new-password"
          {...typed('pwd')}
        />
        <PasswordField label={t`Confirm password`} autoComplete="new-password" {...typed('cpwd')} />
        <div className={classes.factor}>
          <img src={link.picture} alt={t`QR code for an authenticator app`} width={144} height={144} />
          <div>
            <p>
              <Trans>Scan this code with an authenticator app, or enter the secret:</Trans>
            </p>
            <p className={classes.secret}>{link.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
          </div>
        </div>
        <TextField
          label={t`Code from the app`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          {...typed('totp')}
        />
        <Button type="submit" size="md" loading={busy}>
          <Trans>Open the desk</Trans>
        </Button>
      </PageForm>
    </>
  )
}
