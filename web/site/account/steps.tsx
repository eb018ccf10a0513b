import { t } from '@lingui/core/macro'
import { Icon } from '../../ui/icons.tsx'
import classes from './frame.module.css'

/** Shows which steps of a form are done, which one is open and which ones follow. `step` counts from 1. */
export function Steps({ names, step }: { names: readonly string[]; step: number }) {
  return (
    <ol className={classes.steps} aria-label={t`Steps`}>
      {names.map((name, index) => {
        const isDone = index + 1 < step
        return (
          <li key={name} data-done={isDone || undefined} aria-current={index + 1 === step ? 'step' : undefined}>
            {isDone ? <Icon name="check" size={16} /> : `${index + 1}.`} {name}
          </li>
        )
      })}
    </ol>
  )
}
