import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from 'react-router'
import { useRefetch } from '../../data/queries.ts'
import { call, type CallOutput } from '../../data/call.ts'
import { path } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/text/money.tsx'
import { shortDecimal } from '../../ui/text/short-decimal.ts'
import { Panel } from '../../shell/page.tsx'
import classes from './payment.module.css'
import { dateTimeText } from '../../language/time-text.ts'
import { useSend } from '../../data/call-form.ts'

type Deposit = CallOutput<'deposits.show'>

/** Returns the link to the withdrawal form with the refund account selected. */
const sendBackPath = (account: string, method: string) => path('withdrawals', { query: { account, method } })

/** Lets the customer credit or send back coins that were overpaid or are held by a deposit limit. */
export function Overpaid({ deposit }: { deposit: Deposit }) {
  const { id, overpaid, payments, type } = deposit
  const isHeld = payments.some(({ state }) => state === 'held')
  if (!overpaid && !isHeld) return null
  const until = overpaid && dateTimeText(overpaid.until)
  return (
    <Panel title={t`Credit or send back`}>
      {overpaid && (
        <>
          <p className={classes.words}>
            <Trans>
              Choose what to do with <Money amount={shortDecimal(overpaid.amount)} unit={overpaid.unit} />. If you don’t
              choose, we credit it on {until} at the rate at that time.
            </Trans>
          </p>
          <div className={classes.actions}>
            <ChoiceButton name="deposits.credit" id={id} label={t`Credit`} />
            <Button component={Link} to={sendBackPath(overpaid.account, type)} variant="default">
              <Trans>Send back</Trans>
            </Button>
          </div>
        </>
      )}
      {isHeld && (
        <>
          <p className={classes.words}>
            <Trans>
              A payment is on hold because of your deposit limit. We’ll credit it as soon as the limit allows. You can
              send it back instead.
            </Trans>
          </p>
          <div className={classes.actions}>
            <ChoiceButton name="deposits.sendback" id={id} label={t`Send back held payment`} />
          </div>
        </>
      )}
    </Panel>
  )
}

function ChoiceButton({
  name,
  id,
  label,
}: {
  name: 'deposits.credit' | 'deposits.sendback'
  id: string
  label: string
}) {
  const { busy, send } = useSend({
    title: t`DEPOSIT`,
    refetch: useRefetch('deposits', 'deposits.show', 'withdrawals.terms', 'user', 'totalbalance'),
  })
  const navigate = useNavigate()
  async function choose() {
    const answer = await send((idempotencyKey) => call(name, { id }, { idempotencyKey }), { input: [name, id] })
    if (answer && 'account' in answer) await navigate(sendBackPath(answer.account, answer.method))
  }
  return (
    <Button variant={name === 'deposits.credit' ? 'filled' : 'default'} loading={busy} onClick={() => void choose()}>
      {label}
    </Button>
  )
}
