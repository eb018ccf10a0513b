import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { messageKeptDays } from '../../../api/message-retention.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Empty } from '../../ui/page-state.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, TextArea, useDecide } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Tabs } from '../../ui/tabs.tsx'

export const meta = () => deskMeta(t`Messages`)

type Message = CallOutput<'messages'>[number]
const stateNames = (): Record<Message['state'], string> => ({
  open: t`open`,
  answered: t`answered`,
  closed: t({ message: 'closed', context: 'contact message' }),
})
const messagesPerPage = 20

/** Lists the messages from the contact page. */
export default function Messages() {
  const [state, setState] = useState<'open' | 'done'>('open')
  const [p, setPage] = useState(1)
  const [deciding, setDeciding] = useState<{ message: Message; how: 'answer' | 'close' }>()
  const messages = useCall('messages', { state, p })
  return (
    <Page
      title={t`Messages`}
      words={t`Messages from the contact page. We send your replies by email. Views of this page are logged.`}
    >
      <Panel>
        <Tabs
          label={t`View`}
          value={state}
          onChange={(value) => (setState(value), setPage(1))}
          options={[
            { value: 'open', label: t`Open` },
            { value: 'done', label: t`Done` },
          ]}
        />
        <Answered query={messages}>
          {(list) => (
            <>
              {list.length === 0 && (
                <Empty
                  icon="mail"
                  title={
                    state === 'open' ? t`No messages waiting for a reply.` : t`No answered or closed messages yet.`
                  }
                />
              )}
              {list.map((message) => (
                <article key={message.id} className={classes.item}>
                  <div className={classes.itemTop}>
                    <strong>{message.erased ? t`Erased message` : message.subject}</strong>
                    <span className={classes.badges}>
                      {message.state !== 'open' && (
                        <Badge tone={message.state === 'answered' ? 'good' : 'plain'}>
                          {stateNames()[message.state]}
                        </Badge>
                      )}
                      <Time at={message.received} />
                    </span>
                  </div>
                  <Written message={message} />
                  <Answer message={message} />
                  {message.state === 'open' && (
                    <ButtonRow end>
                      <Button size="xs" variant="default" onClick={() => setDeciding({ message, how: 'close' })}>
                        <Trans>Close without replying</Trans>
                      </Button>
                      <Button size="xs" onClick={() => setDeciding({ message, how: 'answer' })}>
                        <Trans>Reply</Trans>
                      </Button>
                    </ButtonRow>
                  )}
                </article>
              ))}
              <Pager page={p} isLast={list.length < messagesPerPage} onPage={setPage} />
            </>
          )}
        </Answered>
      </Panel>
      {deciding && <DecideMessage {...deciding} onClose={() => setDeciding(undefined)} />}
    </Page>
  )
}

/** Shows the sender and text, or when and why the message was erased. */
function Written({ message: { name, email, content, erased } }: { message: Message }) {
  if (erased) {
    return (
      <p className={classes.body}>
        <Trans>
          Erased <Time at={erased} />. We keep the sender, the text and the reply for{' '}
          <Plural value={messageKeptDays} one="# day" other="# days" /> after a message is answered or closed.
        </Trans>
      </p>
    )
  }
  return (
    <>
      <p className={classes.small}>
        {name}, {email}
      </p>
      <p className={classes.body}>{content}</p>
    </>
  )
}

function Answer({ message: { state, answer, decidedBy: operator } }: { message: Message }) {
  if (state !== 'answered') return null
  return (
    <div>
      <p className={classes.small}>
        <Trans>Answered by {operator}</Trans>
      </p>
      {answer && <p className={classes.body}>{answer}</p>}
    </div>
  )
}

function DecideMessage({ message, how, onClose }: { message: Message; how: 'answer' | 'close'; onClose: () => void }) {
  const [answer, setAnswer] = useState('')
  const decide = useDecide(t`MESSAGE`)
  const { id } = message
  // Only open messages can be answered or closed, and open messages are never erased.
  const [name, email, subject] = [message.name ?? '', message.email ?? '', message.subject ?? '']
  if (how === 'close') {
    return (
      <Decision
        title={t`Close without replying?`}
        words={`${name}: ${subject}`}
        confirm={t`Close message`}
        onClose={onClose}
        onConfirm={() => decide('messages.close', { id }, ['messages'])}
      />
    )
  }
  return (
    <Decision
      title={t`Reply to ${name}`}
      words={t`We email this to ${email} as the reply to “${subject}”.`}
      confirm={t`Send reply`}
      onClose={onClose}
      onConfirm={() => decide('messages.answer', { id, answer }, ['messages'])}
    >
      <TextArea label={t`Reply`} rows={8} maxLength={5000} value={answer} onChange={setAnswer} required />
    </Decision>
  )
}
