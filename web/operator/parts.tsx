import { t } from '@lingui/core/macro'
import { TextAreaField } from '../ui/fields/fields.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CallName } from '../../api/calls.ts'
import { call, type CallInput, type CallOptions } from '../data/call.ts'
import { useSend } from '../data/call-form.ts'
import { decide, type DecisionName } from '../data/decide.ts'
import { FormDialog } from '../shell/form-dialog.tsx'
import { Table, type TableProps } from '../ui/lists/table.tsx'
import classes from './desk.module.css'

/** Shared parts of the desk's pages: mutations, decisions with a reason. */

/** Shows a table, or one line of text if it has no rows. */
export function ListOrLine<Row extends { id: string | number }>({ empty, ...table }: TableProps<Row>) {
  return table.rows.length === 0 ? <p className={classes.quiet}>{empty}</p> : <Table {...table} />
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

/** Does the same for a decision, which is retried with its idempotency key while its outcome is unknown. */
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
  const queries = useQueryClient()
  const { send } = useSend({ title })
  return async function announce(make: () => Promise<unknown>, refresh: readonly CallName[]): Promise<boolean> {
    const refetch = () =>
      Promise.all([...refresh, 'operators.me'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
    const answer = await send(async () => ({ msg: t`Done.`, ...((await make()) as { msg?: string }) }), { refetch })
    return answer !== undefined
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
  /** Resolves to true on success, which closes the dialog. */
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
  const { busy, send } = useSend({ title })
  async function submit() {
    if (await send(() => onConfirm(reason))) onClose()
  }
  return (
    <FormDialog
      title={title}
      busy={busy}
      action={confirm}
      danger={danger}
      onSubmit={() => void submit()}
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
    </FormDialog>
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
