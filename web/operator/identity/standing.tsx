import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CustomerFlag } from '../../../api/customer-flags.ts'
import type { CallOutput } from '../../data/call.ts'
import classes from '../desk.module.css'
import { Badge } from '../../ui/badge.tsx'
import { flagTexts } from '../words.ts'

type Customer = CallOutput<'customers'>['customers'][number]

/** Shows an account's restrictions and its flags. */
export function Standing({
  frozen,
  closed,
  verified,
  simulated,
  flags,
}: Pick<Customer, 'frozen' | 'closed' | 'verified' | 'simulated' | 'flags'>) {
  return (
    <span className={classes.badges}>
      {simulated && (
        <Badge tone="wait">
          <Trans>simulated</Trans>
        </Badge>
      )}
      {closed ? (
        <Badge>
          <Trans context="account">closed</Trans>
        </Badge>
      ) : (
        !simulated && <Badge tone={verified ? 'good' : 'plain'}>{verified ? t`verified` : t`not verified`}</Badge>
      )}
      {frozen && <Badge tone="bad">{frozen === 'operator' ? t`frozen` : t`frozen by the customer`}</Badge>}
      {flags.map((flag) => (
        <Badge key={flag} tone="wait">
          {flagTexts()[flag as CustomerFlag] ?? flag}
        </Badge>
      ))}
    </span>
  )
}
