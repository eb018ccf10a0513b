import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { call, type CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { TextField } from '../../ui/fields/fields.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Panel } from '../../shell/page.tsx'
import { Time } from '../../language/time.tsx'
import { useProof } from './proof.tsx'
import { NewSecret } from './new-secret.tsx'
import classes from './security.module.css'

const powers = { read: ['read'], trade: ['read', 'trade'], withdraw: ['read', 'trade', 'withdraw'] } as const
type Power = keyof typeof powers
type Scope = CallOutput<'keys'>[number]['scopes'][number]

const headerName = 'secrete'
const labels = (): Record<Power, string> => ({
  read: t`Read only`,
  trade: t`Read and trade`,
  withdraw: t`Trade and withdraw`,
})
const scopeWords = (): Record<Scope, string> => ({
  read: t({ message: 'read', context: 'what a key may do' }),
  trade: t({ message: 'trade', context: 'what a key may do' }),
  withdraw: t({ message: 'withdraw', context: 'what a key may do' }),
})

/** Returns the warning shown before a key is created. */
function warningOf(power: Power): string {
  if (power === 'withdraw')
    return t`Anyone with this key can withdraw your funds. Restrict it to your own IP addresses.`
  return power === 'trade'
    ? t`This key can read data and trade. You can revoke it at any time.`
    : t`This key can only read data. You can revoke it at any time.`
}

/** Creates, lists and revokes API keys. A new key is shown once. */
export function Keys() {
  const keys = useCall('keys', {})
  const [fresh, setFresh] = useState('')
  const refresh = useRefetch('keys', 'user')
  const { send } = useSend({ title: t`SECURITY`, refetch: refresh })

  return (
    <Panel title={t`API keys`} id="keys">
      <div className={classes.stack}>
        <p className={classes.words}>
          <Trans>
            A key lets a program use your account through <a href="/api/docs">the API</a>. The program sends it in the{' '}
            <code>{headerName}</code> header. A key can’t change security settings.
          </Trans>
        </p>
        {fresh && (
          <NewSecret value={fresh} onDone={() => setFresh('')}>
            <Trans>
              <strong>Your new API key.</strong> Copy it now. We won’t show it again.
            </Trans>
          </NewSecret>
        )}
        <Unanswered query={keys} lines={2} />
        {keys.data?.length === 0 && (
          <Empty title={t`No keys yet`} icon="lock">
            <Trans>Create one when a program needs it.</Trans>
          </Empty>
        )}
        {keys.data && keys.data.length > 0 && (
          <ul className={classes.list}>
            {keys.data.map((key) => (
              <KeyRow key={key.id} held={key} onRevoke={() => void send(() => call('keys.revoke', { id: key.id }))} />
            ))}
          </ul>
        )}
        <CreateKey
          onCreated={(value) => {
            setFresh(value)
            void refresh()
          }}
        />
      </div>
    </Panel>
  )
}

function KeyRow({ held, onRevoke }: { held: CallOutput<'keys'>[number]; onRevoke: () => void }) {
  const { name } = held
  return (
    <li className={classes.item}>
      <div>
        <strong>{name}</strong> <code dir="ltr">{held.masked}</code>
        <p className={classes.small}>
          <KeyFacts held={held} />
        </p>
      </div>
      <Button variant="default" size="xs" onClick={onRevoke} aria-label={t`Revoke ${name}`}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  )
}

/** Shows a key's permissions, its allowed networks, and when it was created and last used. */
function KeyFacts({ held: { scopes, networks, createdAt, lastUsedAt } }: { held: CallOutput<'keys'>[number] }) {
  const words = scopeWords()
  const may = scopes.map((scope) => words[scope]).join(', ')
  const addresses = networks.join(', ')
  const origin = networks.length > 0 ? t`from ${addresses}` : t`from anywhere`
  return lastUsedAt ? (
    <Trans>
      {may}; {origin}; created <Time at={createdAt} />, last used <Time at={lastUsedAt} />
    </Trans>
  ) : (
    <Trans>
      {may}; {origin}; created <Time at={createdAt} />, never used
    </Trans>
  )
}

/** The proof dialog makes the call, so this form only holds its input. */
function CreateKey({ onCreated }: { onCreated: (key: string) => void }) {
  const [name, setName] = useState('')
  const [power, setPower] = useState<Power>('read')
  const [networks, setNetworks] = useState('')
  const [dialog, ask] = useProof()
  const create = () =>
    ask({
      title: t`Create a key`,
      words: warningOf(power),
      action: t`Create key`,
      async run(proof) {
        const addresses = networks.split(/[\s,;]+/).filter(Boolean)
        const answer = await call('keys.make', {
          name: name.trim() || t`Key`,
          scopes: [...powers[power]],
          networks: addresses,
          ...proof,
        })
        setName('')
        setNetworks('')
        onCreated(answer.key)
      },
    })
  return (
    <>
      <form
        className={classes.make}
        onSubmit={(event) => {
          event.preventDefault()
          create()
        }}
      >
        <TextField
          label={t`Key name`}
          placeholder={t`My robot`}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label={t`Allowed IP addresses`}
          description={t`Optional, for example 192.0.2.7 or 192.0.2.0/24`}
          value={networks}
          onChange={(event) => setNetworks(event.currentTarget.value)}
        />
        <Choice
          label={t`Permissions`}
          options={Object.entries(labels()).map(([value, label]) => ({ value, label }))}
          value={power}
          onChange={(value) => setPower(value as Power)}
        />
        <ButtonRow>
          <Button type="submit">
            <Trans>Create key</Trans>
          </Button>
        </ButtonRow>
      </form>
      {dialog}
    </>
  )
}
