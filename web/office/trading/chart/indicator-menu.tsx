import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, type ReactNode, startTransition, Suspense, useEffect, useState } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Flyout } from '../flyout.tsx'
import { Glyph } from '../glyphs.tsx'
import { usePreference } from '../preferences.ts'
import { indicatorOf, indicators, maxPanesBelow, toggleIndicator } from './indicators.ts'
import { SavedNames } from './saved-names.tsx'
import { changeChartStore, useChartStore } from './workspace.ts'
import classes from './chart-tools.module.css'

const IndicatorDialog = lazy(() => import('./indicator-dialog.tsx').then((file) => ({ default: file.IndicatorDialog })))

/** Chooses indicators, opens their settings, and saves and applies sets of indicators. */
export function IndicatorMenu() {
  const [chosen, setChosen] = usePreference('indicators')
  const [edited, setEdited] = useState<string | null>(null)
  const count = chosen.length
  const setting = chosen.find(({ name }) => name === edited)
  const button = (
    <>
      <Glyph name="indicator" />
      <span className={classes.word}>
        <Trans>Indicators</Trans>
      </span>
      {count > 0 && (
        <Badge tone="wait" look="count">
          {count}
        </Badge>
      )}
    </>
  )
  return (
    <>
      <Flyout label={t`Indicators, ${count} shown`} button={button}>
        {(close) => (
          <AfterPaint>
            <IndicatorSets />
            {(['price', 'below'] as const).map((place) => (
              <fieldset key={place}>
                <legend>{place === 'price' ? t`Over the price` : t`Below the price, up to ${maxPanesBelow}`}</legend>
                {indicators
                  .filter((one) => one.place === place)
                  .map(({ name, label }) => {
                    const title = label?.() ?? name
                    const isOn = chosen.some((one) => one.name === name)
                    return (
                      <div key={name} className={classes.row}>
                        <label>
                          <input
                            type="checkbox"
                            checked={isOn}
                            onChange={() => setChosen(toggleIndicator(chosen, name))}
                          />{' '}
                          {title}
                          {label && <small>{name}</small>}
                        </label>
                        {isOn && (
                          <IconButton
                            className={classes.small}
                            label={t`${title} settings`}
                            onClick={() => {
                              close()
                              setEdited(name)
                            }}
                          >
                            <Glyph name="gear" size={16} />
                          </IconButton>
                        )}
                      </div>
                    )
                  })}
              </fieldset>
            ))}
          </AfterPaint>
        )}
      </Flyout>
      {setting && (
        <Suspense>
          <IndicatorDialog
            setting={setting}
            title={indicatorOf(setting.name)?.label?.() ?? setting.name}
            onClose={() => setEdited(null)}
            save={(changed) => setChosen(chosen.map((one) => (one.name === changed.name ? changed : one)))}
          />
        </Suspense>
      )}
    </>
  )
}

/** Renders the long list after the click has been painted, so that the button responds at once. */
function AfterPaint({ children }: { children: ReactNode }) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setReady(true)))
    return () => cancelAnimationFrame(frame)
  }, [])
  return <div className={`${classes.options} ${classes.long}`}>{ready && children}</div>
}

function IndicatorSets() {
  const { indicatorSets } = useChartStore()
  const [chosen, setChosen] = usePreference('indicators')
  return (
    <SavedNames
      legend={t`Saved indicators`}
      saveLabel={t`Save these indicators`}
      names={indicatorSets.map(({ name }) => name)}
      onApply={(name) => setChosen(indicatorSets.find((one) => one.name === name)?.indicators ?? chosen)}
      onSave={(name) =>
        changeChartStore((held) => ({
          indicatorSets: [...held.indicatorSets.filter((one) => one.name !== name), { name, indicators: chosen }],
        }))
      }
      onRename={(before, name) =>
        changeChartStore((held) => ({
          indicatorSets: held.indicatorSets
            .filter((one) => one.name !== name || name === before)
            .map((one) => (one.name === before ? { ...one, name } : one)),
        }))
      }
      onDelete={(name) =>
        changeChartStore((held) => ({ indicatorSets: held.indicatorSets.filter((one) => one.name !== name) }))
      }
    />
  )
}
