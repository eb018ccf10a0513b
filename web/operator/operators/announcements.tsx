import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { type Language, languages } from '../../language/languages.ts'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, TextArea, useChange } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'

export const meta = () => deskMeta(t`Announcements`)

type Announcement = CallOutput<'announcements.list'>[number]
type Audience = Announcement['audience']
const tones: Record<Announcement['state'], Tone> = { planned: 'wait', shown: 'good', over: 'plain', withdrawn: 'plain' }
const stateNames = (): Record<Announcement['state'], string> => ({
  planned: t({ message: 'scheduled', context: 'announcement' }),
  shown: t`shown`,
  over: t({ message: 'ended', context: 'announcement' }),
  withdrawn: t`withdrawn`,
})
const audienceNames = (): Record<Audience, string> => ({
  everyone: t`Everyone`,
  customers: t`Signed-in customers`,
})

/** Returns who sees an announcement, such as `Everyone, Deutsch`. */
const readersText = ({ audience, language }: Announcement): string =>
  [audienceNames()[audience], language && languages[language].name].filter(Boolean).join(', ')

const announcementsPerPage = 50

/** Publishes and lists announcements for the office and the site. */
export default function Announcements() {
  const [p, setPage] = useState(1)
  const [writing, setWriting] = useState<{ change?: Announcement }>()
  const [withdrawing, setWithdrawing] = useState<Announcement>()
  const announcements = useCall('announcements.list', { p })
  const change = useChange(t`ANNOUNCEMENT`)
  const columns: Column<Announcement>[] = [
    { head: t`State`, cell: ({ state, mustSee }) => <States state={state} mustSee={mustSee} /> },
    {
      head: t`Announcement`,
      cell: ({ title, words }) => (
        <div>
          <strong dir="auto">{title}</strong>
          <p className={classes.small} dir="auto">
            {words}
          </p>
        </div>
      ),
    },
    { head: t`Readers`, cell: (one) => readersText(one) },
    { head: t`From`, cell: ({ from }) => <Time at={from} /> },
    {
      head: t`Until`,
      cell: ({ until }) =>
        until ? (
          <Time at={until} />
        ) : (
          <span className={classes.quiet}>
            <Trans>no end date</Trans>
          </span>
        ),
    },
    { head: t`By`, cell: ({ by }) => by },
    { head: t`Confirmed by`, end: true, cell: ({ mustSee, readBy }) => (mustSee ? readBy : '–') },
    {
      head: t`Change`,
      end: true,
      cell: (one) =>
        one.state === 'shown' || one.state === 'planned' ? (
          <ButtonRow end>
            <Button size="xs" variant="default" onClick={() => setWriting({ change: one })}>
              <Trans>Change</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => setWithdrawing(one)}>
              <Trans>Take down</Trans>
            </Button>
          </ButtonRow>
        ) : null,
    },
  ]
  return (
    <Page
      title={t`Announcements`}
      words={t`Readers see announcements on the site and in the office until they end or you take them down.`}
    >
      <Panel>
        <div className={classes.toolbar}>
          <Button onClick={() => setWriting({})}>
            <Trans>Write an announcement</Trans>
          </Button>
        </div>
        <Answered query={announcements}>
          {(list) => (
            <>
              <Table label={t`Announcements`} columns={columns} rows={list} empty={t`No announcements yet.`} />
              <Pager page={p} isLast={list.length < announcementsPerPage} onPage={setPage} />
            </>
          )}
        </Answered>
      </Panel>
      {writing && <Write {...writing} onClose={() => setWriting(undefined)} />}
      {withdrawing && (
        <Decision
          title={t`Take down this announcement?`}
          words={withdrawing.title}
          confirm={t`Take down`}
          danger
          onClose={() => setWithdrawing(undefined)}
          onConfirm={() =>
            change('announcements.withdraw', { id: withdrawing.id }, ['announcements.list', 'announcements'])
          }
        />
      )}
    </Page>
  )
}

function States({ state, mustSee }: Pick<Announcement, 'state' | 'mustSee'>) {
  return (
    <span className={classes.badges}>
      <Badge tone={tones[state]}>{stateNames()[state]}</Badge>
      {mustSee && (
        <Badge tone="wait">
          <Trans>mandatory</Trans>
        </Badge>
      )}
    </span>
  )
}

/** Formats a time for a `datetime-local` field, in the browser's time zone. */
const local = (iso: string | null | undefined) => {
  if (!iso) return ''
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
const instant = (text: string) => (text ? new Date(text).toISOString() : undefined)

function Write({ change: former, onClose }: { change?: Announcement; onClose: () => void }) {
  const [form, setForm] = useState({
    title: former?.title ?? '',
    words: former?.words ?? '',
    from: former?.state === 'planned' ? local(former.from) : '',
    until: local(former?.until),
  })
  const [readers, setReaders] = useState({
    audience: former?.audience ?? ('everyone' as const),
    language: former?.language ?? ('' as const),
  })
  const [mustSee, setMustSee] = useState(former?.mustSee ?? false)
  const change = useChange(t`ANNOUNCEMENT`)
  const typed = (name: keyof typeof form) => ({
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) => setForm({ ...form, [name]: event.currentTarget.value }),
  })
  const input = {
    ...(former && { id: former.id }),
    title: form.title,
    words: form.words,
    ...readers,
    mustSee,
    from: instant(form.from),
    until: instant(form.until),
  }
  return (
    <Decision
      title={former ? t`Edit announcement` : t`Write an announcement`}
      confirm={form.from ? t`Schedule` : t`Publish`}
      onClose={onClose}
      onConfirm={() => change('announcements.publish', input, ['announcements.list', 'announcements'])}
    >
      <TextField label={t`Title`} maxLength={120} {...typed('title')} />
      <TextArea
        label={t`Text`}
        rows={5}
        maxLength={2000}
        value={form.words}
        onChange={(words) => setForm({ ...form, words })}
      />
      {(form.title !== '' || form.words !== '') && (
        <section className={classes.preview} aria-label={t`Preview`}>
          <p className={classes.small}>
            {readers.language === '' ? (
              <Trans>Preview. Readers see this text as you write it, in every language.</Trans>
            ) : (
              <Trans>Preview. Only pages in this language show this text.</Trans>
            )}
          </p>
          <strong dir="auto">{form.title}</strong>
          <p className={classes.body} dir="auto">
            {form.words}
          </p>
        </section>
      )}
      <div className={classes.pair}>
        <SelectField
          label={t`Audience`}
          value={readers.audience}
          onChange={(event) => setReaders({ ...readers, audience: event.currentTarget.value as Audience })}
          data={Object.entries(audienceNames()).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          label={t`Language`}
          value={readers.language}
          onChange={(event) => setReaders({ ...readers, language: event.currentTarget.value as Language | '' })}
          data={[
            { value: '', label: t`All languages` },
            ...Object.entries(languages).map(([value, { name }]) => ({ value, label: name })),
          ]}
        />
      </div>
      <TextField label={t`Start (leave empty to publish now)`} type="datetime-local" {...typed('from')} />
      <TextField label={t`End (leave empty for no end date)`} type="datetime-local" {...typed('until')} />
      <fieldset className={classes.checks}>
        <label>
          <input type="checkbox" checked={mustSee} onChange={(event) => setMustSee(event.currentTarget.checked)} />
          <Trans>Mandatory: stays above other announcements until the reader closes it</Trans>
        </label>
      </fieldset>
    </Decision>
  )
}
