import classes from './tally-marks.module.css'

const pitch = 9
const groupGap = 8
const groupWidth = 4 * pitch + groupGap

/** A hundred tally marks in groups of five, with the share marked. Decorative: the share is also in the text. */
export function TallyMarks({ shareBps }: { shareBps: number }) {
  const marked = Math.round(shareBps / 100)
  return (
    <div className={classes.marks} aria-hidden="true">
      {Array.from({ length: 20 }, (_, group) => (
        <svg key={group} viewBox={`0 0 ${groupWidth} 34`}>
          {[0, 1, 2, 3].map((place) => (
            <path
              key={place}
              className={group * 5 + place < marked ? classes.marked : classes.rest}
              d={`M${6 + place * pitch} 5v24`}
            />
          ))}
          <path className={group * 5 + 4 < marked ? classes.marked : classes.rest} d={`M1 26 ${groupWidth - 7} 8`} />
        </svg>
      ))}
    </div>
  )
}
