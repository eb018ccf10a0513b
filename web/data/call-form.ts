import { type FormEvent, useState } from 'react'
import { type FieldFaults, useFieldFaults } from '../ui/fields/field-faults.ts'
import { usePopup } from '../ui/dialogs/popup.tsx'
import { CallRefused } from './call.ts'
import { createSender, type SendOptions } from './sender.ts'

/** Returns `send`, which makes one call at a time, and whether one is running. See `createSender`. */
export function useSend(options: SendOptions) {
  const [busy, setBusy] = useState(false)
  const [sender] = useState(() => createSender(setBusy))
  const popup = usePopup()
  const send = <Answer>(
    make: (idempotencyKey: string) => Promise<Answer>,
    changed: Partial<SendOptions> & { input?: unknown } = {},
  ): Promise<Answer | undefined> => sender(make, { popup, ...options, ...changed })
  return { busy, send }
}

/** Why a form can't be sent: the text of a popup or above the fields, if any, and an error for each field. */
export type Incomplete<Field extends string = string> = { msg?: string; notice?: string; faults: FieldFaults<Field> }

type FormOptions<Values, Answer, Way extends string> = Omit<SendOptions, 'title' | 'onFailure'> & {
  /** Title of the popups that show the outcome. */
  title: string | ((way: Way | undefined) => string)
  /** The initial values. */
  values: Values | (() => Values)
  /** Returns the values to show after a success. By default, they don't change. */
  next?: (sent: Values, way: Way | undefined) => Values
  /** Replacements for values that a failed attempt uses up, such as a one-time code. */
  spent?: Partial<Values>
  /** Sends the form. `way` is the argument of `submit`. */
  send: (values: Values, idempotencyKey: string, way: Way | undefined) => Promise<Answer>
  /** Returns why the form can't be sent yet. */
  check?: (values: Values, way: Way | undefined) => Incomplete | undefined
  /** Returns an error for each field that a refusal concerns. By default, the refusal's `fields`. */
  faultsOf?: (refusal: CallRefused) => FieldFaults<string>
  /**
   * Returns the values that the idempotency key depends on; by default, all values. Leave out one-time codes, because a
   * retry after a lost response needs a new code and the same key.
   */
  keyedBy?: (values: Values) => unknown
  onDone?: (answer: Answer) => unknown
  /** Called before an error is shown in a popup. Return true to show no popup. */
  onFailure?: (error: unknown, way: Way | undefined) => boolean | void
}

/**
 * Holds the values of a form and sends them with a call. Shows a refusal in a popup. Then shows its errors at the
 * fields until their values change, and focuses the first of these fields. Set `form` as the form's ref.
 */
export function useCallForm<Values extends object, Answer, Way extends string = never>(
  options: FormOptions<Values, Answer, Way>,
) {
  const {
    send,
    check,
    next,
    spent,
    keyedBy,
    faultsOf = ({ fields }) => fields,
    onDone,
    onFailure,
    title,
    ...sendOptions
  } = options
  const [values, setValues] = useState(options.values)
  const [way, setWay] = useState<Way>()
  const [notice, setNotice] = useState<string>()
  const { form, faults, show, forget } = useFieldFaults<string>()
  const popup = usePopup()
  const sender = useSend({ ...sendOptions, title: '' })

  function change(part: Partial<Values>) {
    setValues((held) => ({ ...held, ...part }))
    forget(...Object.keys(part))
  }

  async function submit(chosen?: Way): Promise<void> {
    if (sender.busy) return
    forget()
    const shownTitle = typeof title === 'string' ? title : title(chosen)
    const incomplete = check?.(values, chosen)
    setNotice(incomplete?.notice)
    if (incomplete) {
      if (incomplete.msg) await popup({ title: shownTitle, msg: incomplete.msg, type: 'warning' })
      return show(incomplete.faults)
    }
    setWay(chosen)
    let found: FieldFaults<string> = {}
    const answer = await sender.send((key) => send(values, key, chosen), {
      input: keyedBy ? keyedBy(values) : values,
      title: shownTitle,
      onFailure(error) {
        if (error instanceof CallRefused) found = faultsOf(error)
        return onFailure?.(error, chosen)
      },
    })
    if (answer === undefined) {
      if (spent) setValues((held) => ({ ...held, ...spent }))
      return show(found)
    }
    if (next) setValues((held) => next(held, chosen))
    await onDone?.(answer)
  }

  return {
    form,
    values,
    faults,
    /** The text above the fields, while one of them has an error. */
    notice: Object.keys(faults).length > 0 ? notice : undefined,
    busy: sender.busy,
    /** The argument of `submit` while the form is being sent. */
    way: sender.busy ? way : undefined,
    change,
    submit,
    /** Shows an error at each of these fields. */
    show,
    forget,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
    /** Returns the props of the text field for a value. */
    field: (name: keyof Values & string) => ({
      name,
      value: String(values[name]),
      error: faults[name],
      onChange: (event: { currentTarget: { value: string } }) =>
        change({ [name]: event.currentTarget.value } as Partial<Values>),
    }),
  }
}
