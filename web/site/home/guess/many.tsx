import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
import { groupDigits, percentText } from '../../../ui/text/number-text.ts'
import { breakEvenBps } from '../figures.ts'
import classes from './play.module.css'
import { chanceOfWinsBps, manyGuesses, winsToBeAhead } from './odds.ts'
import type { Guess } from './use-guesses.ts'

type Props = { guesses: readonly Guess[]; payoutBps: number; playing: boolean }

/** Shows a series of guesses as notches, and the odds of such a series once it has ended. */
export function Many({ guesses, payoutBps, playing }: Props) {
  const states = Array.from({ length: manyGuesses }, (_, place) => guesses[place]?.receipt?.status ?? 'OPEN')
  const won = states.filter((state) => state === 'WON').length
  const lost = states.filter((state) => state === 'LOST').length
  const tied = states.filter((state) => state === 'TIE' || state === 'VOID').length
  const stakes = (won * payoutBps) / 10_000 - lost
  const result = `${stakes > 0 ? '+' : ''}${groupDigits(stakes.toFixed(2))}`
  return (
    <div className={classes.many}>
      <p className={classes.score} aria-live="polite">
        <Trans>
          {won} won, {lost} lost, {tied} tied
        </Trans>
        <span data-tone={stakes < 0 ? 'down' : 'up'} dir="auto">
          {playing ? <Trans>Tossing a coin for each guess</Trans> : <Trans>{result} stakes</Trans>}
        </span>
      </p>
      <ol className={classes.notches} aria-hidden="true">
        {states.map((state, place) => (
          <li key={place} data-state={state} />
        ))}
      </ol>
      {!playing && <Odds payoutBps={payoutBps} />}
    </div>
  )
}

function Odds({ payoutBps }: { payoutBps: number }) {
  const needed = winsToBeAhead(manyGuesses, payoutBps)
  return (
    <Facts layout="rows" className={classes.odds}>
      <Fact term={t`Expected wins from guessing, excluding ties`}>{percentText(5_000)}</Fact>
      <Fact term={t`Wins needed to break even`}>{percentText(breakEvenBps(payoutBps))}</Fact>
      <Fact term={<Trans>Chance of at least {needed} wins, which puts you ahead</Trans>}>
        {percentText(chanceOfWinsBps(manyGuesses, needed), 1)}
      </Fact>
    </Facts>
  )
}
