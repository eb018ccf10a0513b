import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { expect, it } from 'vitest'
import { operatorProfile } from '../../api/calls/operators/operator-profile.ts'
import { readConfig } from '../../server/platform/config.ts'
import { secretSettings } from '../../server/platform/secrets/secret-files.ts'
import { root } from './sources.ts'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Name and default of each setting in the schema. */
const declared = new Map(
  [
    ...(/environment = z\s+\.object\(\{(.*?)\n {2}\}\)/s.exec(read('server/platform/config.ts'))?.[1] ?? '').matchAll(
      /^ {4}([A-Z_]+): (.*(?:\n {4}(?![A-Z_]+:|\/[/*]).*)*),$/gm,
    ),
  ].map(([, name, schema]) => [name!, /\.default\('?([^')]*)'?\)/.exec(schema!)?.[1] ?? ''] as const),
)

it('documents every setting with its default', () => {
  const rows = [...read('docs/how-to/settings.md').matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`)? ?\| \S/gm)].map(
    ([, name, value = '']) => [name!, value] as const,
  )
  // These flags have no default in the schema: readConfig determines it.
  const expected = new Map([...declared, ['CHAINS', '1'], ['DEV_TOOLS', '1']])
  expect(declared.size).toBeGreaterThan(20)
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(expected))
})

it('lists every setting in .env.example, and sets only defaults there', () => {
  const lines = [...read('.env.example').matchAll(/^(# )?([A-Z_]+)=(.*)$/gm)].map(([, comment, name, value]) => ({
    name: name!,
    value: value!,
    set: !comment,
  }))
  expect(lines.map(({ name }) => name).sort()).toEqual([...declared.keys()].sort())
  expect(
    lines
      .filter(({ name, value, set }) => set && declared.get(name)!.replaceAll('_', '') !== value)
      .map(({ name }) => name),
  ).toEqual([])
})

it('has an example of server settings that the server accepts', () => {
  const example = parseEnv(read('deploy/settings.example'))
  const known = Object.keys(example).filter((name) => !declared.has(name))
  expect(known).toEqual([])
  const secrets = {
    SMTP_URL: 'smtps://mail.example.org',
    SECRET_KEY: 'c4f1a98e73d205b6e8179a3c5d40f2619b7e08d3462ca51f8d93b07e64f5a21c',
  }
  const config = readConfig({
    ...example,
    ...secrets,
    SIGNER_SOCKET: '/run/signer',
    OPERATOR_PROFILE: '',
    NODE_ENV: 'production',
  } as NodeJS.ProcessEnv)
  expect(config).toMatchObject({
    production: true,
    devTools: false,
    trustedProxies: 1,
    chains: true,
    publicUrl: 'https://practice.example.org',
  })
})

it('passes every secret to the service as an encrypted credential, and lists it in settings.md', () => {
  const loaded = [
    ...read('deploy/tallystick.service').matchAll(/^LoadCredentialEncrypted=([A-Z_]+):tallystick\.\1$/gm),
  ].map(([, name]) => name!)
  expect(loaded.toSorted()).toEqual([...secretSettings].sort())
  expect(secretSettings.filter((name) => !declared.has(name))).toEqual([])
  const listed =
    /A setting that holds a secret may come from a file instead: ([^.]+)\./.exec(
      read('docs/how-to/settings.md'),
    )?.[1] ?? ''
  expect([...listed.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!).sort()).toEqual([...secretSettings].sort())
})

it('documents an operator profile with every field that is accepted', () => {
  const text = /```json\n(.*?)```/s.exec(read('docs/how-to/brand-an-installation.md'))?.[1] ?? ''
  const profile = operatorProfile.parse(JSON.parse(text))
  expect(Object.keys(profile).sort()).toEqual(Object.keys(operatorProfile.shape).sort())
  expect(profile).toEqual(JSON.parse(text))
})
