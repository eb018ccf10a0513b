import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallForm } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call, type CallOutput, errorText } from '../../data/call.ts'
import { operatorSession } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { PageForm } from '../../ui/fields/form.tsx'
import { Logo } from '../../ui/logo.tsx'
import { Failed, Loading } from '../../ui/page-state.tsx'
import classes from './entrance.module.css'
import { deskMeta } from '../meta.ts'
import { rolesText } from '../words.ts'

export const meta = () => deskMeta(t`Set up`)

type LinkShown = CallOutput<'operators.link'>

const titles = () => ({ first: t`The first operator`, join: t`Join the desk`, renew: t`New password and code` })

/** The page that a one-time link opens: for the first operator, an invitation, or new credentials. */
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
  const navigate = useNavigate()
  const roles = rolesText(link.roles)
  const { form, busy, field, submit } = useCallForm({
    title: t`OPERATOR`,
    values: { name: link.name, email: link.email, pwd: '', cpwd: '', totp: '' },
    leaves: true,
    async send(values) {
      const answer = await call('operators.enrol', { token, ...values })
      operatorSession.store(answer.secrete)
      await navigate(path('operator'), { replace: true })
      return answer
    },
  })

  return (
    <>
      <p className={classes.words}>
        <Trans>Your roles: {roles}. Customers see your name next to your decisions about them.</Trans>
      </p>
      <PageForm ref={form} onSubmit={submit} busy={busy}>
        <TextField label={t`Name`} autoComplete="name" {...field('name')} />
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          readOnly={link.email !== ''}
          {...field('email')}
        />
        <PasswordField
          label={t`Password`}
          description={t`At least 12 characters.`}
          autoComplete="new-password"
          {...field('pwd')}
        />
        <PasswordField label={t`Confirm password`} autoComplete="new-password" {...field('cpwd')} />
        <div className={classes.factor}>
          <img src={link.picture} alt={t`QR code for an authenticator app`} width={144} height={144} />
          <div>
            <p>
              <Trans>Scan this code with an authenticator app, or enter the secret:</Trans>
            </p>
            <p className={classes.secret}>{link.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
            <p>
              <a href={appLink(field('email').value, link.secret)}>
                <Trans>Open in an app on this device</Trans>
              </a>
            </p>
            <p className={classes.words}>
              <Trans>
                No app yet? Most password managers can store these codes, and so can the free authenticator apps in your
                phone’s app store.
              </Trans>
            </p>
          </div>
        </div>
        <TextField
          label={t`Code from the app`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          {...field('totp')}
        />
        <Button type="submit" size="md" loading={busy}>
          <Trans>Open the desk</Trans>
        </Button>
      </PageForm>
    </>
  )
}

/** Returns the link with which apps on this device add the account: the same as in the QR code. */
function appLink(email: string, secret: string): string {
  const issuer = encodeURIComponent('Tallystick desk')
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?secret=${secret}&issuer=${issuer}`
}
