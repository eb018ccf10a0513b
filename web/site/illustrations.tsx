import type { ReactNode } from 'react'
import classes from './illustrations.module.css'

/**
 * Frame of the drawings on long pages, which all show notched sticks in ink and amber. They are decorative, so screen
 * readers skip them.
 */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 320 220" aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}

/**
 * Returns the SVG path of a stick's edge, with notches of `depth` at the x positions `at`. `half` is half a notch's
 * width; it is negative if the edge is drawn from right to left.
 */
function notchedEdge(y: number, depth: number, at: readonly number[], half = 11): string {
  return at.map((x) => `L${x - half} ${y}L${x} ${y + depth}L${x + half} ${y}`).join('')
}

const cuts = [62, 96, 140, 164, 214, 258]

/** A split stick: both halves have the same notches. */
export function SplitStick() {
  return (
    <Drawing>
      <path className={classes.ink} d={`M24 44H296V92${notchedEdge(92, -26, cuts.toReversed(), -11)}H24Z`} />
      <path className={classes.amber} d={`M24 128${notchedEdge(128, 26, cuts)}H296V176H24Z`} />
      {cuts.map((x) => (
        <path key={x} className={classes.thread} d={`M${x} 70V150`} />
      ))}
    </Drawing>
  )
}

/** A notched stick, and three smaller ones with notches in the same places. */
export function CopiedSticks() {
  const rows = [
    { y: 112, height: 22, scale: 0.8 },
    { y: 146, height: 16, scale: 0.55 },
    { y: 174, height: 12, scale: 0.4 },
  ]
  return (
    <Drawing>
      <path className={classes.amber} d={`M24 40${notchedEdge(40, 26, cuts)}H296V84H24Z`} />
      {rows.map(({ y, height, scale }, row) => (
        <path
          key={y}
          className={classes.ink}
          d={`M${40 + row * 14} ${y}${notchedEdge(
            y,
            26 * scale * 0.7,
            cuts.map((x) => 24 + (x - 24) * (1 - row * 0.04) + row * 14),
          )}H${296 - row * 4}V${y + height}H${40 + row * 14}Z`}
        />
      ))}
    </Drawing>
  )
}

/** A growing pile of blocks, each with a smaller yield. */
export function Blocks() {
  const blocks = [0, 1, 2, 3, 4, 5, 6]
  return (
    <Drawing>
      {blocks.map((block) => (
        <rect
          key={block}
          className={classes.ink}
          x={24 + block * 40}
          y={150 - block * 14}
          width="32"
          height={34 + block * 14}
          rx="3"
        />
      ))}
      {blocks.map((block) => (
        <rect
          key={block}
          className={classes.amber}
          x={24 + block * 40}
          y={150 - block * 14 - 10 - 62 / (block + 1.2)}
          width="32"
          height={62 / (block + 1.2)}
          rx="3"
        />
      ))}
      <path className={classes.line} d="M20 188H300" />
    </Drawing>
  )
}

/** Leverage as a balance beam: the short end moves a little, the long end a lot. */
export function LeverageDrawing() {
  return (
    <Drawing>
      <path className={classes.line} d="M20 188H300" />
      <path className={classes.ink} d="M104 188 128 132 152 188Z" />
      <path className={classes.amber} d="M28 158 294 66 298 77 32 169Z" />
      <rect className={classes.ink} x="36" y="112" width="40" height="36" rx="3" transform="rotate(-19 56 130)" />
      <path className={classes.down} d="M284 102v56m0 0-12-14m12 14 12-14" />
      <path className={classes.up} d="M60 100V56m0 0-12 14m12-14 12 14" />
    </Drawing>
  )
}

/** Notches counted in fives, as on a tally. */
export function Counted() {
  return (
    <Drawing>
      {[0, 1, 2].flatMap((row) =>
        [0, 1, 2].map((group) => {
          const x = 40 + group * 88
          const y = 40 + row * 52
          const done = row * 3 + group < 7
          return (
            <g key={`${row}${group}`} className={done ? classes.marks : classes.faint}>
              {[0, 1, 2, 3].map((place) => (
                <path key={place} d={`M${x + place * 15} ${y}v36`} />
              ))}
              <path d={`M${x - 10} ${y + 30}L${x + 55} ${y + 6}`} />
            </g>
          )
        }),
      )}
    </Drawing>
  )
}
