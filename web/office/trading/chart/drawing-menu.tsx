import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { Flyout } from '../flyout.tsx'
import { Glyph } from '../glyphs.tsx'
import { useDrawingStyle } from './drawing-style.ts'
import { drawingTools } from './drawings.ts'
import type { PriceChart } from './price-chart.ts'
import { Swatches } from './swatches.tsx'
import classes from './chart-tools.module.css'

const NoteDialog = lazy(() => import('./note-dialog.tsx').then((file) => ({ default: file.NoteDialog })))

type Props = {
  chart: PriceChart | null
  drawing: string | null
  onDraw: (name: string | null, byKeyboard: boolean, text?: string) => void
}

/** Chooses a drawing tool, its colour and how drawings behave, and undoes and removes drawings. */
export function DrawingMenu({ chart, drawing, onDraw }: Props) {
  const [style, setStyle] = useDrawingStyle()
  const [locked, setLocked] = useState(false)
  /** Set while the text of a note is being written: whether the keyboard chose the tool. */
  const [writing, setWriting] = useState<{ byKeyboard: boolean } | null>(null)
  const tool = drawingTools.find((one) => one.name === drawing)
  if (tool) {
    return (
      <button type="button" className={classes.cancel} onClick={() => onDraw(null, false)}>
        <Glyph name="pencil" /> <Trans>Cancel drawing</Trans>
      </button>
    )
  }
  return (
    <>
      <Flyout
        label={t`Draw on the chart`}
        button={
          <>
            <Glyph name="pencil" />
            <span className={classes.word}>{t`Draw`}</span>
          </>
        }
      >
        {(close) => (
          <div className={classes.options}>
            <div className={classes.columns}>
              {drawingTools.map(({ name, label }) => (
                <button
                  key={name}
                  type="button"
                  onClick={(event: MouseEvent) => {
                    close()
                    if (name === 'note') setWriting({ byKeyboard: event.detail === 0 })
                    else onDraw(name, event.detail === 0)
                  }}
                >
                  {label()}
                </button>
              ))}
            </div>
            <Swatches legend={t`Colour`} value={style.colour} onChange={(colour) => setStyle({ colour })} />
            <label>
              <input type="checkbox" checked={style.magnet} onChange={() => setStyle({ magnet: !style.magnet })} />{' '}
              <Trans>Snap to prices</Trans>
            </label>
            <label>
              <input
                type="checkbox"
                checked={locked && (chart?.drawings.locked ?? false)}
                onChange={() => {
                  chart?.drawings.lock(!locked)
                  setLocked(!locked)
                }}
              />{' '}
              <Trans>Lock the drawings</Trans>
            </label>
            <button type="button" onClick={() => chart?.drawings.undo()}>
              <Glyph name="undo" size={16} /> <Trans>Undo</Trans>
            </button>
            <button
              type="button"
              className={classes.remove}
              onClick={() => {
                chart?.drawings.removeAll()
                close()
              }}
            >
              <Glyph name="trash" size={16} /> <Trans>Remove all drawings</Trans>
            </button>
            <p>
              <Trans>
                With the keyboard, you can add a horizontal line or text at the latest price. Right-click a drawing to
                remove it.
              </Trans>
            </p>
          </div>
        )}
      </Flyout>
      {writing && (
        <Suspense>
          <NoteDialog
            onClose={() => setWriting(null)}
            save={(text) => {
              setWriting(null)
              onDraw('note', writing.byKeyboard, text)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
