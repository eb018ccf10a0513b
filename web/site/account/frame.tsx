import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useRootData } from '../../document/root-data.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { moneyText } from '../../ui/text/number-text.ts'
import { path } from '../../paths.ts'
import classes from './frame.module.css'

type Fact = { icon: IconName; words: ReactNode }

const facts = (grant: ReactNode): Fact[] => [
  ...(grant ? [{ icon: 'deposit' as const, words: <Trans>{grant} in practice money on day one.</Trans> }] : []),
  { icon: 'receipt', words: t`A receipt for every trade, which anyone can verify without trusting us.` },
  { icon: 'lock', words: t`No trackers. No identity check to sign up or trade.` },
]

type Props = {
  title: string
  words?: ReactNode
  /** Currency of the practice money. */
  cur?: string
  children: ReactNode
}

/** Layout of sign-up, sign-in and reset: the form, with facts about an account beside it. */
export function AccountFrame({ title, words, cur = 'USD', children }: Props) {
  const grant = useRootData()?.practiceGrant
  const shown = Number(grant) > 0 && (
    <Link
      to={path('transparency', { anchor: 'money' })}
      data-source={`register.terms?cur=${cur}#grant`}
      data-as="money"
    >
      {moneyText(grant!, cur)}
    </Link>
  )
  return (
    <div className={classes.frame}>
      <section className={classes.form} aria-label={title}>
        <h1>{title}</h1>
        {words && <p className={classes.words}>{words}</p>}
        {children}
      </section>
      <aside className={classes.facts} aria-label={t`About your account`}>
        <ul>
          {facts(shown).map(({ icon, words: fact }) => (
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
