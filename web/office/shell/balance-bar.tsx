import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { usePrivacyMode } from '../../ui/text/amounts.tsx'
import { HiddenAmount } from '../../ui/text/hidden-amount.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Money } from '../../ui/text/money.tsx'
import { balanceText, withUnit } from '../../ui/text/number-text.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './balance-bar.module.css'

const refreshEveryMs = 30_000

/** Shows Portfolio Balance, its breakdown on click, and the privacy mode toggle. */
export function BalanceBar() {
  const [hidden, setHidden] = usePrivacyMode()
  const [isOpen, setOpen] = useState(false)
  const balance = useCall('totalbalance', {}, { refetchInterval: refreshEveryMs })
  const user = useCall('user', {})
  const shown =
    balance.data === undefined || !user.data ? (
      '…'
    ) : hidden ? (
      <HiddenAmount />
    ) : (
      withUnit(balanceText(balance.data), user.data.cur)
    )
  const close = (key: string) => key === 'Escape' && setOpen(false)
  return (
    <div className={classes.bar} onKeyDown={({ key }) => close(key)}>
      <button
        type="button"
        className={classes.balance}
        aria-expanded={isOpen}
        aria-controls="portfolio-parts"
        title={t`Show breakdown`}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={classes.label} id="portfolio-balance">
          <Trans>Portfolio Balance</Trans>
        </span>
        <span
          className={classes.amount}
          aria-labelledby="portfolio-balance"
          role="group"
          data-testid="portfolio-balance"
        >
          {balance.isError && balance.data === undefined ? (
            <span className={classes.failed}>{t`unavailable`}</span>
          ) : (
            shown
          )}
        </span>
      </button>
      <div id="portfolio-parts">{isOpen && <Parts />}</div>
      <IconButton label={hidden ? t`Show amounts` : t`Hide amounts`} onClick={() => setHidden(!hidden)}>
        <Icon name={hidden ? 'eyeOff' : 'eye'} size={18} />
      </IconButton>
    </div>
  )
}

type Portfolio = CallOutput<'portfolio'>

const accountTexts = (): Record<Portfolio['cash'][number]['account'], string> => ({
  trading: t`Trading account`,
  bonus: t`Bonus account`,
  farming: t`Locked in yield contracts`,
  other: t`Other accounts`,
  stakes: t`Stakes in open trades`,
})

function Parts() {
  const portfolio = useCall('portfolio', {}, { refetchInterval: refreshEveryMs })
  if (!portfolio.data)
    return (
      <div className={classes.parts} role="status">
        {portfolio.isError ? t`unavailable` : t`Loading`}
      </div>
    )
  const { cur, cash, coins } = portfolio.data
  const other = coins.filter(({ account }) => account !== 'mining')
  return (
    <div className={classes.parts} role="region" aria-label={t`Portfolio Balance breakdown`}>
      <Facts layout="compact">
        {cash.map(({ id, account, amount }) => (
          <Fact key={id} term={accountTexts()[account]}>
            <Money amount={amount} unit={cur} />
          </Fact>
        ))}
      </Facts>
      <Coins
        title={t`Mined coins (not included in the total)`}
        coins={coins.filter(({ account }) => account === 'mining')}
      />
      {other.length > 0 && <Coins title={t`Coins to credit or send back (not included in the total)`} coins={other} />}
    </div>
  )
}

function Coins({ title, coins }: { title: string; coins: Portfolio['coins'] }) {
  return (
    <>
      <p className={classes.title}>{title}</p>
      <Facts layout="compact">
        {coins.map(({ id, coin, unit, amount }) => (
          <Fact key={id} term={coin}>
            <Money amount={amount} unit={unit} />
          </Fact>
        ))}
      </Facts>
      {coins.length === 0 && <p>{t`None yet.`}</p>}
    </>
  )
}
