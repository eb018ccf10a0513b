import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useEffect, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { Failed } from '../../ui/page-state.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
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
          <CopyButton label={t`Copy hash`} text={hash} iconOnly />
        </div>
      </header>
      {children}
      <p className={classes.note}>
        <Trans>Live data from our test network node. Test coins cannot be cashed out.</Trans>
      </p>
    </article>
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
