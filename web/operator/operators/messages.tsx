import { plural, t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Time } from '../../language/time.tsx'
import { Page, Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Badge } from '../../ui/badge.tsx'
import { breakpoints } from '../../ui/breakpoints.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { Age } from '../age.tsx'
import { deskMeta } from '../meta.ts'
import { ConversationView, messageStateNames, messageTones } from './conversation.tsx'
import { ReplyTemplates } from './reply-templates.tsx'
import classes from './messages.module.css'

export const meta = () => deskMeta(t`Messages`)

type Conversation = CallOutput<'messages'>[number]
const conversationsPerPage = 20

/** Lists the messages from the contact page as conversations, and replies to them. */
export default function Messages() {
  const [state, setState] = useState<'open' | 'done'>('open')
  const [p, setPage] = useState(1)
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
        <div className={classes.reserved}>
          <Answered query={messages} lines={12}>
            {(list) => (
              <>
                {list.length === 0 ? (
                  <Empty
                    icon="mail"
                    title={
                      state === 'open' ? t`No messages waiting for a reply.` : t`No answered or closed messages yet.`
                    }
                  />
                ) : (
                  <Conversations key={`${state} ${p}`} list={list} />
                )}
                <Pager page={p} isLast={list.length < conversationsPerPage} onPage={setPage} />
              </>
            )}
          </Answered>
        </div>
      </Panel>
      <ReplyTemplates />
    </Page>
  )
}

/** Shows the list beside the chosen conversation; on narrow screens, one of them. */
function Conversations({ list }: { list: readonly Conversation[] }) {
  const [chosen, choose] = useState<string>()
  // A conversation that has been answered leaves the list.
  const found = list.find((each) => each.thread === chosen)
  const current = found ?? list[0]!
  const isChosen = found !== undefined
  const thread = useRef<HTMLElement>(null)
  const isNarrow = useMediaQuery(breakpoints.tablet)
  useEffect(() => {
    // The list disappears.
    if (isChosen && isNarrow) thread.current?.focus()
  }, [isChosen, chosen, isNarrow])
  return (
    <div className={classes.board} data-chosen={isChosen || undefined}>
      <ul className={classes.list} aria-label={t`Conversations`}>
        {list.map((each) => (
          <li key={each.thread}>
            <button
              type="button"
              aria-current={each === current ? 'true' : undefined}
              onClick={() => choose(each.thread)}
            >
              <Summary conversation={each} />
            </button>
          </li>
        ))}
      </ul>
      <ConversationView ref={thread} key={current.thread} conversation={current} onBack={() => choose(undefined)} />
    </div>
  )
}

function Summary({ conversation: { name, email, state, age, messages } }: { conversation: Conversation }) {
  const newest = messages.at(-1)!
  const open = messages.filter((each) => each.state === 'open').length
  return (
    <>
      <span className={classes.top}>
        <strong dir="auto">{name ?? t`Erased message`}</strong>
        <Time at={newest.received} />
      </span>
      {newest.subject !== null && <span dir="auto">{newest.subject}</span>}
      <span className={classes.quiet}>{email}</span>
      <span className={classes.badges}>
        <Badge tone={messageTones[state]}>{messageStateNames()[state]}</Badge>
        {age && <Age age={age} />}
        {open > 1 && <Badge>{plural(open, { one: '# message', other: '# messages' })}</Badge>}
      </span>
    </>
  )
}
