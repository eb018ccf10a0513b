import { useCallback, useEffect, useRef, useState } from 'react'

/** Errors of a form, by field. */
export type FieldFaults<Field extends string> = { readonly [F in Field]?: string }

/** Returns the errors except those of `fields`. */
export function withoutFaults<Field extends string>(
  faults: FieldFaults<Field>,
  fields: readonly string[],
): FieldFaults<Field> {
  const rest = Object.entries(faults).filter(([field]) => !fields.includes(field))
  return rest.length === Object.keys(faults).length ? faults : (Object.fromEntries(rest) as FieldFaults<Field>)
}

/**
 * Stores the errors of the form that gets `form` as its ref. `show` focuses the first invalid field, so that screen
 * readers announce its error; call it after a popup has closed. `forget` clears the errors of changed fields.
 */
export function useFieldFaults<Field extends string>() {
  const form = useRef<HTMLFormElement>(null)
  const [{ faults, shows }, setState] = useState<{ faults: FieldFaults<Field>; shows: number }>({
    faults: {},
    shows: 0,
  })
  const show = useCallback(
    (found: FieldFaults<Field>) => setState((held) => ({ faults: found, shows: held.shows + 1 })),
    [],
  )
  const forget = useCallback((...fields: readonly string[]) => {
    setState((held) => {
      const rest = fields.length === 0 ? {} : withoutFaults(held.faults, fields)
      return rest === held.faults ? held : { ...held, faults: rest }
    })
  }, [])
  useEffect(() => {
    const atFault = shows > 0 && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // A fieldset cannot be focused, so its first input is.
    if (atFault) (atFault.matches('fieldset') ? atFault.querySelector('input') : atFault)?.focus()
  }, [shows])
  return { form, faults, show, forget }
}
