import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { callForBytes, type CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import desk from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Age } from '../age.tsx'
import { Decision, useDecide } from '../parts.tsx'
import { Totals } from '../totals.tsx'
import { sumOf } from '../sum.ts'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { paymentStateNames } from '../words.ts'
import classes from './receipts.module.css'

export const meta = () => deskMeta(t`Receipts`)

type Waiting = CallOutput<'receipts.list'>[number]
type Doing = { receipt: Waiting; how: 'open' | 'approve' | 'decline' }
const title = () => t`PAYMENT RECEIPT`

/** Lists uploaded receipts, each with the payments that the chain shows. */
export default function PaymentReceipts() {
  const [doing, setDoing] = useState<Doing>()
  const receipts = useCall('receipts.list', {}, { refetchInterval: 15_000 })
  const columns: Column<Waiting>[] = [
    { head: t`Deposit`, cell: (receipt) => <What receipt={receipt} /> },
    { head: t`Requested`, end: true, cell: ({ coinAmount, type }) => <Money amount={coinAmount} unit={`t${type}`} /> },
    { head: t`On the chain`, end: true, cell: (receipt) => <OnChain receipt={receipt} /> },
    {
      head: t`Sent`,
      cell: ({ sentAt, age }) => (
        <span className={desk.badges}>
          <Time at={new Date(sentAt).toISOString()} />
          <Age age={age} />
        </span>
      ),
    },
    { head: t`Decision`, end: true, cell: (receipt) => <PaymentReceiptButtons receipt={receipt} onDo={setDoing} /> },
  ]
  return (
    <Page
      title={t`Receipts`}
      words={t`Only the chain confirms payments. Approving a receipt credits what the chain shows. If it shows \
nothing, a second operator must also approve the credit.`}
    >
      <Panel>
        <Totals totals={receipts.data && totalsOf(receipts.data)} />
        <Answered query={receipts} lines={8}>
          {(list) => <Table label={t`Receipts`} columns={columns} rows={list} empty={t`No receipts to review.`} />}
        </Answered>
      </Panel>
      {doing && <Act {...doing} onClose={() => setDoing(undefined)} />}
    </Page>
  )
}

/** Sums what the deposits credit, per currency. The call lists at most 100 receipts, oldest first. */
function totalsOf(receipts: readonly Waiting[]) {
  return [...Map.groupBy(receipts, ({ cur }) => cur)].map(([unit, list]) => ({
    unit,
    amount: sumOf(list.map(({ amount }) => amount)),
    count: list.length,
  }))
}

function What({ receipt: { plan, coin, amount, cur, customer, receiptState } }: { receipt: Waiting }) {
  return (
    <div>
      <strong>{plan}</strong> {coin ?? t`Trading`}, <Money amount={amount} unit={cur} />{' '}
      <Link className={desk.small} to={path('operatorCustomer', { params: { id: customer } })}>
        <Trans>Customer</Trans>
      </Link>{' '}
      {receiptState === 'proposed' && (
        <Badge tone="wait">
          <Trans>waiting for a second operator</Trans>
        </Badge>
      )}
    </div>
  )
}

function OnChain({ receipt: { onChain, type, payments } }: { receipt: Waiting }) {
  if (payments.length === 0)
    return (
      <div>
        <Badge tone="bad">
          <Trans>nothing</Trans>
        </Badge>
      </div>
    )
  return (
    <div>
      <Money amount={onChain} unit={`t${type}`} />
      {payments.map(({ id, link, state }) => (
        <p key={id} className={desk.small}>
          <a href={link}>{paymentStateNames()[state]}</a>
        </p>
      ))}
    </div>
  )
}

function PaymentReceiptButtons({ receipt, onDo }: { receipt: Waiting; onDo: (doing: Doing) => void }) {
  return (
    <ButtonRow end>
      <Button size="xs" variant="default" onClick={() => onDo({ receipt, how: 'open' })}>
        <Trans context="button">Open</Trans>
      </Button>
      {receipt.receiptState === 'pending' && (
        <Button size="xs" onClick={() => onDo({ receipt, how: 'approve' })}>
          <Trans>Approve</Trans>
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => onDo({ receipt, how: 'decline' })}>
        <Trans>Decline</Trans>
      </Button>
    </ButtonRow>
  )
}

function Act({ receipt, how, onClose }: Doing & { onClose: () => void }) {
  const decide = useDecide(title())
  if (how === 'open') return <OpenPaymentReceipt id={receipt.id} onClose={onClose} />
  const input = (reason: string) => ({ id: receipt.id, reason })
  const nothing = receipt.payments.length === 0
  return how === 'approve' ? (
    <Decision
      title={t`Approve this receipt?`}
      words={
        nothing
          ? t`The chain shows no payment. Your approval sends the credit to a second operator. If the payment still \
arrives, it covers this credit and isn’t credited again.`
          : t`This credits exactly what the chain shows.`
      }
      reasonLabel={t`Reason`}
      confirm={nothing ? t`Propose the credit` : t`Approve`}
      onClose={onClose}
      onConfirm={(reason) => decide('receipts.approve', input(reason), ['receipts.list'])}
    />
  ) : (
    <Decision
      title={t`Decline this receipt?`}
      words={t`The customer can read the reason. A payment that arrives later is still credited.`}
      reasonLabel={t`Reason for the customer`}
      confirm={t`Decline`}
      danger
      onClose={onClose}
      onConfirm={(reason) => decide('receipts.decline', input(reason), ['receipts.list'])}
    />
  )
}

/** Shows the picture after the operator gives a reason, which is logged. */
function OpenPaymentReceipt({ id, onClose }: { id: string; onClose: () => void }) {
  const [picture, setPicture] = useState<string>()
  const { send } = useSend({ title: title() })
  async function open(reason: string): Promise<boolean> {
    await send(async () => {
      const bytes = new Uint8Array(await (await callForBytes('receipts.open', { id, reason })).arrayBuffer())
      // Byte by byte, because a picture has more bytes than a function call accepts as arguments.
      setPicture(`data:image/jpeg;base64,${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))}`)
    })
    return false
  }
  if (!picture)
    return (
      <Decision
        title={t`Open this receipt?`}
        words={t`The audit log stores who opened it and why.`}
        reasonLabel={t`Reason`}
        confirm={t({ message: 'Open', context: 'button' })}
        onClose={onClose}
        onConfirm={open}
      />
    )
  return (
    <Dialog
      title={t`Receipt`}
      actions={
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
      onClose={onClose}
    >
      <img className={classes.picture} src={picture} alt={t`Receipt sent by the customer`} />
    </Dialog>
  )
}
