import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { type LineColour, lineColours } from '../../../../api/workspace.ts'
import { namedColor } from './chart-theme.ts'
import classes from './chart-tools.module.css'

const colourNames = (): Record<LineColour, string> => ({
  blue: t`Blue`,
  teal: t`Teal`,
  green: t`Green`,
  yellow: t`Yellow`,
  orange: t`Orange`,
  red: t`Red`,
  pink: t`Pink`,
  violet: t`Violet`,
  ink: t`Black or white, to match the theme`,
})

type Props = { legend: string; value: LineColour; onChange: (colour: LineColour) => void }

/** Chooses one of the colours of lines. */
export function Swatches({ legend, value, onChange }: Props) {
  const name = useId()
  const names = colourNames()
  return (
    <fieldset className={classes.swatches}>
      <legend>{legend}</legend>
      <div>
        {lineColours.map((colour) => (
          <label key={colour} title={names[colour]}>
            <input
              type="radio"
              name={name}
              aria-label={names[colour]}
              checked={value === colour}
              onChange={() => onChange(colour)}
            />
            <span style={{ background: namedColor(colour) }} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
