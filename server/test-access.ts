import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Call } from '../api/call.ts'
import { calls } from '../api/calls.ts'
import type { Role } from '../api/permissions.ts'
import { createTestDatabase } from '../tests/harness.ts'
import { startApp, type App } from './app.ts'
import { testPhone } from './identity/sign-up/test-phone.ts'
import { addOperator } from './operators/test-operator.ts'
import { readConfig } from './platform/config.ts'

export const testPassword = 'a long and quiet river'
/** A well-formed id that doesn't exist. */
export const noId = '01890000-0000-7000-8000-000000000000'
export const allCalls: Call[] = Object.values(calls)

export type Sent = {
  secrete?: string | undefined
  method?: string
  body?: string
  type?: string
  headers?: Record<string, string>
  files?: Record<string, Uint8Array>
  query?: Record<string, string>
}
export type Answer = { status: number; body: any }

/** Runs the whole product on a real socket with customers and operators, for access tests. */
export type AccessWorld = {
  app: App
  /** Makes a call the way a client does. With `files`, sends the input as a form. */
  send(name: string, input?: Record<string, unknown>, sent?: Sent): Promise<Answer>
  /** Registers a customer and returns a session secret. `more` is merged into the registration. */
  signUp(email: string, more?: Record<string, unknown>): Promise<string>
  addOperator(role: Role): Promise<{ operatorId: string; secrete: string }>
  stop(): Promise<void>
}

export async function startAccessWorld(settings: Record<string, string> = {}): Promise<AccessWorld> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tallystick-access-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    MARKET: 'simulated:1',
    ...settings,
  })
  const app = await startApp(config)
  const send: AccessWorld['send'] = (name, input = {}, sent = {}) => request(app.url, name, input, sent)
  return {
    app,
    send,
    async signUp(email, more = {}) {
      const answer = await send('regcode', { email, name: 'Ada Byron' })
      const mails: { to: string; text: string }[] = app.platform.mail.mailbox()
      const vcode = /\b(\d{5})\b/.exec(mails.find(({ to }) => to === email)!.text)![1]
      const form = {
        email,
        name: 'Ada Byron',
        pwd: testPassword,
        cpwd: testPassword,
        country: 'GB',
        code: '+44',
        phone: testPhone(email),
        cur: 'USD',
        vcode,
        adult: 'true',
        accept: 'true',
        ...more,
      }
      const { body } = await send('register', form, { headers: { code: String(answer.body).slice('success-'.length) } })
      return body.secrete
    },
    addOperator: (role) => addOperator(app.platform, role),
    async stop() {
      await app.stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Encodes a value as a query parameter, even an object without a working `toString`. */
const inQuery = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

async function request(url: string, name: string, input: Record<string, unknown>, sent: Sent): Promise<Answer> {
  const method = sent.method ?? (calls[name as keyof typeof calls] as Call | undefined)?.method ?? 'GET'
  const isPost = method === 'POST'
  const query = new URLSearchParams({
    r: name,
    ...(!isPost && Object.fromEntries(Object.entries(input).map(([key, value]) => [key, inQuery(value)]))),
    ...sent.query,
  })
  const body = sent.files ? formOf(input, sent.files) : (sent.body ?? JSON.stringify(input))
  const answer = await fetch(`${url}/api?${query}`, {
    method,
    headers: {
      ...(isPost && !sent.files && { 'content-type': sent.type ?? 'application/json' }),
      ...(sent.secrete !== undefined && { secrete: sent.secrete }),
      ...sent.headers,
    },
    ...(isPost && { body }),
  })
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('image/'))
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()).toString('base64') }
  const text = await answer.text()
  return { status: answer.status, body: type.includes('json') ? JSON.parse(text) : text }
}

function formOf(fields: Record<string, unknown>, files: Record<string, Uint8Array>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const [name, bytes] of Object.entries(files))
    form.append(name, new Blob([bytes as Uint8Array<ArrayBuffer>]), `${name}.jpg`)
  return form
}
