import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { depositActions, depositStateWords } from '../../../api/states/deposit-states.ts'
import { callForBytes, errorText, type CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useRefetch } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { useRootData } from '../../document/root-data.ts'
import { Icon } from '../../ui/icons.tsx'
import { Money } from '../../ui/text/money.tsx'
import { shortDecimal } from '../../ui/text/short-decimal.ts'
import { Panel } from '../../shell/page.tsx'
import { depositCalls, type PaymentActions } from './payment-actions.ts'
import { CancelDeposit } from './cancel-deposit.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import classes from './payment.module.css'
import { Overpaid } from './overpaid.tsx'
import { PaymentReceipt } from './payment-receipt.tsx'
import { depositStateTexts } from './payment-words.ts'
import { dateTimeText, hourText } from '../../language/time-text.ts'
import { sumText } from '../../ui/text/sum-text.ts'

type Deposit = CallOutput<'deposits.show'>

/** Shows one deposit: the payment address, the chain status and the available actions. */
export function Payment({ deposit, actions = depositCalls }: { deposit: Deposit; actions?: PaymentActions }) {
  // Hides the address while a payment is on its way, so that nobody pays twice.
  const showAddress = depositActions.can('pay', deposit.state)
  return (
    <>
      <Progress deposit={deposit} />
      {showAddress && <Address deposit={deposit} />}
      {deposit.transfers.length > 0 && <Credited deposit={deposit} isForTrading={actions === depositCalls} />}
      {deposit.payments.length > 0 && <Payments deposit={deposit} />}
      <Overpaid deposit={deposit} />
      <PaymentReceipt deposit={deposit} actions={actions} />
      <div className={classes.actions}>
        {depositActions.can('cancel', deposit.state) && <CancelDeposit id={deposit.id} actions={actions} />}
        <Button component={Link} to={path('officeDeposit', { anchor: 'history' })} variant="default">
          <Trans>Deposit history</Trans>
        </Button>
      </div>
    </>
  )
}

const steps = () => [t`Payment seen`, t`Confirming`, t`Credited`]
/** Index of the step that counts confirmations. */
const confirmingAt = 1
/** Number of finished steps. The next step is in progress. */
const reached: Partial<Record<Deposit['state'], number>> = { seen: 1, confirming: 1, partial: 2, credited: 3 }

