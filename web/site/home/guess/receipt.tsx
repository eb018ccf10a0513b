import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { call } from '../../../data/call.ts'
import { momentFormat } from '../../../language/formats.ts'
import { Button } from '../../../ui/button.tsx'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
import { priceText } from '../../../ui/text/number-text.ts'
import { checkGuess, type Finding } from './check-guess.ts'
import classes from './play.module.css'
import type { Receipt } from './use-guesses.ts'

const timeText = momentFormat({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  timeZone: 'UTC',
})

const titles = (): Record<Receipt['status'], string> => ({
  OPEN: t`Waiting for prices`,
  WON: t`Right`,
  LOST: t`Wrong`,
  TIE: t({ message: 'Tie', context: 'result of a guess' }),
  VOID: t({ message: 'Void', context: 'result of a guess' }),
})

/** Shows a settled guess with the two prices that decided it, and lets the visitor check it. */
export function ReceiptOfGuess({ receipt, side }: { receipt: Receipt; side: string }) {
  const { status, ticks, strikeSeq, exitSeq, symbol, acceptedAt, reason, guess } = receipt
  const strike = ticks.ticks.find(({ seq }) => seq === strikeSeq)
  const exit = ticks.ticks.find(({ seq }) => seq === exitSeq)
  const run = { from: ticks.ticks[0]?.at ?? acceptedAt, to: ticks.ticks.at(-1)?.at ?? acceptedAt }
  return (
    <div className={classes.result}>
      <p className={classes.score} aria-live="polite">
        <strong data-tone={status === 'WON' ? 'up' : status === 'LOST' ? 'down' : undefined}>{titles()[status]}</strong>
        {strike && exit && (
          <span dir="ltr">
            {priceText(strike.price)} → {priceText(exit.price)}
          </span>
        )}
      </p>
      {reason && <p className={classes.note}>{reason}</p>}
      <details className={classes.receipt}>
        <summary>
          <Trans>Receipt</Trans>
        </summary>
        <Facts layout="rows">
          <Fact term={t`Guess`}>
            {side} · {symbol}
          </Fact>
          <Fact term={t`Accepted`}>{timeText(acceptedAt)} UTC</Fact>
          {strike && <Fact term={t`First price after that`}>{priceAt(strike)}</Fact>}
          {exit && <Fact term={t`Last price before the end`}>{priceAt(exit)}</Fact>}
        </Facts>
        <Check receipt={receipt} run={run} />
        <p className={classes.sources}>
          <a href={`/api?r=guess.result&guess=${encodeURIComponent(guess)}`}>
            <Trans>Receipt (JSON)</Trans>
          </a>
          <a href={`/api?r=ticks&symbol=${symbol}&from=${run.from}&to=${run.to}`}>
            <Trans>Published prices</Trans>
          </a>
        </p>
      </details>
    </div>
  )
}

const priceAt = ({ at, price }: Receipt['ticks']['ticks'][number]) => (
  <span dir="ltr">
    {priceText(price)} · {timeText(at)}
  </span>
)

const findings = (): Record<Finding, string> => ({
  correct: t`Correct: your browser recomputed the prices’ hashes and the result.`,
  wrong_ticks: t`Wrong: a price in the receipt differs from the published one.`,
  broken_hash_chain: t`Wrong: the prices’ hashes don’t match.`,
  wrong_result: t`Wrong: these prices give a different result.`,
})

function Check({ receipt, run: { from, to } }: { receipt: Receipt; run: { from: number; to: number } }) {
  const [found, setFound] = useState<string>()
  const check = () =>
    call('ticks', { symbol: receipt.symbol, from, to })
      .then((published) => checkGuess(receipt, published))
      .then(
        (finding) => setFound(findings()[finding]),
        (error: Error) => setFound(error.message),
      )
  return (
    <div className={classes.check}>
      <Button size="xs" variant="default" onClick={check}>
        <Trans>Check here</Trans>
      </Button>
      <p role="status">{found}</p>
    </div>
  )
}
