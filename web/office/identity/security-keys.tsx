import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
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
const labels = { read: 'Read only', trade: 'Read and trade', withdraw: 'Trade and withdraw' } as const
type Power = keyof typeof powers

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
      void popup({ title: 'SECURITY', msg: answer.msg, type: 'success' })
    } catch (error) {
      void popup({ title: 'SECURITY', msg: errorText(error), type: 'warning' })
    }
  }

  return (
    <Panel title={t`Connection keys`} id="keys">
      <div className={classes.stack}>
        <p className={classes.words}>
          <Trans>A key lets a program of yours use the account through <a href="/api/docs">the API</a>, in the header <code>secrete</code>. It never changes how the account is guarded.</Trans>
        </p>
        {fresh && <FreshKey value={fresh} onDone={() => setFresh('')} />}
        {keys.isPending && <Loading lines={2} />}
        {keys.isError && <Failed message={errorText(keys.error)} onRetry={() => keys.refetch()} />}
        {keys.data?.length === 0 && <p className={classes.note}><Trans>No keys yet. Make one when a program needs it.</Trans></p>}
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
  return (
    <li className={classes.item}>
      <div>
        <strong>{held.name}</strong> <code>{held.masked}</code>
        <p className={classes.small}>
          <Trans>{held.scopes.join(', ')}; {held.networks.length > 0 ? `from ${held.networks.join(', ')}` : 'from anywhere'}; made <Moment at={held.createdAt} /></Trans>
          {held.lastUsedAt ? (
            <>
              <Trans>, used <Moment at={held.lastUsedAt} /></Trans>
            </>
          ) : (
            ', never used'
          )}
        </p>
      </div>
      <Button variant="default" size="xs" onClick={onRevoke} aria-label={`Revoke ${held.name}`}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  )
}

function FreshKey({ value, onDone }: { value: string; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  return (
    <div className={classes.fresh} role="status">
      <p>
        <Trans><strong>Your new key.</strong> Copy it now: it is not shown again.</Trans>
      </p>
      <code className={classes.secret}>{value}</code>
      <div className={classes.buttons}>
        <Button onClick={() => void navigator.clipboard.writeText(value).then(() => setCopied(true))}>{copied ? 'Copied' : 'Copy'}</Button>
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
      title: 'Make a key',
      words: power === 'withdraw' ? 'Whoever has this key can withdraw what you own. Lock it to your own addresses.' : `${labels[power]}. You can revoke it at any time.`,
      action: 'Make the key',
      async run(proof) {
        const answer = await call('keys.make', { name: name.trim() || 'Key', scopes: [...powers[power]], networks: networks.split(/[\s,;]+/).filter(Boolean), ...proof })
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
        <TextField label={t`Name of the key`} placeholder={t`My robot`} maxLength={60} value={name} onChange={(event) => setName(event.currentTarget.value)} />
        <TextField label={t`Only from these addresses`} description={t`Optional, such as 192.0.2.7 or 192.0.2.0/24`} value={networks} onChange={(event) => setNetworks(event.currentTarget.value)} />
        <Choice label={t`What it may do`} options={Object.entries(labels).map(([value, label]) => ({ value, label }))} value={power} onChange={(value) => setPower(value as Power)} />
        <div className={classes.buttons}>
          <Button type="submit"><Trans>Make a key</Trans></Button>
        </div>
      </form>
      {dialog}
    </>
  )
}
