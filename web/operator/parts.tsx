import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { TextAreaField } from '../ui/fields/fields.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CallName } from '../../contract/calls.ts'
import { call, type CallInput, type CallOptions, errorText } from '../data/call.ts'
import { decide, type DecisionName } from '../data/decide.ts'
import { momentFormat } from '../language/formats.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Empty, Failed, Loading } from '../ui/page-state.tsx'
import { usePopup } from '../ui/popup.tsx'
import classes from './desk.module.css'

/** Shared parts of the desk's pages: tables, states, decisions with a reason. */

export type Column<Row> = {
  head: string
  cell: (row: Row) => ReactNode
  /** Aligns amounts and buttons at the end. */ end?: boolean
}

/** A table; on phones, every row is a card. */
export function Table<Row extends { id: string }>({
  label,
  columns,
  rows,
  empty,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  empty: string
}) {
  if (rows.length === 0) return <Empty title={empty} />
  return (
    <table className={classes.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ head, end }) => (
            <th key={head} scope="col" className={end ? classes.end : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ head, cell, end }) => (
              <td key={head} data-label={head} className={end ? classes.end : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export type Tone = 'plain' | 'good' | 'bad' | 'wait'

/** A badge that shows a state. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  )
}

const timeText = momentFormat({ dateStyle: 'medium', timeStyle: 'short' })
const timeToSecondText = momentFormat({ dateStyle: 'medium', timeStyle: 'medium' })

/** A time in the browser's time zone, with `seconds` to the second; hovering shows the exact time. */
export function Time({ at, seconds = false }: { at: string; seconds?: boolean }) {
  return (
    <time className={classes.time} dateTime={at} title={at}>
      {seconds ? timeToSecondText(at) : timeText(at)}
    </time>
  )
}

type Asked<Data> = { data: Data | undefined; error: Error | null; refetch: () => unknown }

/** Renders a call's response, its loading state or its error. */
export function Answered<Data>({
  query,
  lines = 4,
  children,
}: {
  query: Asked<Data>
  lines?: number
  children: (data: Data) => ReactNode
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <Failed message={errorText(query.error)} onRetry={() => void query.refetch()} />
  return <Loading lines={lines} />
}

/**
 * Calls a mutation and shows its result, then refetches the given calls and the queue lengths. Resolves to whether it
 * succeeded.
 */
export function useChange(title: string) {
  const announce = useAnnounced(title)
  return function change<N extends Exclude<CallName, DecisionName>>(
    name: N,
    input: CallInput<N>,
    refresh: readonly CallName[],
    options?: CallOptions<N>,
  ): Promise<boolean> {
    return announce(() => call(name, input, options), refresh)
  }
}

/** The same for a decision, which is retried with its idempotency key while its outcome is unknown. */
export function useDecide(title: string) {
  const announce = useAnnounced(title)
  return function decideAndAnnounce<N extends DecisionName>(
    name: N,
    input: CallInput<N>,
    refresh: readonly CallName[],
  ): Promise<boolean> {
    return announce(() => decide(name, input), refresh)
  }
}

function useAnnounced(title: string) {
  const popup = usePopup()
  const queries = useQueryClient()
  return async function announce(send: () => Promise<unknown>, refresh: readonly CallName[]): Promise<boolean> {
    try {
      const answer = (await send()) as { msg?: string }
      void popup({ title, msg: answer.msg ?? t`Done.`, type: 'success' })
      return true
    } catch (error) {
      await popup({ title, msg: errorText(error), type: 'warning' })
      return false
    } finally {
      await Promise.all([...refresh, 'operators.me'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
    }
  }
}

type DecisionProps = {
  title: string
  words?: ReactNode
  /** With a label, the dialog asks for a reason. */
  reasonLabel?: string
  reasonHint?: string
  confirm: string
  danger?: boolean
  /** Resolves to whether it succeeded; if so, the dialog closes. */
  onConfirm: (reason: string) => Promise<boolean>
  onClose: () => void
  children?: ReactNode
}

/** Asks for confirmation, and for a reason if one is required. */
export function Decision({
  title,
  words,
  reasonLabel,
  reasonHint,
  confirm,
  danger,
  onConfirm,
  onClose,
  children,
}: DecisionProps) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  async function submit() {
    setBusy(true)
    const done = await onConfirm(reason)
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      title={title}
      busy={busy}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          if (!busy) void submit()
        },
      }}
      actions={
        <>
          <Button variant="default" disabled={busy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={busy} {...(danger && { color: 'red' })}>
            {confirm}
          </Button>
        </>
      }
      onClose={onClose}
    >
      {words && <div className={classes.quiet}>{words}</div>}
      {children}
      {reasonLabel && (
        <TextArea
          label={reasonLabel}
          description={reasonHint}
          minLength={5}
          value={reason}
          onChange={setReason}
          required
        />
      )}
    </Dialog>
  )
}

type TextAreaProps = {
  label: string
  description?: string | undefined
  value: string
  onChange: (value: string) => void
  minLength?: number
  maxLength?: number
  rows?: number
  required?: boolean
}

/** A labelled multi-line field. */
export function TextArea({ onChange, rows = 3, maxLength = 500, ...rest }: TextAreaProps) {
  return (
    <TextAreaField
      {...rest}
      rows={rows}
      maxLength={maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A switch between views of a list. */
export function Tabs<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <div className={classes.tabs} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

/** Links to the previous and next page of a list; pages count from 1. */
export function Pager({ page, isLast, onPage }: { page: number; isLast: boolean; onPage: (page: number) => void }) {
  if (page === 1 && isLast) return null
  return (
    <nav className={classes.buttons} aria-label={t`Pages`}>
      <Button variant="default" size="xs" disabled={page === 1} onClick={() => onPage(page - 1)}>
        <Trans>Newer</Trans>
      </Button>
      <Button variant="default" size="xs" disabled={isLast} onClick={() => onPage(page + 1)}>
        <Trans>Older</Trans>
      </Button>
    </nav>
  )
}
