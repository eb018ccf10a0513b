import { Trans } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { useHydrated } from '../hydrated.ts'
import classes from './form.module.css'

type Props = {
  ref?: Ref<HTMLFormElement>
  onSubmit: () => void
  busy: boolean
  /** Why the form can't be sent yet. */
  notice?: string | undefined
  children: ReactNode
}

/**
 * A form on a page that the server renders. Disabled until the scripts run, so that its values never end up in the URL.
 */
export function PageForm({ ref, onSubmit, busy, notice, children }: Props) {
  const hydrated = useHydrated()
  return (
    <form
      ref={ref}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit()
      }}
    >
      <fieldset className={classes.fields} disabled={!hydrated}>
        {notice && (
          <p role="alert" className={classes.notice}>
            {notice}
          </p>
        )}
        {children}
      </fieldset>
      <noscript>
        <p className={classes.note}>
          <Trans>This form needs JavaScript, because the session is stored only in this browser.</Trans>
        </p>
      </noscript>
    </form>
  )
}
