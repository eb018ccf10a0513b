import { t } from '@lingui/core/macro'
import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Icon } from '../icons.tsx'
import { FieldFrame, labelOf, tiesOf } from './fields.tsx'
import fieldClasses from './fields.module.css'
import { optionNamed, optionsFor, type SearchOption } from './option-search.ts'
import classes from './search-select.module.css'

type Props = {
  label: ReactNode
  error?: ReactNode
  options: readonly SearchOption[]
  value: string
  onChange: (value: string) => void
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'list'>

/** A choice from a long list, which filters while the user types. Leaving the field keeps only a complete choice. */
export function SearchSelect({ label, error, options, value, onChange, ...input }: Props) {
  const id = useId()
  const { open, query, found, at, ...list } = useSearchList(options, onChange)
  const shown = query ?? options.find((option) => option.value === value)?.label ?? value
  const listed = open && found.length > 0
  return (
    <FieldFrame id={id} {...{ label, error }} rightSection={<Icon name="chevron" size={16} />}>
      <input
        {...input}
        {...tiesOf(id, { error })}
        className={fieldClasses.input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={listed ? `${id}-list` : undefined}
        aria-activedescendant={listed && at >= 0 ? `${id}-${at}` : undefined}
        value={shown}
        onChange={list.type}
        onFocus={(event) => event.currentTarget.select()}
        onClick={list.show}
        onKeyDown={list.onKeyDown}
        onBlur={list.leave}
      />
      {listed && (
        <div
          id={`${id}-list`}
          role="listbox"
          tabIndex={-1}
          aria-labelledby={labelOf(id)}
          className={classes.list}
          // The field keeps the focus, even while the user drags the list's scrollbar.
          onMouseDown={(event) => event.preventDefault()}
        >
          {found.map((option, place) => (
            <Option
              key={option.value}
              id={`${id}-${place}`}
              option={option}
              isActive={place === at}
              isChosen={option.value === value}
              onPick={() => list.pick(option)}
            />
          ))}
        </div>
      )}
      {open && found.length === 0 && options.length > 0 && (
        <p role="status" className={`${classes.list} ${classes.none}`}>{t`No results.`}</p>
      )}
    </FieldFrame>
  )
}

type OptionProps = { id: string; option: SearchOption; isActive: boolean; isChosen: boolean; onPick: () => void }

function Option({ id, option: { label, note }, isActive, isChosen, onPick }: OptionProps) {
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
    <div
      ref={item}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      data-active={isActive || undefined}
      onClick={onPick}
    >
      {label} {note && <small dir="ltr">{note}</small>}
    </div>
  )
}

/** Holds the typed text and the position in the list of options that it finds. */
function useSearchList(options: readonly SearchOption[], onChange: (value: string) => void) {
  const [open, setOpen] = useState(false)
  /** Undefined while the field shows the chosen option. */
  const [query, setQuery] = useState<string>()
  const [at, setAt] = useState(-1)
  const found = open ? optionsFor(options, query ?? '') : []

  function close() {
    setOpen(false)
    setQuery(undefined)
  }

  function show() {
    if (open) return
    setOpen(true)
    setAt(-1)
  }

  function pick(option: SearchOption | undefined) {
    if (option) onChange(option.value)
    close()
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && !open) show()
    else if (step) setAt(Math.min(Math.max(at + step, 0), found.length - 1))
    // Even without a match, because the options may still be loading: Enter in an open list doesn't submit the form.
    else if (event.key === 'Enter' && open) {
      if (found[at]) pick(found[at])
    } else if (event.key === 'Escape' && open) close()
    else return
    event.preventDefault()
  }

  return {
    open,
    query,
    found,
    at,
    show,
    pick,
    onKeyDown,
    type(event: ChangeEvent<HTMLInputElement>) {
      const text = event.currentTarget.value
      // A browser that fills in the form doesn't move the focus, so nothing would close the list.
      if (document.activeElement !== event.currentTarget) return pick(optionNamed(options, text))
      setQuery(text)
      setOpen(true)
      setAt(text.trim() ? 0 : -1)
    },
    leave: () => pick(query === undefined ? undefined : optionNamed(options, query)),
  }
}
