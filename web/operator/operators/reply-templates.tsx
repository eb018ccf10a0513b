import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Time } from '../../language/time.tsx'
import { Panel } from '../../shell/page.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { TextField } from '../../ui/fields/fields.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import desk from '../desk.module.css'
import { Decision, ListOrLine, TextArea, useChange } from '../parts.tsx'
import classes from './messages.module.css'

type Template = CallOutput<'messages.templates'>[number]
type Doing = { how: 'save'; template: Template | undefined } | { how: 'delete'; template: Template }

const refresh = ['messages.templates'] as const

/** Lists the texts that operators insert into replies, and adds, edits and deletes them. */
export function ReplyTemplates() {
  const templates = useCall('messages.templates', {})
  const [doing, setDoing] = useState<Doing>()
  const columns: Column<Template>[] = [
    {
      head: t`Name`,
      cell: ({ name }) => (
        <strong className={classes.templateName} dir="auto">
          {name}
        </strong>
      ),
    },
    {
      head: t`Text`,
      cell: ({ text }) => (
        <p className={classes.excerpt} dir="auto">
          {text}
        </p>
      ),
    },
    { head: t`Changed by`, cell: ({ changedBy }) => <span className={desk.name}>{changedBy}</span> },
    { head: t`When`, cell: ({ changed }) => <Time at={changed} /> },
    {
      head: t`Change`,
      end: true,
      cell: (template) => (
        <ButtonRow end>
          <Button size="xs" variant="default" onClick={() => setDoing({ how: 'save', template })}>
            <Trans>Edit</Trans>
          </Button>
          <Button size="xs" variant="default" color="red" onClick={() => setDoing({ how: 'delete', template })}>
            <Trans>Delete</Trans>
          </Button>
        </ButtonRow>
      ),
    },
  ]
  return (
    <Panel title={t`Reply templates`}>
      <div className={desk.toolbar}>
        <Button variant="default" onClick={() => setDoing({ how: 'save', template: undefined })}>
          <Trans>Add a template</Trans>
        </Button>
      </div>
      <Answered query={templates} lines={2}>
        {(list) => (
          <ListOrLine
            label={t`Reply templates`}
            columns={columns}
            rows={list}
            empty={t`Save texts here that you send often, and insert them into replies.`}
          />
        )}
      </Answered>
      {doing?.how === 'save' && <Save template={doing.template} onClose={() => setDoing(undefined)} />}
      {doing?.how === 'delete' && <Delete template={doing.template} onClose={() => setDoing(undefined)} />}
    </Panel>
  )
}

function Save({ template, onClose }: { template: Template | undefined; onClose: () => void }) {
  const [name, setName] = useState(template?.name ?? '')
  const [text, setText] = useState(template?.text ?? '')
  const change = useChange(t`REPLY TEMPLATE`)
  const [namePlace, subjectPlace] = ['{name}', '{subject}']
  return (
    <Decision
      title={template ? t`Edit reply template` : t`Add a reply template`}
      confirm={t`Save template`}
      onClose={onClose}
      onConfirm={() => change('messages.templates.save', { id: template?.id, name, text }, refresh)}
    >
      <TextField
        label={t`Name`}
        required
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextArea
        label={t`Text`}
        description={t`${namePlace} and ${subjectPlace} are replaced with the sender’s name and subject.`}
        rows={8}
        maxLength={5000}
        value={text}
        onChange={setText}
        required
      />
    </Decision>
  )
}

function Delete({ template: { id, name }, onClose }: { template: Template; onClose: () => void }) {
  const change = useChange(t`REPLY TEMPLATE`)
  return (
    <Decision
      title={t`Delete the template “${name}”?`}
      words={t`Replies that were sent don’t change.`}
      confirm={t`Delete template`}
      danger
      onClose={onClose}
      onConfirm={() => change('messages.templates.delete', { id }, refresh)}
    />
  )
}
