import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useEffect, useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Failed } from '../../ui/page-state.tsx'
import classes from './explorer.module.css'

/** Frame of the explorer's pages: the network, the kind of object and its hash. */
export function ChainPage({
  network,
  title,
  hash,
  badge,
  children,
}: {
  network: string
  title: ReactNode
  hash: string
  badge?: ReactNode
  children: ReactNode
}) {
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <p className={classes.network}>{network}</p>
        <div className={classes.title}>
          <h1>{title}</h1>
          {badge}
        </div>
        <div className={classes.hash}>
          <code dir="ltr">{hash}</code>
          <CopyButton text={hash} />
        </div>
      </header>
      {children}
      <p className={classes.note}>
        <Trans>Live data from our test network node. Test coins cannot be cashed out.</Trans>
      </p>
    </article>
  )
}

export function Badge({ tone, children }: { tone: 'waiting' | 'good' | 'bad'; children: ReactNode }) {
  return <span className={`${classes.badge} ${classes[tone]}`}>{children}</span>
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  return (
    <>
      <IconButton
        label={t`Copy hash`}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        <Icon name={copied ? 'check' : 'copy'} size={18} />
      </IconButton>
      <span className={classes.unseen} role="status">
        {copied ? t`Copied` : ''}
      </span>
    </>
  )
}

/** Shown if the item isn't on the chain or the chain is unavailable. */
export function ChainProblem({
  title,
  message,
  hint,
  away,
}: {
  title: string
  message: string
  hint: string
  away: boolean
}) {
  const { revalidate, state } = useRevalidator()
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <h1>{title}</h1>
      </header>
      {away ? (
        <Failed message={message} onRetry={() => void revalidate()} />
      ) : (
        <div className={classes.problem}>
          <p>{message}</p>
          <p>{hint}</p>
          <Button variant="default" loading={state === 'loading'} onClick={() => void revalidate()}>
            <Trans>Check again</Trans>
          </Button>
        </div>
      )}
    </article>
  )
}

/** Reloads the page every few seconds while something on it can still change. */
export function useFollow(active: boolean, everyMs = 4_000) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!active) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, everyMs)
    return () => clearInterval(timer)
  }, [active, everyMs, revalidate])
}
