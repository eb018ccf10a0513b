import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { CustomerFlag } from '../../../api/customer-flags.ts'
import { errorText } from '../../data/call.ts'
import { decide } from '../../data/decide.ts'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/fields.tsx'
import { Decision } from '../parts.tsx'
import { flagTexts } from '../words.ts'
import own from './customers.module.css'

type Action = 'flag' | 'freeze' | 'signout'
type Chosen = readonly { id: string; name: string }[]

/**
 * Acts on the selected customers, one call each, under the rules of the single action: each writes its own audit entry.
 */
export function BulkActions({
  chosen,
  mayManage,
  onDone,
  children,
}: {
  chosen: Chosen
  mayManage: boolean
  onDone: () => void
  children: ReactNode
}) {
  const [action, setAction] = useState<Action>()
  const none = chosen.length === 0
  return (
    <div className={own.bulk}>
      {mayManage && (
        <>
          <span role="status">
            {none ? (
              <Trans>Select customers to act on several at once.</Trans>
            ) : (
              plural(chosen.length, { one: '# customer selected', other: '# customers selected' })
            )}
          </span>
          <Button size="xs" variant="default" disabled={none} onClick={() => setAction('flag')}>
            <Trans>Set a flag</Trans>
          </Button>
          <Button size="xs" variant="default" disabled={none} onClick={() => setAction('freeze')}>
            <Trans>Freeze</Trans>
          </Button>
          <Button size="xs" variant="default" disabled={none} onClick={() => setAction('signout')}>
            <Trans>Sign out everywhere</Trans>
          </Button>
        </>
      )}
      <span className={own.export}>{children}</span>
      {action && !none && (
        <BulkDecision action={action} chosen={chosen} onClose={() => setAction(undefined)} onDone={onDone} />
      )}
    </div>
  )
}

type BulkProps = { action: Action; chosen: Chosen; onClose: () => void; onDone: () => void }

function BulkDecision({ action, chosen, onClose, onDone }: BulkProps) {
  const [flag, setFlag] = useState<CustomerFlag>('watch')
  const popup = usePopup()
  const queries = useQueryClient()
  const count = chosen.length
  const texts = {
    flag: {
      title: plural(count, { one: 'Flag # customer?', other: 'Flag # customers?' }),
      words: t`Only operators see flags. A serious flag prevents the customer from closing the account.`,
      confirm: t`Set flag`,
    },
    freeze: {
      title: plural(count, { one: 'Freeze # account?', other: 'Freeze # accounts?' }),
      words: t`These customers can’t place orders or withdraw. Open trades settle as usual, and deposits can still \
arrive.`,
      confirm: t`Freeze`,
    },
    signout: {
      title: plural(count, { one: 'Sign # customer out everywhere?', other: 'Sign # customers out everywhere?' }),
      words: t`This ends every session and revokes every API key of these customers immediately. We email each of \
them.`,
      confirm: t`Sign out everywhere`,
    },
  }[action]
  const send = (id: string, reason: string) =>
    action === 'flag'
      ? decide('customers.flag', { id, flag, set: true })
      : decide(action === 'freeze' ? 'customers.freeze' : 'customers.signout', { id, reason })

  async function carryOut(reason: string): Promise<boolean> {
    const failed: string[] = []
    for (const { id, name } of chosen) {
      try {
        await send(id, reason)
      } catch (error) {
        failed.push(`${name || id}: ${errorText(error)}`)
      }
    }
    await queries.invalidateQueries({ queryKey: ['customers'] })
    const done = count - failed.length
    const doneText = plural(done, { one: 'Applied to # customer.', other: 'Applied to # customers.' })
    onDone()
    void popup({
      title: t`CUSTOMERS`,
      msg: [doneText, ...failed].join('\n'),
      type: failed.length > 0 ? 'warning' : 'success',
    })
    return true
  }

  return (
    <Decision
      title={texts.title}
      words={texts.words}
      confirm={texts.confirm}
      danger={action !== 'flag'}
      {...(action !== 'flag' && {
        reasonLabel: t`Reason`,
        reasonHint: action === 'freeze' ? t`Shown to each customer.` : t`Stored in the audit log.`,
      })}
      onClose={onClose}
      onConfirm={carryOut}
    >
      {action === 'flag' && (
        <SelectField
          label={t`Flag`}
          value={flag}
          onChange={(event) => setFlag(event.currentTarget.value as CustomerFlag)}
          data={Object.entries(flagTexts()).map(([value, label]) => ({ value, label }))}
        />
      )}
    </Decision>
  )
}
