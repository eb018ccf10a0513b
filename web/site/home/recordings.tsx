import { t } from '@lingui/core/macro'
import { Section } from './section.tsx'
import classes from './recordings.module.css'

const recordings = () => [
  {
    name: 'sign-up',
    title: t`From the first page to the dashboard`,
    words: t`A visitor enters a name, an email address and a password, chooses a country and a currency, types the \
five digits from the email, and arrives on the dashboard with practice money.`,
  },
  {
    name: 'trade',
    title: t`A trade, from the order to its replay`,
    words: t`A customer stakes ten practice dollars on BUY for five seconds. The countdown ends, the report explains \
the result, and the replay shows each published price with the entry and exit marked.`,
  },
]

/**
 * Loads a video only when it nears the viewport, if the browser supports it. React's types lack `loading` on videos.
 */
const whenNear = { loading: 'lazy' } as object

/**
 * Videos of the product in use, recorded by `npm run recordings`. Source: docs/spec/truth.md section 2, "embedded
 * videos".
 */
export function Recordings() {
  return (
    <Section
      id="recordings"
      beside
      title={t`See it in action`}
      words={t`A script recorded these videos by using the pages as you would: with play money and in real time. They \
have no sound.`}
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
