import { t } from '@lingui/core/macro'
import { newIdempotencyKey } from '../../data/idempotency-key.ts'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call, type CallOutput, CallRefused, errorText } from '../../data/call.ts'
import { live } from '../../data/live.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { NothingChosen } from './nothing-chosen.tsx'
import { Payment } from './payment.tsx'
import { sumText } from '../../ui/text/sum-text.ts'

export const meta = officeMeta(() => t`Payment`)

/** Starts a deposit (query: title, cur, amount, coin) and shows it. With `tid`, shows an existing deposit. */
export default function Pay() {
  const [query] = useSearchParams()
  const tid = query.get('tid')
  const [title, cur, amount] = [query.get('title'), query.get('cur'), query.get('amount')]
  if (tid) return <Shown tid={tid} />
  return (
    <Page title={t`Payment`}>
      {title && cur && amount ? (
        <Begin title={title} cur={cur} amount={amount} coin={query.get('coin')} />
      ) : (
        <NothingChosen plans={path('officeDeposit')} />
      )}
    </Page>
  )
}

function Begin({ title, cur, amount, coin }: { title: string; cur: string; amount: string; coin: string | null }) {
  const navigate = useNavigate()
  // One idempotency key per page, so that rendering twice starts one deposit.
  const [key, setKey] = useState(() => newIdempotencyKey())
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    let gone = false
    setError(undefined)
    call('createtrnx', { type: cur, plan: title, amount, coin }, { idempotencyKey: key }).then(
      // Puts the deposit into the URL, so that a reload shows it instead of starting another.
      ({ tid }) => !gone && navigate(path('officePay', { query: { tid } }), { replace: true }),
      (failed: unknown) => !gone && setError(failed),
    )
    return () => void (gone = true)
  }, [title, cur, amount, coin, key, navigate])
  if (!error) return <Panel>{<Loading lines={8} label={t`Creating an address`} />}</Panel>
  return (
    <Panel>
      {error instanceof CallRefused && error.code === 'no_wallet' ? (
        <Empty title={error.message} icon="warning">
          <Trans>The node for this test chain isn’t responding. Choose the other coin, or try again later.</Trans>
        </Empty>
      ) : (
        <Failed message={errorText(error)} onRetry={() => setKey(newIdempotencyKey())} />
      )}
    </Panel>
  )
}

function headingOf({ plan, coin, cur, amount }: CallOutput<'deposits.show'>) {
  const sum = sumText(cur, amount)
  return coin ? t`${plan} plan for ${coin}, ${sum}` : t`${plan} plan, ${sum}`
}

function Shown({ tid }: { tid: string }) {
  // Live messages trigger refetches. Polling covers a broken connection.
  const deposit = useCall('deposits.show', { id: tid }, { refetchInterval: 15_000 })
  useEffect(() => live.hold(), [])
  return (
    <Page title={t`Payment`} words={deposit.data && headingOf(deposit.data)}>
      {!deposit.isSuccess && (
        <Panel>
          <Unanswered query={deposit} lines={8} />
        </Panel>
      )}
      {deposit.data && <Payment deposit={deposit.data} />}
    </Page>
  )
}
