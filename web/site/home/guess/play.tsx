import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { TradeType } from '../../../../api/calls/trading/trading.ts'
import { live } from '../../../data/live.ts'
import { path } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import type { PlayProps } from './play-props.ts'
import { Many } from './many.tsx'
import { manyGuesses } from './odds.ts'
import classes from './play.module.css'
import { ReceiptOfGuess } from './receipt.tsx'
import { type Guess, useGuesses } from './use-guesses.ts'

/** Plays guesses: countdown, result, receipt and twenty in a row. Loaded on the first click. */
export default function Play({ first, symbol, payoutBps, price, Sides }: PlayProps) {
  const { guesses, playing, fault, guessOnce, guessMany } = useGuesses(symbol)
  const many = guesses.length > 1
  const [single] = guesses
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    void guessOnce(first)
  })
  return (
    <>
      <Sides playing={playing} onPick={guessOnce} />
      <div className={classes.stage}>
        {fault && (
          <p role="alert" className={classes.note}>
            {fault}
          </p>
        )}
        {!fault && single && !many && <Single key={single.key} guess={single} price={price} />}
        {many && <Many guesses={guesses} payoutBps={payoutBps} playing={playing} />}
        {single?.receipt && !playing && (
          <div className={classes.next}>
            <Button size="xs" variant="default" onClick={guessMany}>
              <Trans>Guess {manyGuesses} times</Trans>
            </Button>
            <Button component={Link} to={path('signUp')} size="xs" variant="subtle">
              <Trans>Practise with an account</Trans>
            </Button>
          </div>
        )}
      </div>
    </>
  )
}

const sideNames = (): Record<TradeType, string> => ({ BUY: t`Up`, SELL: t`Down` })

function Single({ guess: { type, expiresAt, receipt }, price }: { guess: Guess; price: string | undefined }) {
  const side = sideNames()[type]
  if (receipt) return <ReceiptOfGuess receipt={receipt} side={side} />
  return (
    <p className={classes.running}>
      <strong>{side}</strong>
      <span className={classes.clock}>{expiresAt === null ? '…' : <Countdown endsAt={expiresAt} />}</span>
      <span dir="ltr">{price}</span>
    </p>
  )
}

const tickMs = 100

/** Counts down to a time on the server's clock, in tenths of a second. */
function Countdown({ endsAt }: { endsAt: number }) {
  const [left, setLeft] = useState(() => endsAt - live.serverNowMs())
  useEffect(() => {
    const timer = setInterval(() => setLeft(endsAt - live.serverNowMs()), tickMs)
    return () => clearInterval(timer)
  }, [endsAt])
  const seconds = new Intl.NumberFormat(document.documentElement.lang, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'short',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(Math.max(0, left) / 1000)
  return <span role="timer">{seconds}</span>
}
