import classes from './tally-marks.module.css'

const pitch = 9
const groupGap = 8
const groupWidth = 4 * pitch + groupGap

/** Tally marks in groups of five, some of them marked. Decorative: the figures are also in the text. */
export function TallyMarks({ marked, of = 100 }: { marked: number; of?: number }) {
  const classOf = (place: number) => (place < marked ? classes.marked : classes.rest)
  return (
    <div className={classes.marks} aria-hidden="true">
      {Array.from({ length: Math.ceil(of / 5) }, (_, group) => (
        <svg key={group} viewBox={`0 0 ${groupWidth} 34`}>
          {[0, 1, 2, 3]
            .map((place) => group * 5 + place)
            .filter((place) => place < of)
            .map((place) => (
              <path key={place} className={classOf(place)} d={`M${6 + (place % 5) * pitch} 5v24`} />
            ))}
          {group * 5 + 4 < of && <path className={classOf(group * 5 + 4)} d={`M1 26 ${groupWidth - 7} 8`} />}
        </svg>
      ))}
    </div>
  )
}
