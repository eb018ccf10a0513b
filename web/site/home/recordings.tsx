import { t } from '@lingui/core/macro'
import { Section } from './section.tsx'
import classes from './recordings.module.css'

const recordings = () => [
  {
    name: 'sign-up',
    title: t`From the first page to the dashboard`,
    words: t`A visitor registers with a name, an e-mail address and a password, chooses country and currency, types the five digits from the mail, and stands on the dashboard with practice money.`,
  },
  {
    name: 'trade',
    title: t`A trade, from the order to its replay`,
    words: t`Ten practice dollars are placed with BUY for five seconds. The count runs down, the report says how it was decided, and the replay shows each published price with entry and exit marked.`,
  },
]

/** Nothing of a film is loaded before the reader comes near, where the browser knows how; React's types do not know it of a video yet. */
const whenNear = { loading: 'lazy' } as object

/**
 * Films of this product in use, made by `npm run recordings`. Source: docs/spec/truth.md section 2, "embedded videos".
 */
export function Recordings() {
  return (
    <Section
      id="recordings"
      title={t`See it done`}
      words={t`Recorded in this product by a program that uses its pages as you would, with play money, in real time. Without sound.`}
    >
      <ul className={classes.recordings}>
        {recordings().map(({ name, title, words }) => (
          <li key={name}>
            <video
              className={classes.video}
              controls
              muted
              playsInline
              preload="none"
              {...whenNear}
              width={1280}
              height={720}
              poster={`/recordings/${name}.webp`}
              aria-label={t`Recording: ${title}`}
              aria-describedby={`${name}-words`}
            >
              <source src={`/recordings/${name}.webm`} type="video/webm" />
              <track kind="captions" srcLang="en" label={t`English`} src={`/recordings/${name}.vtt`} default />
            </video>
            <h3>{title}</h3>
            <p id={`${name}-words`}>{words}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
