import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { useHydrated } from '../../ui/hydrated.ts'
import classes from './frame.module.css'

const facts = (): { icon: IconName; words: string }[] => [
  { icon: 'deposit', words: t`A grant of practice money to begin with, booked in the ledger as what it is.` },
  { icon: 'receipt', words: t`A receipt for every trade that anyone can check, without trusting us.` },
  { icon: 'lock', words: t`No trackers, no identity check to sign up or trade.` },
]

/** Frame of sign-up, sign-in and reset: the form, and beside it what an account is. */
export function AccountFrame({ title, words, children }: { title: string; words?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <section className={classes.form} aria-label={title}>
        <h1>{title}</h1>
        {words && <p className={classes.words}>{words}</p>}
        {children}
      </section>
      <aside className={classes.facts} aria-label={t`What an account is`}>
        <ul>
          {facts().map(({ icon, words: fact }) => (
            <li key={icon}>
              <Icon name={icon} size={22} />
              {fact}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  )
}

/** The form of an account page. Nothing can be typed before the scripts run, and nothing ever lands in the address. */
export function AccountForm({
  ref,
  onSubmit,
  busy,
  children,
}: {
  ref?: Ref<HTMLFormElement>
  onSubmit: () => void
  busy: boolean
  children: ReactNode
}) {
  const hydrated = useHydrated()
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit()
      }}
    >
      <fieldset className={classes.fields} disabled={!hydrated}>
        {children}
      </fieldset>
      <noscript>
        <p className={classes.words}>
          <Trans>This form needs JavaScript, because the session lives in this browser alone.</Trans>
        </p>
      </noscript>
    </form>
  )
}
