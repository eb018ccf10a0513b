import { t } from '@lingui/core/macro'
import classes from './steps.module.css'
import { Section } from './section.tsx'

const steps = () => [
  {
    title: t`Register`,
    words: t`Name, e-mail and the five-digit code from the mail. You start with a grant of practice money.`,
  },
  {
    title: t`Deposit`,
    words: t`To have more than the grant, send test coins, which cost nothing and are worth nothing, to an address of your own. They are credited when the chain has confirmed them.`,
  },
  {
    title: t`Wait`,
    words: t`A trade takes 5 seconds to 3 minutes. The first price after your order counts against the last one before its time is up.`,
  },
  {
    title: t`Withdraw`,
    words: t`Test coins go back out on their test network, after an identity check, within three business days.`,
  },
]

/** The visitor's way in four steps. Source: docs/spec/product.md section 2, home. */
export function Steps() {
  return (
    <Section
      id="how"
      title={t`Four steps, none of them with real money`}
      words={t`No identity check is needed to sign up, deposit or trade. Withdrawing needs one.`}
    >
      <ol className={classes.steps}>
        {steps().map(({ title, words }, index) => (
          <li key={title}>
            <span className={classes.notch} aria-hidden="true">
              {index + 1}
            </span>
            <h3>{title}</h3>
            <p>{words}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
