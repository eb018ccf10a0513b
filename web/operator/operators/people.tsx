import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { roles as roleTable, type Role } from '../../../api/permissions.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import classes from '../desk.module.css'
import { useMe } from '../shell/me.ts'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, useChange } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { roleName, rolesText } from '../words.ts'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'

export const meta = () => deskMeta(t`People`)

type People = CallOutput<'operators.people'>
type Person = People['people'][number]
type Invitation = People['invitations'][number]
type Doing = { person: Person; what: 'roles' | 'renew' | 'deactivate' }

const allRoles = Object.keys(roleTable) as Role[]

/** Lists the operators of this installation and their roles. */
export default function PeoplePage() {
  const people = useCall('operators.people', {})
  const [inviting, setInviting] = useState(false)
  const [doing, setDoing] = useState<Doing>()
  return (
    <Page
      title={t`People`}
      words={t`The operators of this installation. Each has their own password and second factor.`}
    >
      <Panel title={t`Operators`}>
        <div className={classes.toolbar}>
          <Button onClick={() => setInviting(true)}>
            <Trans>Invite operator</Trans>
          </Button>
        </div>
        <Answered query={people}>{(data) => <Operators people={data.people} onDo={setDoing} />}</Answered>
      </Panel>
      {people.data && people.data.invitations.length > 0 && (
        <Panel title={t`Invitations`}>
          <Invitations invitations={people.data.invitations} />
        </Panel>
      )}
      {inviting && <Invite onClose={() => setInviting(false)} />}
      {doing && <ChangePerson {...doing} onClose={() => setDoing(undefined)} />}
    </Page>
  )
}

function Operators({ people, onDo }: { people: Person[]; onDo: (doing: Doing) => void }) {
  const { data: me } = useMe()
  const columns: Column<Person>[] = [
    { head: t`Name`, cell: ({ id, name }) => (id === me?.id ? t`${name} (you)` : name) },
    { head: t`Email`, cell: ({ email }) => email },
    { head: t`Roles`, cell: ({ roles }) => rolesText(roles) },
    { head: t`Since`, cell: Since },
    {
      head: t`Access`,
      end: true,
      cell: (person) =>
        person.deactivated ? (
          <Badge tone="bad">
            <Trans>access revoked</Trans>
          </Badge>
        ) : (
          <ButtonRow end>
            <Button size="xs" variant="default" onClick={() => onDo({ person, what: 'roles' })}>
              <Trans>Roles</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => onDo({ person, what: 'renew' })}>
              <Trans>New credentials</Trans>
            </Button>
            <Button size="xs" variant="default" onClick={() => onDo({ person, what: 'deactivate' })}>
              <Trans>Revoke access</Trans>
            </Button>
          </ButtonRow>
        ),
    },
  ]
  return <Table label={t`Operators`} columns={columns} rows={people} empty={t`No operators yet.`} />
}

function Since({ since, waitsUntil, deactivated }: Person) {
  return (
    <div>
      <Time at={since} />
      {waitsUntil && !deactivated && (
        <p className={classes.small}>
          <Trans>
            Counts as a second operator from <Time at={waitsUntil} />.
          </Trans>
        </p>
      )}
    </div>
  )
}

function Invitations({ invitations }: { invitations: Invitation[] }) {
  const change = useChange(t`INVITATION`)
  const columns: Column<Invitation>[] = [
    { head: t`Email`, cell: ({ email }) => email },
    { head: t`Roles`, cell: ({ roles }) => rolesText(roles) },
    { head: t`Until`, cell: ({ expires }) => <Time at={expires} /> },
    {
      head: t`Action`,
      end: true,
      cell: ({ id }) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => void change('operators.uninvite', { id }, ['operators.people', 'operators.approvals'])}
        >
          <Trans>Revoke invitation</Trans>
        </Button>
      ),
    },
  ]
  return <Table label={t`Invitations`} columns={columns} rows={invitations} empty={t`No open invitations.`} />
}

function RoleChecks({ value, onChange }: { value: Role[]; onChange: (roles: Role[]) => void }) {
  return (
    <fieldset className={classes.checks}>
      <legend>
        <Trans>Roles</Trans>
      </legend>
      {allRoles.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            checked={value.includes(role)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...value, role] : value.filter((one) => one !== role))
            }
          />
          {roleName(role)}
        </label>
      ))}
    </fieldset>
  )
}

function Invite({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [roles, setRoles] = useState<Role[]>(['support'])
  const change = useChange(t`INVITATION`)
  return (
    <Decision
      title={t`Invite an operator`}
      words={t`We email a one-time link that expires in three days. The Owner, Finance and Compliance roles can \
approve proposals, so once there is a second operator, inviting someone to one of these roles needs their approval.`}
      confirm={t`Send invitation`}
      onClose={onClose}
      onConfirm={() => change('operators.invite', { email, roles }, ['operators.people', 'operators.approvals'])}
    >
      <TextField
        label={t`Email`}
        type="email"
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleChecks value={roles} onChange={setRoles} />
    </Decision>
  )
}

function ChangePerson({ person, what, onClose }: Doing & { onClose: () => void }) {
  const [roles, setRoles] = useState(person.roles as Role[])
  const change = useChange(t`OPERATOR`)
  const { id, name, email } = person
  if (what === 'roles') {
    return (
      <Decision
        title={t`Roles of ${name}`}
        words={t`Granting or removing the right to approve proposals or to manage operators needs a second operator’s \
approval.`}
        confirm={t`Save`}
        onClose={onClose}
        onConfirm={() => change('operators.roles', { id, roles }, ['operators.people', 'operators.approvals'])}
      >
        <RoleChecks value={roles} onChange={setRoles} />
      </Decision>
    )
  }
  if (what === 'renew') {
    const words = t`We email ${email} a link to set a new password and second factor. The current ones work until the \
link is used. After that, a waiting time applies before this person counts as a second operator again.`
    return (
      <Decision
        title={t`New credentials for ${name}?`}
        words={words}
        confirm={t`Send link`}
        onClose={onClose}
        onConfirm={() => change('operators.renew', { id }, ['operators.people', 'operators.approvals'])}
      />
    )
  }
  const words = t`They are signed out immediately and can’t sign in again. Their past actions stay in the audit log.`
  return (
    <Decision
      title={t`Revoke access for ${name}?`}
      words={words}
      reasonLabel={t`Reason`}
      confirm={t`Revoke access`}
      danger
      onClose={onClose}
      onConfirm={(reason) =>
        change('operators.deactivate', { id, reason }, ['operators.people', 'operators.approvals'])
      }
    />
  )
}
