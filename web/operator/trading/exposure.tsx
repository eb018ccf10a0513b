import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { percentText } from '../../ui/text/number-text.ts'
import classes from '../desk.module.css'
import { Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { ListOrLine } from '../parts.tsx'
import { Time } from '../../language/time.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'

type Exposure = CallOutput<'trading.exposure'>['exposures'][number]
const refreshMs = 5_000
/** Shares of the limit, in basis points, above which an exposure is highlighted. */
const nearBps = 8_000
const fullBps = 10_000

const toneOf = ({ shareBps }: Exposure): Tone => (shareBps >= fullBps ? 'bad' : shareBps >= nearBps ? 'wait' : 'plain')

const columns = (limit: string): Column<Exposure>[] => [
  { head: t`Symbol`, cell: ({ symbol }) => <strong dir="ltr">{symbol}</strong> },
  { head: t`Expiry`, cell: ({ expiresAt }) => <Time at={new Date(expiresAt).toISOString()} seconds /> },
  { head: t`Exposure`, end: true, cell: ({ amount, asset }) => <Money amount={amount} unit={asset} shown /> },
  { head: t`Limit`, end: true, cell: ({ asset }) => <Money amount={limit} unit={asset} shown /> },
  {
    head: t`Used`,
    end: true,
    cell: (exposure) => <Badge tone={toneOf(exposure)}>{percentText(exposure.shareBps)}</Badge>,
  },
]

/** Lists the house's maximum payout per symbol and expiry second, with the limit. */
export function Exposures() {
  const exposure = useCall('trading.exposure', {}, { refetchInterval: refreshMs })
  return (
    <Panel title={t`Exposure`}>
      <Answered query={exposure} lines={1}>
        {({ limit, total, exposures }) => {
          const shown = exposures.length
          return (
            <div className={classes.stack}>
              <p className={classes.quiet}>
                <Trans>
                  The most the house would pay for one symbol and expiry second if every open trade won. Orders that
                  would exceed the limit are refused.
                </Trans>
              </p>
              <ListOrLine
                label={t`Exposure`}
                columns={columns(limit)}
                rows={exposures}
                empty={t`No trades are open.`}
              />
              {total > shown && (
                <p className={classes.small}>
                  <Trans>
                    Showing the {shown} largest of {total}.
                  </Trans>
                </p>
              )}
            </div>
          )
        }}
      </Answered>
    </Panel>
  )
}
