import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { call, type CallOutput } from '../data/call.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './announcements.module.css'

type Announcement = CallOutput<'announcements'>[number]

const closedKey = 'announcements-closed'
const askAgainMs = 5 * 60_000
/** Others can be read again on the next visit; a notice that must be seen is remembered as seen. */
const shownAtOnce = 3

function readClosed(): string[] {
  try {
    return JSON.parse(localStorage.getItem(closedKey) ?? '[]') as string[]
  } catch {
    return []
  }
}

/** What operators announce now, each until it is closed here. Those that must be seen stand first, and go when somebody says to have read them. `boxed` where they stand inside of a page. */
export function Announcements({ boxed = false }: { boxed?: boolean }) {
  const [all, setAll] = useState<Announcement[]>([])
  const [closed, setClosed] = useState<string[]>([])

  useEffect(() => {
    setClosed(readClosed())
    const ask = () => void call('announcements', {}).then(setAll, () => {})
    ask()
    const timer = setInterval(ask, askAgainMs)
    return () => clearInterval(timer)
  }, [])

  function close(id: string) {
    // What is no longer announced need not be remembered.
    const next = [...closed.filter((one) => all.some((announcement) => announcement.id === one)), id]
    localStorage.setItem(closedKey, JSON.stringify(next))
    setClosed(next)
  }

  const open = all.filter(({ id }) => !closed.includes(id)).sort((a, b) => Number(b.mustSee) - Number(a.mustSee))
  return open.slice(0, shownAtOnce).map(({ id, title, words, mustSee }) => (
    <aside key={id} data-screen-only className={classes.bar} data-boxed={boxed || undefined} data-must-see={mustSee || undefined} aria-label={t`Announcement`}>
      <div>
        <strong>{title}</strong>
        <span className={classes.words}>{words}</span>
      </div>
      {mustSee ? (
        <button type="button" className={classes.confirm} aria-label={t`I have read this: ${title}`} onClick={() => close(id)}>
          <Trans>I have read this</Trans>
        </button>
      ) : (
        <button type="button" className={classes.close} aria-label={t`Close: ${title}`} onClick={() => close(id)}>
          <Icon name="close" size={16} />
        </button>
      )}
    </aside>
  ))
}
