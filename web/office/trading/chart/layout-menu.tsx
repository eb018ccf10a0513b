import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { gridSizes } from '../../../../api/workspace.ts'
import { Flyout } from '../flyout.tsx'
import { Glyph } from '../glyphs.tsx'
import { changeCharts, chartsOf, divided, readStoredCharts, useCharts } from '../preferences.ts'
import { SavedNames } from './saved-names.tsx'
import { changeChartStore, useChartStore } from './workspace.ts'
import classes from './chart-tools.module.css'

/**
 * Sets the number of charts, and saves and applies layouts. A layout contains the charts' symbols and settings, and
 * the sizes of the panels.
 */
export function LayoutMenu({ divisible }: { divisible: boolean }) {
  const { grid } = useCharts()
  const { layouts } = useChartStore()
  const name = useId()
  const save = (title: string) =>
    changeChartStore((held) => ({
      layouts: [...held.layouts.filter((one) => one.name !== title), { name: title, ...readStoredCharts() }],
    }))
  return (
    <Flyout
      label={t`Chart layout`}
      button={
        <>
          <Glyph name="grid" />
          <span className={classes.word}>
            <Trans>Layout</Trans>
          </span>
        </>
      }
    >
      {(close) => (
        <div className={classes.options}>
          {divisible && (
            <fieldset>
              <legend>
                <Trans>Charts</Trans>
              </legend>
              {gridSizes.map((size) => (
                <label key={size}>
                  <input
                    type="radio"
                    name={name}
                    checked={grid === size}
                    onChange={() => changeCharts((charts) => divided(charts, size))}
                  />{' '}
                  {plural(size, { one: '# chart', other: '# charts' })}
                </label>
              ))}
            </fieldset>
          )}
          <SavedNames
            legend={t`Saved layouts`}
            saveLabel={t`Save this layout`}
            names={layouts.map((one) => one.name)}
            onApply={(title) => {
              const found = layouts.find((one) => one.name === title)
              if (found) changeCharts(() => chartsOf(found))
              close()
            }}
            onSave={save}
            onRename={(before, title) =>
              changeChartStore((held) => ({
                layouts: held.layouts
                  .filter((one) => one.name !== title || title === before)
                  .map((one) => (one.name === before ? { ...one, name: title } : one)),
              }))
            }
            onDelete={(title) =>
              changeChartStore((held) => ({ layouts: held.layouts.filter((one) => one.name !== title) }))
            }
          />
          <p>
            <Trans>Layouts, indicators and drawings are saved to your account.</Trans>
          </p>
        </div>
      )}
    </Flyout>
  )
}
