import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { leftAfterFall, leverageMin, leverageStep, stressFalls } from '../../../api/farming-rules.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { groupDigits, percentText } from '../../ui/text/number-text.ts'
import classes from './calculator.module.css'

/** Shows what falling prices leave of a deposit at the leverage that the visitor chooses. */
export function LeverageSlider({ max }: { max: number }) {
  const id = useId()
  const [leverage, setLeverage] = useState(2)
  const shown = `${groupDigits(String(leverage))}×`
  const falls = stressFalls.map((fall) => ({ fall, left: leftAfterFall(leverage, fall) }))
  return (
    <div className={classes.calculator}>
      <div className={classes.slider}>
        <span>
          <label htmlFor={id}>{t`Leverage`}</label>
          <output htmlFor={id} dir="ltr">
            {shown}
          </output>
        </span>
        <input
          id={id}
          type="range"
          min={leverageMin}
          max={max}
          step={leverageStep}
          value={leverage}
          aria-valuetext={shown}
          onChange={(event) => setLeverage(Number(event.currentTarget.value))}
        />
      </div>
      <div className={classes.bar} aria-hidden="true">
        <span style={{ inlineSize: `${falls[0]!.left}%` }} />
      </div>
      <Facts layout="rows" className={classes.result} aria-live="polite">
        {falls.map(({ fall, left }) => {
          const drop = percentText(fall * 100)
          return (
            <Fact key={fall} term={<output htmlFor={id}>{t`The coin falls by ${drop}: you keep`}</output>}>
              <output htmlFor={id}>{percentText(left * 100)}</output>
            </Fact>
          )
        })}
        <Fact term={t`Nothing is left after a fall of`}>
          <output htmlFor={id}>{percentText(10_000 / leverage, 1)}</output>
        </Fact>
      </Facts>
    </div>
  )
}
