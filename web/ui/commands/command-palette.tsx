import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
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

/**
 * A dialog that finds commands as the user types. The focus stays in the field; screen readers announce the active
 * entry. Source: WAI-ARIA Authoring Practices, "Combobox" with a list box.
 */
export function CommandPalette({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [marked, setMarked] = useState(0)
  const [recent] = useState(recentCommands)
  const id = useId()
  const found = searchCommands(commands, query, recent)
  const current = found[Math.min(marked, found.length - 1)]
  useEffect(() => {
    document.getElementById(`${id}-${current?.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current?.id])

  function run(command: Command) {
    rememberCommand(command.id)
    // Closing restores the focus, so it comes first: the command can then move it.
    flushSync(onClose)
    command.run()
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys pressed during input composition belong to the input method.
    if (event.nativeEvent.isComposing || !found.length) return
    const steps: Record<string, number> = {
      ArrowDown: marked + 1,
      ArrowUp: marked - 1,
      PageDown: Math.min(marked + 8, found.length - 1),
      PageUp: Math.max(marked - 8, 0),
    }
    const next = steps[event.key]
    if (next !== undefined) setMarked((next + found.length) % found.length)
    else if (event.key === 'Enter' && current) run(current)
    else return
    event.preventDefault()
  }

  return (
    <Modal className={classes.palette} aria-label={t`Go to a page or run an action`} lightDismiss onClose={onClose}>
      <div className={classes.content}>
        <div className={classes.search}>
          <Icon name="search" size={18} />
          <input
            role="combobox"
            aria-label={t`Find a page or action`}
            aria-expanded={found.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={current && `${id}-${current.id}`}
            placeholder={t`Find a page or action`}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setMarked(0)
            }}
            onKeyDown={onKeyDown}
          />
          <button type="button" className={classes.close} aria-label={t`Close`} onClick={onClose}>
            <Icon name="close" size={18} />
          </button>
        </div>
        <Options id={id} found={found} current={current} onMark={setMarked} onRun={run} />
        <p className={classes.nothing} role="status">
          {found.length === 0 && <Trans>No results.</Trans>}
        </p>
      </div>
    </Modal>
  )
}

type OptionsProps = {
  id: string
  found: readonly Command[]
  current: Command | undefined
  onMark: (place: number) => void
  onRun: (command: Command) => void
}

function Options({ id, found, current, onMark, onRun }: OptionsProps) {
  return (
    <div
      id={`${id}-list`}
      className={classes.list}
      role="listbox"
      aria-label={t`Pages and actions`}
      hidden={found.length === 0}
    >
      {found.map((command, place) => (
        // The field keeps the focus and handles keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
        <div
          key={command.id}
          id={`${id}-${command.id}`}
          role="option"
          aria-selected={command === current}
          onPointerMove={() => onMark(place)}
          onClick={() => onRun(command)}
        >
          <Icon name={command.icon} size={18} />
          <span className={classes.label}>
            {command.label} {command.detail && <small>{command.detail}</small>}
          </span>
          <small className={classes.kind}>{command.kind}</small>
        </div>
      ))}
    </div>
  )
}
