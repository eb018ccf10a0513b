import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type CallOutput, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Choice } from '../../ui/choice.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { usePopup } from '../../ui/popup.tsx'
import { Panel } from '../page.tsx'
import { Moment } from './moment.tsx'
import { useProof } from './proof.tsx'
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

/** What is said before a key is made. */
function warningOf(power: Power): string {
  if (power === 'withdraw') return t`Whoever has this key can withdraw what you own. Lock it to your own addresses.`
  return power === 'trade'
    ? t`Read and trade. You can revoke it at any time.`
    : t`Read only. You can revoke it at any time.`
}

/** Keys for programs (the connection key of the account): made, shown once, revoked. */
export function Keys() {
  const keys = useCall('keys', {})
  const [fresh, setFresh] = useState('')
  const queries = useQueryClient()
  const popup = usePopup()
  const refresh = () => Promise.all(['keys', 'user'].map((name) => queries.invalidateQueries({ queryKey: [name] })))

  async function revoke(id: string) {
    try {
      const answer = await call('keys.revoke', { id })
      await refresh()
      void popup({ title: t`SECURITY`, msg: answer.msg, type: 'success' })
    } catch (error) {
      void popup({ title: t`SECURITY`, msg: errorText(error), type: 'warning' })
    }
  }

  return (
    <Panel title={t`Connection keys`} id="keys">
      <div className={classes.stack}>
        <p className={classes.words}>
          <Trans>
            A key lets a program of yours use the account through <a href="/api/docs">the API</a>, in the header{' '}
            <code>{headerName}</code>. It never changes how the account is guarded.
          </Trans>
        </p>
        {fresh && <FreshKey value={fresh} onDone={() => setFresh('')} />}
        {keys.isPending && <Loading lines={2} />}
        {keys.isError && <Failed message={errorText(keys.error)} onRetry={() => keys.refetch()} />}
        {keys.data?.length === 0 && (
          <p className={classes.note}>
            <Trans>No keys yet. Make one when a program needs it.</Trans>
          </p>
        )}
        {keys.data && keys.data.length > 0 && (
          <ul className={classes.list}>
            {keys.data.map((key) => (
              <KeyRow key={key.id} held={key} onRevoke={() => revoke(key.id)} />
            ))}
          </ul>
        )}
        <MakeKey
          onMade={(value) => {
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

/** What a key may do, from where, and when it was made and last used. */
function KeyFacts({ held: { scopes, networks, createdAt, lastUsedAt } }: { held: CallOutput<'keys'>[number] }) {
  const words = scopeWords()
  const may = scopes.map((scope) => words[scope]).join(', ')
  const addresses = networks.join(', ')
  const origin = networks.length > 0 ? t`from ${addresses}` : t`from anywhere`
  return lastUsedAt ? (
    <Trans>
      {may}; {origin}; made <Moment at={createdAt} />, used <Moment at={lastUsedAt} />
    </Trans>
  ) : (
    <Trans>
      {may}; {origin}; made <Moment at={createdAt} />, never used
    </Trans>
  )
}

function FreshKey({ value, onDone }: { value: string; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  return (
    <div className={classes.fresh} role="status">
      <p>
        <Trans>
          <strong>Your new key.</strong> Copy it now: it is not shown again.
        </Trans>
      </p>
      <code className={classes.secret} dir="ltr">
        {value}
      </code>
      <div className={classes.buttons}>
        <Button onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}>
          {copied ? t`Copied` : t`Copy`}
        </Button>
        <Button variant="default" onClick={onDone}>
          <Trans>I have it</Trans>
        </Button>
      </div>
    </div>
  )
}

function MakeKey({ onMade }: { onMade: (key: string) => void }) {
  const [name, setName] = useState('')
  const [power, setPower] = useState<Power>('read')
  const [networks, setNetworks] = useState('')
  const [dialog, ask] = useProof()
  const make = () =>
    ask({
      title: t`Make a key`,
      words: warningOf(power),
      action: t`Make the key`,
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
        onMade(answer.key)
      },
    })
  return (
    <>
      <form
        className={classes.make}
        onSubmit={(event) => {
          event.preventDefault()
          make()
        }}
      >
        <TextField
          label={t`Name of the key`}
          placeholder={t`My robot`}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextField
          label={t`Only from these addresses`}
          description={t`Optional, such as 192.0.2.7 or 192.0.2.0/24`}
          value={networks}
          onChange={(event) => setNetworks(event.currentTarget.value)}
        />
        <Choice
          label={t`What it may do`}
          options={Object.entries(labels()).map(([value, label]) => ({ value, label }))}
          value={power}
          onChange={(value) => setPower(value as Power)}
        />
        <div className={classes.buttons}>
          <Button type="submit">
            <Trans>Make a key</Trans>
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}
