import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { IndicatorSetting, LineColour } from '../../../../api/workspace.ts'
import { FormDialog } from '../../../shell/form-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/fields.tsx'
import { seriesColours } from './chart-theme.ts'
import { Swatches } from './swatches.tsx'
import { coloured, indicatorOf, readParam } from './indicators.ts'
import classes from './chart-tools.module.css'

type Props = {
  setting: IndicatorSetting
  title: string
  onClose: () => void
  save: (setting: IndicatorSetting) => void
}

const mostLengths = 5

/** Changes the parameters and line colours of an indicator. */
export function IndicatorDialog({ setting, title, onClose, save }: Props) {
  const known = indicatorOf(setting.name)
  const [params, setParams] = useState(setting.params.map(String))
  const [colours, setColours] = useState<(LineColour | undefined)[]>(setting.colours)
  const [isTried, setTried] = useState(false)
  const values = params.map(readParam)
  const numbers = values.filter((value) => value !== null)
  const hasLengths = known?.lines === 'params'
  const count = coloured({ name: setting.name, params: numbers })
  const submit = () => {
    setTried(true)
    if (numbers.length < values.length) return
    const chosen = Array.from({ length: count }, (_, index) => colours[index] ?? seriesColours[index % 5]!)
    const isDefault = chosen.every((colour, index) => colour === seriesColours[index % 5])
    save({ ...setting, params: numbers, colours: isDefault ? [] : chosen })
    onClose()
  }
  return (
    <FormDialog
      title={title}
      size="small"
      closeButton
      busy={false}
      action={t`Save`}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={classes.params}>
        {params.map((text, index) => {
          const number = index + 1
          return (
            <TextField
              // oxlint-disable-next-line react/no-array-index-key -- a parameter is its place
              key={index}
              label={hasLengths ? t`Length ${number}` : t`Parameter ${number}`}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              error={isTried && values[index] === null ? t`Enter a number from 1 to 1,000.` : undefined}
              onChange={({ currentTarget: { value } }) =>
                setParams(params.map((one, place) => (place === index ? value : one)))
              }
            />
          )
        })}
      </div>
      <div className={classes.lengths}>
        {hasLengths && params.length < mostLengths && (
          <Button type="button" variant="subtle" onClick={() => setParams([...params, '50'])}>
            <Trans>Add a line</Trans>
          </Button>
        )}
        {hasLengths && params.length > 1 && (
          <Button type="button" variant="subtle" onClick={() => setParams(params.slice(0, -1))}>
            <Trans>Remove the last line</Trans>
          </Button>
        )}
        <Button
          type="button"
          variant="subtle"
          onClick={() => {
            setParams((known?.params ?? []).map(String))
            setColours([])
          }}
        >
          <Trans>Restore defaults</Trans>
        </Button>
      </div>
      {Array.from({ length: count }, (_, index) => {
        const number = index + 1
        return (
          <Swatches
            // oxlint-disable-next-line react/no-array-index-key -- a line is its place
            key={index}
            legend={t`Colour of line ${number}`}
            value={colours[index] ?? seriesColours[index % 5]!}
            onChange={(colour) => {
              const next = Array.from({ length: count }, (_unused, place) => colours[place])
              next[index] = colour
              setColours(next)
            }}
          />
        )
      })}
    </FormDialog>
  )
}
