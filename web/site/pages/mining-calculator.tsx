import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { assetUnit } from '../../language/asset-labels.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { groupDigits, moneyText } from '../../ui/text/number-text.ts'
import classes from './calculator.module.css'
import { outputPerDay } from './mining-output.ts'

type Parameters = CallOutput<'mining.parameters'>
type Coin = Parameters[number]['coin']
type Props = {
  parameters: Parameters
  places: CallOutput<'datacenters'>
  rates: CallOutput<'rates'>
}

/** The unit in which hash rates of each coin are entered. */
const units: Record<Coin, { name: string; perSecond: number }> = {
  BTC: { name: 'TH/s', perSecond: 1e12 },
  LTC: { name: 'GH/s', perSecond: 1e9 },
  ZEC: { name: 'kSol/s', perSecond: 1e3 },
  XMR: { name: 'kH/s', perSecond: 1e3 },
}
const days = { day: 1, month: 30, year: 365 }
const largest = 1_000_000

/** Estimates the output of a hash rate from the parameters in force. */
export function MiningCalculator({ parameters, places, rates }: Props) {
  const inForce = parameters.filter(({ state }) => state === 'in_force')
  const [coin, setCoin] = useState<Coin>('BTC')
  const [rate, setRate] = useState('100')
  const [placeId, setPlaceId] = useState(places[0]?.id)
  const terms = inForce.find((each) => each.coin === coin)
  const place = places.find(({ id }) => id === placeId)
  const entered = Number(rate.replace(',', '.'))
  const isValid = rate.trim() !== '' && entered >= 0 && entered <= largest
  if (!terms || !place) return null
  const perDay = outputPerDay({
    coin,
    perSecond: isValid ? entered * units[coin].perSecond : 0,
    difficulty: Number(terms.difficulty),
    subsidy: Number(terms.subsidy),
    feeBps: place.feeBps,
    rejectedBps: place.rejectedBps,
  })
  const price = Number(rates.find(({ symbol }) => symbol === coin)?.rate ?? 0)
  const names = { day: t`Output per day`, month: t`Output over 30 days`, year: t`Output over 365 days` }
  const { name: unit } = units[coin]
  return (
    <div className={classes.calculator}>
      <div className={classes.fields}>
        <SelectField
          label={t`Coin`}
          data={inForce.map((each) => ({ value: each.coin, label: assetUnit(each.coin) }))}
          value={coin}
          onChange={(event) => setCoin(event.currentTarget.value as Coin)}
        />
        <TextField
          label={t`Hash rate in ${unit}`}
          inputMode="decimal"
          value={rate}
          error={isValid ? undefined : t`Enter a number up to ${groupDigits(String(largest))}.`}
          onChange={(event) => setRate(event.currentTarget.value)}
        />
        <SelectField
          label={t`Datacenter`}
          data={places.map(({ id, country }) => ({ value: id, label: country }))}
          value={placeId}
          onChange={(event) => setPlaceId(event.currentTarget.value as typeof placeId)}
        />
      </div>
      <Facts layout="rows" className={classes.result} aria-live="polite">
        {(Object.keys(days) as (keyof typeof days)[]).map((span) => (
          <Fact key={span} term={<output>{names[span]}</output>}>
            <output>
              {moneyText((perDay * days[span]).toFixed(8), assetUnit(coin))}
              {price > 0 && ` · ${moneyText((perDay * days[span] * price).toFixed(2), '$')}`}
            </output>
          </Fact>
        ))}
      </Facts>
    </div>
  )
}
