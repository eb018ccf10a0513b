import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { currentLanguage } from '#i18n'
import { call, type CallOutput } from '../data/call.ts'
import { useNonce } from './nonce.ts'
import { useHydrated } from '../ui/hydrated.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './announcements.module.css'

type Announcement = CallOutput<'announcements'>[number]

const closedKey = 'announcements-closed'
const refetchAfterMs = 5 * 60_000
const shownAtOnce = 3

function readClosed(): string[] {
  try {
    return JSON.parse(localStorage.getItem(closedKey) ?? '[]') as string[]
  } catch {
    return []
  }
}

/**
 * Runs before the first paint: hides announcements closed in this browser, so that nothing shifts during hydration. If
 * the server knew whether the customer confirmed an announcement, that counts instead.
 */
const hideClosed = `try{var c=JSON.parse(localStorage.getItem('${closedKey}'))}catch{}var n=${shownAtOnce}
for(let a of document.querySelectorAll('[data-announcement]')){let{announcement:i,confirmed:s}=a.dataset
a.hidden=(s?s=='true':c&&c.includes(i))||n--<1}`

/** `confirmed`: IDs of the announcements that the customer confirmed on any device; undefined until loaded. */
type Props = {
  given: Announcement[]
  boxed?: boolean
  confirmed?: string[] | undefined
  onConfirm?: (id: string) => void
}

/**
 * Shows current announcements until each is closed, mandatory ones first. The browser stores which ones are closed. In
 * the office, the server stores which mandatory ones the customer confirmed. `given`: announcements that came with the
 * page. `boxed`: shown inside a page.
 */
export function Announcements({ given, boxed = false, confirmed, onConfirm }: Props) {
  const [all, setAll] = useState(given)
  const [closed, setClosed] = useState<string[]>([])
  const nonce = useNonce()
  const [fromServer] = useState(!useHydrated())

  useEffect(() => {
    setClosed(readClosed())
    const ask = () => void call('announcements', {}).then(setAll, () => {})
    const timer = setInterval(ask, refetchAfterMs)
    return () => clearInterval(timer)
  }, [])

  function close(id: string) {
    // Removes announcements that have ended.
    const next = [...closed.filter((one) => all.some((announcement) => announcement.id === one)), id]
    localStorage.setItem(closedKey, JSON.stringify(next))
    setClosed(next)
    if (all.some((one) => one.id === id && one.mustSee)) onConfirm?.(id)
  }

  const isClosed = ({ id, mustSee }: Announcement) => (mustSee && confirmed ? confirmed : closed).includes(id)
  const language = currentLanguage()
  const sorted = all
    .filter((one) => one.language === null || one.language === language)
    .toSorted((a, b) => Number(b.mustSee) - Number(a.mustSee))
  const shown = sorted.filter((one) => !isClosed(one)).slice(0, shownAtOnce)
  return (
    <>
      {sorted.map((announcement) => (
        <Bar
          key={announcement.id}
          announcement={announcement}
          boxed={boxed}
          confirmed={announcement.mustSee ? confirmed?.includes(announcement.id) : undefined}
          hidden={!shown.includes(announcement)}
          onClose={close}
        />
      ))}
      {fromServer && sorted.length > 0 && (
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: hideClosed }} />
      )}
    </>
  )
}

type BarProps = {
  announcement: Announcement
  boxed: boolean
  confirmed: boolean | undefined
  hidden: boolean
  onClose: (id: string) => void
}

function Bar({ announcement: { id, title, words, mustSee }, boxed, confirmed, hidden, onClose }: BarProps) {
  return (
    <aside
      data-screen-only
      data-announcement={id}
      data-confirmed={confirmed}
      className={classes.bar}
      data-boxed={boxed || undefined}
      data-must-see={mustSee || undefined}
      aria-label={t`Announcement`}
      hidden={hidden}
      suppressHydrationWarning
    >
      <div>
        <strong>{title}</strong>
        <span className={classes.words}>{words}</span>
      </div>
      {mustSee ? (
        <button
          type="button"
          className={classes.confirm}
          aria-label={t`I have read this: ${title}`}
          onClick={() => onClose(id)}
        >
          <Trans>I have read this</Trans>
        </button>
      ) : (
        <button type="button" className={classes.close} aria-label={t`Close: ${title}`} onClick={() => onClose(id)}>
          <Icon name="close" size={16} />
        </button>
      )}
    </aside>
  )
}
