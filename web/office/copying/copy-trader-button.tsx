import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import { call, type CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import classes from './copying.module.css'
import { useCopySend } from './use-copy-send.ts'

type Given = Pick<CallOutput<'traders'>[number], 'id' | 'name' | 'copied' | 'stopped'>

/** Starts or stops copying a trader. */
export function CopyTraderButton({ trader }: { trader: Given }) {
  const { name } = trader
  const { busy, send } = useCopySend()
  const [asking, setAsking] = useState(false)
  const user = useCall('user', {})
  if (trader.copied) {
    return (
      <ButtonRow>
        <Button
          variant="default"
          loading={busy}
          onClick={() => send(() => call('copytrader', { copytrade: trader.id, to: 'stop' }))}
        >
          <Trans>Stop copying</Trans>
        </Button>
        <Link to={path('traders', { anchor: 'mytraders' })}>
          <Trans>View your results</Trans>
        </Link>
      </ButtonRow>
    )
  }
  if (trader.stopped) {
    return (
      <p className={classes.quiet}>
        <Trans>This trader has stopped, so you can’t copy it. Its record stays available.</Trans>
      </p>
    )
  }
  return (
    <ButtonRow>
      <Button disabled={!user.data} onClick={() => setAsking(true)}>
        {t`Copy ${name}`}
      </Button>
      {asking && (
        <CopyDialog
          name={trader.name}
          cur={user.data?.cur ?? ''}
          busy={busy}
          action={t`Start copying`}
          onClose={() => setAsking(false)}
          save={(form) => send(() => call('copytrader', { copytrade: trader.id, to: 'start', ...form }))}
        />
      )}
    </ButtonRow>
  )
}
