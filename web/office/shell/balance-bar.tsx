import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCall } from '../../data/queries.ts'
import { usePrivacyMode } from '../../ui/amounts.tsx'
import { HiddenAmount } from '../../ui/hidden-amount.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { balanceText } from '../../ui/number-text.ts'
import classes from './balance-bar.module.css'

const refreshEveryMs = 30_000

/** Portfolio Balance in six significant digits with the currency's sign, and the switch of privacy mode. */
export function BalanceBar() {
  const [hidden, setHidden] = usePrivacyMode()
  const balance = useCall('totalbalance', {}, { refetchInterval: refreshEveryMs })
  const user = useCall('user', {})
  const shown = balance.data === undefined || !user.data ? '…' : hidden ? <HiddenAmount /> : `${user.data.cur}${balanceText(balance.data)}`
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
      <IconButton label={hidden ? t`Show amounts` : t`Hide amounts`} onClick={() => setHidden(!hidden)}>
        <Icon name={hidden ? 'eyeOff' : 'eye'} size={18} />
      </IconButton>
    </div>
  )
}