function Progress({ deposit }: { deposit: Deposit }) {
  const { state, words, confirmations, needed, cur, credited } = deposit
  const { tone } = depositStateWords[state]
  const done = reached[state] ?? 0
  return (
    <Panel title={t`Payment status`}>
      <p className={classes.state} data-tone={tone} role="status">
        <strong>{depositStateTexts()[state]}</strong>
        {state === 'confirming' && ` ${confirmations}/${needed}`}
        {credited && (
          <>
            {' · '}
            <Trans>
              <Money amount={credited} unit={cur} /> credited
            </Trans>
          </>
        )}
      </p>
      {words && <p className={classes.words}>{words}</p>}
      <ol className={classes.steps}>
        {steps().map((step, index) => (
          <li
            key={step}
            data-done={index < done || undefined}
            aria-current={done > 0 && index === done ? 'step' : undefined}
          >
            <span aria-hidden="true">{index < done ? <Icon name="check" size={14} /> : index + 1}</span>
            {step}
            {index === confirmingAt && ` ${state === 'credited' ? needed : confirmations}/${needed}`}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Shows the ledger transfers that credited a deposit, and where to go next. */
function Credited({ deposit: { transfers, coin }, isForTrading }: { deposit: Deposit; isForTrading: boolean }) {
  return (
    <Panel title={t`Credited to your account`}>
      <ul className={classes.payments}>
        {transfers.map(({ id, at, amount, cur }) => (
          <li key={id}>
            <Money amount={amount} unit={cur} />
            <Link to={path('statement', { query: { q: id } })}>{t`Ledger transfer ${id}`}</Link>
            <span>
              <time dateTime={new Date(at).toISOString()}>{dateTimeText(at)}</time>
            </span>
          </li>
        ))}
      </ul>
      <ButtonRow spaced>
        {isForTrading &&
          (coin === null ? (
            <Button component={Link} to={path('dashboard')}>
              <Trans>Trade now</Trans>
            </Button>
          ) : (
            <Button component={Link} to={path('officeMiningContracts')}>
              <Trans>View contract</Trans>
            </Button>
          ))}
        <Button component={Link} to={path('statement')} variant="default">
          <Trans>See statement</Trans>
        </Button>
      </ButtonRow>
    </Panel>
  )
}

function Address({ deposit }: { deposit: Deposit }) {
  const { address, uri, type, expiresAt, rate, cur } = deposit
  const coinAmount = shortDecimal(deposit.coinAmount)
  const { data: code } = useQuery({
    queryKey: ['qr', address],
    queryFn: () => readPicture(address),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const unit = `t${type}`
  return (
    <Panel title={t`Pay in ${unit}`}>
      <div className={classes.pay}>
        {code ? (
          <img className={classes.code} src={code} alt={t`QR code for the payment to ${address}`} />
        ) : (
          <span className={classes.code} />
        )}
        <Facts className={classes.facts}>
          <Fact term={t`Amount`} className={classes.amount}>
            <Money shown amount={coinAmount} unit={unit} />
            <CopyButton label={t`Copy amount`} text={coinAmount} />
          </Fact>
          <Fact term={t`Address`} className={classes.address}>
            <code dir="ltr">{address}</code>
            <CopyButton label={t`Copy address`} text={address} />
          </Fact>
          <Fact term={t`Rate locked until`}>
            <time dateTime={new Date(expiresAt).toISOString()}>{hourText(expiresAt)}</time>
          </Fact>
          {rate && <Rate rate={rate} unit={unit} cur={cur} />}
        </Facts>
      </div>
      <p className={classes.words}>
        <Trans>Send test coins only. Late payments are credited at the rate when they confirm.</Trans>
      </p>
      <div className={classes.actions}>
        <Button component="a" href={uri} variant="default">
          <Trans>Open in wallet</Trans>
        </Button>
        <TestCoins coin={type} address={address} />
      </div>
    </Panel>
  )
}

function Rate({ rate, unit, cur }: { rate: NonNullable<Deposit['rate']>; unit: string; cur: string }) {
  const { seq: tick, coin } = rate
  return (
    <Fact term={t`Rate`}>
      <span dir="ltr">
        1 {unit} = <Money shown amount={rate.price} unit="$" />
        {rate.fx && ` · 1 ${cur} = ${sumText('$', rate.fx.price)}`}
      </span>{' '}
      <small>
        <Trans>
          tick {tick} of {coin}
        </Trans>
      </small>
    </Fact>
  )
}

/** Reads the QR code as a `data:` URL. Only the owner's session may see it, and an image URL can't carry the secret. */
async function readPicture(addr: string): Promise<string> {
  const picture = await callForBytes('qr', { addr })
  const bytes = new Uint8Array(await picture.arrayBuffer())
  return `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`
}

class FaucetRefused extends Error {}

/** Development only: pays the requested amount from the local chain's faucet. */
function TestCoins({ coin, address }: { coin: string; address: string }) {
  const installation = useRootData()
  const { busy, send } = useSend({
    title: t`TEST COINS`,
    refetch: useRefetch('deposits.show'),
    textOf: (error) => (error instanceof FaucetRefused ? error.message : errorText(error)),
  })
  if (!installation?.development) return null
  async function pay() {
    const answer = await fetch('/dev/faucet', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ coin, address }),
    })
    const said = (await answer.json().catch(() => ({}))) as { msg?: string }
    if (!answer.ok) throw new FaucetRefused(said.msg ?? t`The faucet didn’t pay. Try again.`)
    return { msg: t`The faucet has paid. The payment appears here once it reaches the chain.` }
  }
  return (
    <Button loading={busy} onClick={() => void send(pay)}>
      <Trans>Pay with test coins</Trans>
    </Button>
  )
}

const paymentWords = (): Record<Deposit['payments'][number]['state'], string> => ({
  seen: t`seen`,
  confirming: t`confirming`,
  confirmed: t`confirmed`,
  held: t`on hold because of your deposit limit`,
  credited: t`credited`,
  refund: t`to send back`,
  reversed: t`removed from the chain`,
})

function Payments({ deposit: { payments, type, dt } }: { deposit: Deposit }) {
  const started = dateTimeText(Date.parse(dt))
  return (
    <Panel title={t`On the chain`}>
      <ul className={classes.payments}>
        {payments.map(({ id, txid, amount, state, confirmations, needed, link }) => (
          <li key={id}>
            <Money amount={shortDecimal(amount)} unit={`t${type}`} />
            <a href={link}>
              <code dir="ltr">{`${txid.slice(0, 10)}…${txid.slice(-6)}`}</code>
            </a>
            <span>
              {paymentWords()[state]}
              {state === 'confirming' && ` ${confirmations}/${needed}`}
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.words}>
        <Trans>Started {started}.</Trans>
      </p>
    </Panel>
  )
}
