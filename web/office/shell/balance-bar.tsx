import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useCall } from '../../data/queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { balanceText } from '../../ui/number-text.ts'
import classes from './balance-bar.module.css'

const storageKey = 'hide-amounts'
const refreshEveryMs = 30_000

/** Portfolio Balance in six significant digits with the currency's sign; it can be hidden, and stays so in this browser. */
export function BalanceBar() {
  const [hidden, setHidden] = useState(() => localStorage.getItem(storageKey) === '1')
  const balance = useCall('totalbalance', {}, { refetchInterval: refreshEveryMs })
  const user = useCall('user', {})

  function toggle() {
    localStorage.setItem(storageKey, hidden ? '0' : '1')
    setHidden(!hidden)
  }

  const shown = balance.data === undefined || !user.data ? '…' : hidden ? '••••••' : `${user.data.cur}${balanceText(balance.data)}`
  return (
    <div className={classes.bar}>
      <div>
        <p className={classes.label} id="portfolio-balance">
          <Trans>Portfolio Balance</Trans>
        </p>
        <p className={classes.amount} aria-labelledby="portfolio-balance" role="group" data-testid="portfolio-balance">
          {balance.isError && balance.data === undefined ? <span className={classes.failed}>{t`not available now`}</span> : shown}
        </p>
      </div>
      <IconButton label={hidden ? t`Show the amount` : t`Hide the amount`} aria-pressed={hidden} onClick={toggle}>
        <Icon name={hidden ? 'eyeOff' : 'eye'} size={18} />
      </IconButton>
    </div>
  )
}
