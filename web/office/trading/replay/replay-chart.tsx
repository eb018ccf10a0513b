import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useId, useMemo, useState } from 'react'
import type { TradeReceipt } from '../../../../api/calls/trading/trading.ts'
import { Icon } from '../../../ui/icons.tsx'
import { groupDigits, priceText } from '../../../ui/text/number-text.ts'
import { frameOf, replaySpan, type ReplayTick, stepPath } from './replay-path.ts'
import classes from './replay.module.css'
import panel from '../panel.module.css'

const width = 640
const height = 240
const speeds = [1, 5, 20]

/**
 * Draws the price during a trade up to the playhead. Starts at the end, so that nothing moves until the customer plays
 * it.
 */
export function ReplayChart({ ticks, receipt }: { ticks: readonly ReplayTick[]; receipt: TradeReceipt }) {
  const span = replaySpan(receipt.order)
  const { headMs, setHeadMs, playing, setPlaying, speed, setSpeed } = usePlayback(span.fromMs, span.toMs)
  const name = useId()
  const seconds = groupDigits(((headMs - receipt.order.acceptedAt) / 1000).toFixed(1))
  return (
    <div className={classes.chart} dir="ltr">
      <Picture ticks={ticks} receipt={receipt} headMs={headMs} />
      <div className={classes.controls}>
        <button type="button" className={panel.action} onClick={() => setPlaying(!playing)}>
          <Icon name={playing ? 'pause' : 'play'} size={16} />{' '}
          {playing
            ? t({ message: 'Pause', comment: 'pauses the replay' })
            : t({ message: 'Play', comment: 'starts the replay' })}
        </button>
        <input
          type="range"
          aria-label={t`Playback position`}
          aria-valuetext={t`${seconds} seconds after the order`}
          min={span.fromMs}
          max={span.toMs}
          step={100}
          value={headMs}
          onChange={(event) => {
            setPlaying(false)
            setHeadMs(Number(event.target.value))
          }}
        />
        <fieldset className={classes.speeds}>
          <legend className="visually-hidden">
            <Trans>Speed</Trans>
          </legend>
          {speeds.map((one) => (
            <label key={one}>
              <input type="radio" name={name} checked={speed === one} onChange={() => setSpeed(one)} />
              <span>{one}×</span>
            </label>
          ))}
        </fieldset>
      </div>
    </div>
  )
}

/** Holds the playhead between `fromMs` and `toMs`, and moves it with each animation frame while playing. */
function usePlayback(fromMs: number, toMs: number) {
  const [headMs, setHeadMs] = useState(toMs)
  const [playing, setPlaying] = useState(false)
  const [speed, setSpeed] = useState(1)
  useEffect(() => {
    if (!playing) return
    let last = performance.now()
    let request = requestAnimationFrame(function advance(now) {
      const passedMs = (now - last) * speed
      last = now
      setHeadMs((head) => Math.min(toMs, head + passedMs))
      request = requestAnimationFrame(advance)
    })
    return () => cancelAnimationFrame(request)
  }, [playing, speed, toMs])
  useEffect(() => {
    if (playing && headMs >= toMs) setPlaying(false)
  }, [playing, headMs, toMs])
  const play = (on: boolean) => {
    if (on && headMs >= toMs) setHeadMs(fromMs)
    setPlaying(on)
  }
  return { headMs, setHeadMs, playing, setPlaying: play, speed, setSpeed }
}

function Picture({ ticks, receipt, headMs }: { ticks: readonly ReplayTick[]; receipt: TradeReceipt; headMs: number }) {
  const { order, outcome } = receipt
  const frame = useMemo(() => frameOf(ticks, replaySpan(receipt.order), width, height), [ticks, receipt])
  const entry = ticks.find((tick) => tick.seq === outcome.strikeSeq)
  const exit = ticks.find((tick) => tick.seq === outcome.exitSeq)
  const shownEntry = entry && entry.at <= headMs ? entry : undefined
  const shownExit = exit && headMs >= order.expiresAt ? exit : undefined
  const point = (tick: ReplayTick) => ({ cx: frame.x(tick.at), cy: frame.y(Number(tick.price)) })
  const { asset } = order
  const strike = order.strike ? priceText(order.strike) : t({ message: 'none', context: 'price' })
  const exitPrice = order.exit ? priceText(order.exit) : t({ message: 'none', context: 'price' })
  const strikeY = entry ? frame.y(Number(entry.price)) : 0
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t`Price of ${asset} during the trade: strike ${strike}, exit ${exitPrice}`}
      data-status={order.status}
    >
      <rect
        className={classes.window}
        x={frame.x(order.acceptedAt)}
        width={frame.x(order.expiresAt) - frame.x(order.acceptedAt)}
        height={height}
      />
      <line className={classes.edge} x1={frame.x(order.acceptedAt)} x2={frame.x(order.acceptedAt)} y2={height} />
      <line className={classes.edge} x1={frame.x(order.expiresAt)} x2={frame.x(order.expiresAt)} y2={height} />
      <text className={classes.caption} x={frame.x(order.acceptedAt) + 6} y={height - 8}>
        <Trans>accepted</Trans>
      </text>
      <text className={classes.caption} x={frame.x(order.expiresAt) - 6} y={height - 8} textAnchor="end">
        <Trans>expiry</Trans>
      </text>
      {shownEntry && (
        <line className={classes.strike} x1={frame.x(shownEntry.at)} x2={width} y1={strikeY} y2={strikeY} />
      )}
      <path className={classes.price} d={stepPath(ticks, frame, headMs, order.expiresAt)} />
      {shownEntry && <MarkPoint {...point(shownEntry)} words={strikeWords(shownEntry)} />}
      {shownExit && <MarkPoint {...point(shownExit)} words={exitWords(shownExit)} end />}
    </svg>
  )
}

const strikeWords = ({ price }: ReplayTick) => t`strike ${price}`
const exitWords = ({ price }: ReplayTick) => t`exit ${price}`

function MarkPoint({ cx, cy, words, end = false }: { cx: number; cy: number; words: string; end?: boolean }) {
  // Keeps the label inside the picture: below the point in the upper half, above it in the lower half.
  const below = cy < height / 2
  return (
    <g className={end ? classes.exit : classes.entry}>
      <circle cx={cx} cy={cy} r={6} />
      <text
        className={classes.label}
        x={end ? cx - 10 : cx + 10}
        y={cy + (below ? 22 : -12)}
        textAnchor={end ? 'end' : 'start'}
      >
        {words}
      </text>
    </g>
  )
}
