import { Trans } from '@lingui/react/macro'
import { useRootData } from './root-data.ts'
import classes from './development-mailbox.module.css'

/** Links to the development mailbox. Shown only if development tools are on. */
export function DevelopmentMailbox({ shown }: { shown: boolean }) {
  const installation = useRootData()
  if (!shown || !installation?.development) return null
  return (
    <p className={classes.note}>
      <Trans>
        Development tools are on: emails go to the{' '}
        <a href="/dev/mailbox" target="_blank" rel="noreferrer">
          development mailbox
        </a>
        .
      </Trans>
    </p>
  )
}
