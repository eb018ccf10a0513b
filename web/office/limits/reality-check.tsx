import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { call, type CallOutput, errorText } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Money } from '../../ui/text/money.tsx'
import { minutesText } from './limit-words.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'

const pollIntervalMs = 60_000

/** Shows the reality check over the current page when it is due. Only confirming closes it. */
export function RealityCheck() {
  const reality = useCall(
    'limits.reality',
    {},
    { refetchInterval: ({ state }) => (state.data?.every ? pollIntervalMs : false) },
  )
  return reality.data?.due ? <Check figures={reality.data} /> : null
}

function Check({ figures }: { figures: CallOutput<'limits.reality'> }) {
  const [failed, setFailed] = useState('')
  const { busy, send } = useSend({
    title: t`Reality check`,
    refetch: useRefetch('limits.reality'),
    onFailure: (error) => (setFailed(errorText(error)), true),
  })

  const interval = minutesText(figures.every ?? 0)

  function confirm() {
    setFailed('')
    void send(async () => void (await call('limits.reality.confirm', {})))
  }

  return (
    <Dialog size="small" title={<Trans>Reality check</Trans>}>
      <p>
        <Trans>You asked to see this every {interval}. Since the last check:</Trans>
      </p>
      <Facts layout="rows">
        <Fact term={t`Time spent here`}>{minutesText(figures.minutes)}</Fact>
        <Fact term={t`Time spent here today`}>{minutesText(figures.minutesToday)}</Fact>
        <Fact term={t`Trades placed`}>{figures.trades}</Fact>
        <Fact term={t`Result of settled trades`}>
          <Money amount={figures.net} unit={figures.cur} />
        </Fact>
      </Facts>
      {failed && <p role="alert">{failed}</p>}
      <Button onClick={confirm} loading={busy} fullWidth>
        <Trans>I’ve seen this</Trans>
      </Button>
    </Dialog>
  )
}
