import { t } from '@lingui/core/macro'
import classes from './steps.module.css'
import { Section } from './section.tsx'

const steps = () => [
  {
    title: t`Register`,
    words: t`Enter your name and email, then the five-digit code we send you. You start with practice money.`,
  },
  {
    title: t`Deposit`,
    words: t`If you want more practice money, send test coins to your deposit address. Test coins are free and worth \
nothing. We credit them once the chain confirms them.`,
  },
  {
    title: t`Wait`,
    words: t`A trade lasts 5 seconds to 3 minutes. The last price before time runs out is compared with the first \
price after your order.`,
  },
  {
    title: t`Withdraw`,
    words: t`After an identity check, we send test coins on their test network within three business days.`,
  },
]

/** The visitor's path in four steps. Source: docs/spec/product.md section 2, home. */
export function Steps() {
  return (
    <Section
      id="how"
      title={t`Four steps, no real money`}
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
