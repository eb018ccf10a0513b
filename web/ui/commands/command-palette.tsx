import { Autocomplete } from '@base-ui/react/autocomplete'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useDeferredValue, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { searchCommands } from './command-search.ts'
import classes from './command-palette.module.css'
import { Icon, type IconName } from '../icons.tsx'
import { Modal } from '../dialogs/modal.tsx'
import { recentCommands, rememberCommand } from './recent-commands.ts'

/** A page to open or an action to run. */
export type Command = {
  /** Stable across languages and visits. */
  id: string
  label: string
  /** More searchable text, shown in small type. */
  detail?: string
  /** The kind of command, in one word. */
  kind: string
  icon: IconName
  run: () => void
}

type Props = {
  commands: readonly Command[]
  /** False keeps a closed palette mounted, so that it opens at once. True by default. */
  open?: boolean
  onClose: () => void
}

/** As many commands as the dialog shows without scrolling. */
const shownAtOnce = 12

/** A dialog that finds commands as the user types. The focus stays in the field. */
export function CommandPalette({ commands, open = true, onClose }: Props) {
  const [query, setQuery] = useState('')
  const [recent, setRecent] = useState(recentCommands)
  const found = searchCommands(commands, query, recent)
  // The commands further down are rendered after the first ones have been painted.
  const paintedQuery = useDeferredValue<string | null>(query, null)
  const items = paintedQuery === query ? found : found.slice(0, shownAtOnce)

  useEffect(() => {
    if (open) return
    setQuery('')
    setRecent(recentCommands())
  }, [open])

  function run(command: Command) {
    rememberCommand(command.id)
    // Closing restores the focus, so it comes first: the command can then move it.
    flushSync(onClose)
    command.run()
  }

  return (
    <Modal
      className={classes.palette}
      open={open}
      aria-label={t`Go to a page or run an action`}
      lightDismiss
      onClose={onClose}
    >
      <Autocomplete.Root
        inline
        open
        items={items}
        mode="none"
        autoHighlight="always"
        keepHighlight
        value={query}
        onValueChange={(value, { reason }) => {
          if (reason !== 'item-press') setQuery(value)
        }}
      >
        <div className={classes.content}>
          <div className={classes.search}>
            <Icon name="search" size={18} />
            <Autocomplete.Input
              aria-label={t`Find a page or action`}
              placeholder={t`Find a page or action`}
              spellCheck={false}
              enterKeyHint="go"
            />
            <button type="button" className={classes.close} aria-label={t`Close`} onClick={onClose}>
              <Icon name="close" size={18} />
            </button>
          </div>
          <Autocomplete.List className={classes.list} aria-label={t`Pages and actions`} hidden={found.length === 0}>
            {(command: Command) => (
              <Autocomplete.Item
                key={command.id}
                value={command}
                onClick={() => run(command)}
                render={(props, { highlighted }) => <div {...props} aria-selected={highlighted} />}
              >
                <Icon name={command.icon} size={18} />
                <span className={classes.label}>
                  {command.label} {command.detail && <small>{command.detail}</small>}
                </span>
                <small className={classes.kind}>{command.kind}</small>
              </Autocomplete.Item>
            )}
          </Autocomplete.List>
          <p className={classes.nothing} role="status">
            {found.length === 0 && <Trans>No results.</Trans>}
          </p>
        </div>
      </Autocomplete.Root>
    </Modal>
  )
}
