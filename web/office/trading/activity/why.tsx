import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { noteCharacters, tradeReasons, type TradeReason } from '../../../../api/activity.ts'
import { call } from '../../../data/call.ts'
import { useSend } from '../../../data/call-form.ts'
import { useRefetch } from '../../../data/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField } from '../../../ui/fields/fields.tsx'
import { reasonNames } from './activity-words.ts'
import classes from './activity.module.css'

type Note = { reason: TradeReason; text: string }

/**
 * Asks why the customer placed a trade. One tap stores a reason, and a second tap removes it. The note is optional.
 * Shows the stored reason and note, `why`, until the customer changes them.
 */
export function Why({ tradeId, why }: { tradeId: string; why: Note | null }) {
  const { busy, send } = useSend({ title: t`TRADE NOTE` })
  const refetch = useRefetch('activity', 'trades.statistics')
  const [held, setHeld] = useState(why)
  const [saved, setSaved] = useState(false)
  const [text, setText] = useState(why?.text ?? '')

  async function store(next: Note | null) {
    const before = held
    setHeld(next)
    // Doesn't return the call's message, so no popup appears: the chip already shows the outcome.
    const stored = await send(async () => {
      await call('trades.note', { id: tradeId, reason: next?.reason ?? '', text: next?.text ?? '' })
      return true
    })
    if (!stored) return setHeld(before)
    setSaved(next !== null)
    await refetch()
  }

  return (
    <fieldset className={classes.why} disabled={busy}>
      <legend>
        <Trans>Why did you place this trade?</Trans>
      </legend>
      <div className={classes.chips}>
        {tradeReasons.map((reason) => (
          <button
            key={reason}
            type="button"
            aria-pressed={held?.reason === reason}
            onClick={() => {
              const removes = held?.reason === reason
              if (removes) setText('')
              void store(removes ? null : { reason, text: text.trim() })
            }}
          >
            {reasonNames()[reason]}
          </button>
        ))}
      </div>
      {held && (
        <div className={classes.note}>
          <TextAreaField
            label={t`Note to yourself`}
            description={t`Stored encrypted, and shown only to you.`}
            rows={2}
            maxLength={noteCharacters}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <span role="status">{saved && text.trim() === held.text && t({ message: 'Saved', comment: 'a note' })}</span>
          {text.trim() !== held.text && (
            <Button
              variant="default"
              size="xs"
              loading={busy}
              onClick={() => void store({ reason: held.reason, text: text.trim() })}
            >
              <Trans>Save note</Trans>
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
