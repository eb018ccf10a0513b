import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { useInstallation } from '../article.tsx'
import { useSiteName } from '../../document/site-name.ts'
import { Section } from './section.tsx'
import classes from './why-choose.module.css'

/** Who runs the installation, from the operator's profile. */
function Operator() {
  const name = useInstallation().operator.legalName
  return name ? (
    <Trans>
      This installation is run by {name}. <Link to={path('about')}>Who runs this</Link> lists their registration
      details.
    </Trans>
  ) : (
    <Trans>
      This installation is run by a demonstration operator that is not a company.{' '}
      <Link to={path('about')}>Who runs this</Link> says so plainly, and will name a company only if you can look it up.
    </Trans>
  )
}

const reasons = (): { icon: IconName; title: string; words: ReactNode }[] => [
  {
    icon: 'receipt',
    title: t`A named operator, or none`,
    words: <Operator />,
  },
  {
    icon: 'mail',
    title: t`Customer support`,
    words: (
      <Trans>
        By email, at the address on <Link to={path('contact')}>the contact page</Link>. Every error message explains
        what happened and what you can do.
      </Trans>
    ),
  },
  {
    icon: 'shield',
    title: t`Security`,
    words: (
      <Trans>
        Passwords are stored as Argon2id hashes and session secrets as hashes, and the pages’ security policy blocks
        scripts from anywhere else. <Link to={path('privacy')}>What we keep</Link>.
      </Trans>
    ),
  },
  {
    icon: 'lock',
    title: t`Privacy`,
    words: (
      <Trans>
        No trackers, no analytics, and no requests to third parties from any page.{' '}
        <Link to={path('privacy')}>The full policy</Link> is short.
      </Trans>
    ),
  },
]

/** Reasons that a visitor can check. Source: docs/spec/product.md section 2, home; docs/spec/truth.md section 2. */
export function WhyChoose() {
  const siteName = useSiteName()
  return (
    <Section
      beside
      title={t`Why Choose ${siteName}`}
      words={t`Don’t take our word for it: you can check each of these.`}
    >
      <ul className={classes.reasons}>
        {reasons().map(({ icon, title, words }) => (
          <li key={title}>
            <Icon name={icon} size={24} />
            <h3>{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
