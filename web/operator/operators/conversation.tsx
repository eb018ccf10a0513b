import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { type Ref, useState } from 'react'
import { Link } from 'react-router'
import { messageKeptDays } from '../../../api/message-retention.ts'
import type { CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useCall } from '../../data/queries.ts'
import { languages } from '../../language/languages.ts'
import { Time } from '../../language/time.tsx'
import { path } from '../../paths.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { SelectField } from '../../ui/fields/fields.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Decision, TextArea, useDecide } from '../parts.tsx'
import { useMay } from '../shell/me.ts'
import { fillTemplate } from './fill-template.ts'
import classes from './messages.module.css'

type Conversation = CallOutput<'messages'>[number]
type Message = Conversation['messages'][number]

export const messageStateNames = (): Record<Message['state'], string> => ({
  open: t`open`,
  answered: t`answered`,
  closed: t({ message: 'closed', context: 'contact message' }),
})
export const messageTones: Record<Message['state'], Tone> = { open: 'wait', answered: 'good', closed: 'plain' }

type ViewProps = { conversation: Conversation; onBack: () => void; ref: Ref<HTMLElement> }

/** Shows a conversation's messages and replies, oldest first, and the form that replies to the open ones. */
export function ConversationView({ conversation, onBack, ref }: ViewProps) {
  const { name, messages, state } = conversation
  const label = name ?? t`Erased message`
  return (
    <section ref={ref} tabIndex={-1} className={classes.thread} aria-label={t`Conversation with ${label}`}>
      <div className={classes.back}>
        <Button size="xs" variant="default" leftSection={<Icon name="back" size={16} />} onClick={onBack}>
          <Trans>All conversations</Trans>
        </Button>
      </div>
      <Sender conversation={conversation} />
      {messages.map((message, place) => (
        <div key={message.id} className={classes.exchange}>
          <Written message={message} />
          <Decided message={message} next={messages[place + 1]} />
        </div>
      ))}
      {state === 'open' && <ReplyForm conversation={conversation} />}
    </section>
  )
}

function Sender({ conversation: { name, email, customer, language } }: { conversation: Conversation }) {
  const mayOpen = useMay('customers.read')
  const languageName = languages[language].name
  if (name === null) return null
  return (
    <div className={classes.sender}>
      <div>
        <strong dir="auto">{name}</strong> <span className={classes.quiet}>{email}</span>
      </div>
      <p className={classes.quiet}>
        {customer ? (
          <Trans>Signed in while writing.</Trans>
        ) : (
          <Trans>Not signed in: anyone can type this name and email address.</Trans>
        )}{' '}
        <Trans>
          Page language: <bdi>{languageName}</bdi>
        </Trans>
      </p>
      {customer && mayOpen && (
        <Link to={path('operatorCustomer', { params: { id: customer } })}>
          <Trans>Open customer</Trans>
        </Link>
      )}
    </div>
  )
}

/** Shows the subject and the text, or when and why the message was erased. */
function Written({ message: { subject, content, received, erased } }: { message: Message }) {
  return (
    <article className={classes.message}>
      <div className={classes.top}>
        <strong dir="auto">{erased ? t`Erased message` : subject}</strong>
        <Time at={received} />
      </div>
      <p className={classes.body} dir="auto">
        {erased ? (
          <Trans>
            Erased <Time at={erased} />. We keep the sender, the text and the reply for{' '}
            <Plural value={messageKeptDays} one="# day" other="# days" /> after a message is answered or closed.
          </Trans>
        ) : (
          content
        )}
      </p>
    </article>
  )
}

/** Shows the reply, after the last message that it answers. */
function Decided({ message, next }: { message: Message; next: Message | undefined }) {
  const { state, answer, decided, decidedBy: operator } = message
  const isSharedWithNext = next?.decided === decided && next?.state === state && next?.answer === answer
  if (state === 'open' || isSharedWithNext) return null
  return (
    <article className={classes.message} data-own>
      <div className={classes.top}>
        <span>
          <Badge tone={messageTones[state]}>{messageStateNames()[state]}</Badge>{' '}
          {state === 'answered' ? <Trans>Answered by {operator}</Trans> : <Trans>Closed by {operator}</Trans>}
        </span>
        {decided && <Time at={decided} />}
      </div>
      {answer && (
        <p className={classes.body} dir="auto">
          {answer}
        </p>
      )}
    </article>
  )
}

const replyLabel = (name: string) => t`Reply to ${name}`

function ReplyForm({ conversation: { name, email: address, messages } }: { conversation: Conversation }) {
  const [text, setText] = useState('')
  const [closing, setClosing] = useState(false)
  const templates = useCall('messages.templates', {})
  const decide = useDecide(t`MESSAGE`)
  const { busy, send } = useSend({ title: t`MESSAGE` })
  // Only open messages can be answered or closed, and open messages are never erased.
  const newest = messages.findLast(({ state }) => state === 'open')!
  const [sender, email, subject] = [name ?? '', address ?? '', newest.subject ?? '']

  async function reply() {
    // Empty for the next message, if it has arrived in the meantime.
    if (await send(() => decide('messages.answer', { id: newest.id, answer: text }, ['messages']))) setText('')
  }

  function insert(id: string) {
    const template = templates.data?.find((each) => each.id === id)
    if (!template) return
    const filled = fillTemplate(template.text, { name: sender, subject })
    setText((before) => (before.trim() === '' ? filled : `${before.trimEnd()}\n\n${filled}`))
  }

  return (
    <>
      <form
        className={classes.reply}
        aria-label={replyLabel(sender)}
        onSubmit={(event) => {
          event.preventDefault()
          void reply()
        }}
      >
        <SelectField
          label={t`Insert a template`}
          value=""
          disabled={!templates.data?.length}
          onChange={(event) => insert(event.currentTarget.value)}
          data={[
            { value: '', label: templates.data?.length === 0 ? t`No templates yet` : t`Choose a template` },
            ...(templates.data ?? []).map((each) => ({ value: each.id, label: each.name })),
          ]}
        />
        <TextArea
          label={t`Reply`}
          description={t`We email this to ${email} as the reply to “${subject}”.`}
          rows={7}
          maxLength={5000}
          value={text}
          onChange={setText}
          required
        />
        <ButtonRow end>
          <Button variant="default" disabled={busy} onClick={() => setClosing(true)}>
            <Trans>Close without replying</Trans>
          </Button>
          <Button type="submit" loading={busy}>
            <Trans>Send reply</Trans>
          </Button>
        </ButtonRow>
      </form>
      {closing && (
        <Decision
          title={t`Close without replying?`}
          words={`${sender}: ${subject}`}
          confirm={t`Close message`}
          onClose={() => setClosing(false)}
          onConfirm={() => decide('messages.close', { id: newest.id }, ['messages'])}
        />
      )}
    </>
  )
}
