import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { calls, type CallName } from '../api/calls.ts'
import { testPhone } from '../server/identity/sign-up/test-phone.ts'
import { totpCode } from '../server/platform/sign-in/test-totp.ts'
import { copyCluster } from './prepared-cluster.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The whole product in a separate process, started like `npm start`, with its data in a temporary folder. */
export type Product = {
  url: string
  dataDir: string
  /** The link that creates the first operator, if there is none yet. */
  operatorLink: string | undefined
  /** Makes a call. Resolves with status and body, even for a refusal. */
  call(name: string, input?: Record<string, unknown>, options?: CallOptions): Promise<{ status: number; body: any }>
  /** Moves the product's clock forward. Resolves with its time (epoch milliseconds) after all due work has run. */
  advance(seconds: number): Promise<number>
  /** Returns the emails, newest first. */
  mailbox(): Promise<{ to: string; subject: string; text: string }[]>
  /** Sends the process a signal and waits until it ends. SIGKILL leaves the database running. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Returns the id of a child process of the product, by its command line. Throws if there is none. */
  program(named: RegExp): number
  /** Kills the embedded database, as a power cut would. */
  killDatabase(): void
  /** Starts the product again on the same data. */
  restart(): Promise<void>
  /** Stops the product gracefully, and deletes its data unless the settings name the folder. */
  stop(): Promise<void>
}

/** Starts with 2 hours of past prices instead of 24 and one hour of expert practice, in half the processor time. */
export const shortMarket = 'simulated:2'
/** The default market, for products that are measured or filmed. */
export const installedMarket = 'simulated'

type CallOptions = { secrete?: string; headers?: Record<string, string>; signal?: AbortSignal }

const isPost = (name: string) => calls[name as CallName]?.method === 'POST'

/**
 * Starts the product with these settings. Without DATA_DIR, uses a temporary folder with a prepared database. With
 * DATA_DIR, the first start creates the database.
 */
export async function startProduct(settings: Record<string, string> = {}): Promise<Product> {
  const given = settings['DATA_DIR']
  const dataDir = given ?? mkdtempSync(path.join(tmpdir(), 'tallystick-product-'))
  if (!given && !settings['DATABASE_URL']) copyCluster(path.join(dataDir, 'postgres'))
  let child: ChildProcess | undefined
  const product: Product = {
    url: '',
    dataDir,
    operatorLink: undefined,
    async call(name, input = {}, { secrete, headers = {}, signal } = {}) {
      const post = isPost(name)
      const query = post ? '' : `&${new URLSearchParams(input as Record<string, string>)}`
      const answer = await fetch(`${product.url}/api?r=${name}${query}`, {
        method: post ? 'POST' : 'GET',
        headers: { ...(post && { 'content-type': 'application/json' }), ...(secrete && { secrete }), ...headers },
        ...(post && { body: JSON.stringify(input) }),
        signal: signal ?? null,
      })
      const text = await answer.text()
      return {
        status: answer.status,
        body: answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
      }
    },
    async advance(seconds) {
      const answer = await fetch(`${product.url}/dev/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ advanceSeconds: seconds }),
      })
      if (!answer.ok) throw new Error(`the clock didn't move: ${await answer.text()}`)
      return ((await answer.json()) as { now: number }).now
    },
    mailbox: async () =>
      (await fetch(`${product.url}/dev/mailbox`)).json() as Promise<{ to: string; subject: string; text: string }[]>,
    async kill(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    program(named) {
      const found = childrenOf(child!.pid!).find(({ command }) => named.test(command))
      if (!found) throw new Error(`the product has no child process like ${named}`)
      return found.pid
    },
    killDatabase() {
      const pid = Number(
        readFileSync(path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
      )
      // Also kills its child processes, which would keep responding for a moment.
      const processes = [pid, ...childrenOf(pid).map((one) => one.pid)]
      for (const one of processes) killIfAlive(one)
    },
    async restart() {
      const started = await launch(dataDir, settings)
      child = started.child
      product.url = started.url
      product.operatorLink = started.operatorLink
    },
    async stop() {
      await product.kill('SIGTERM')
      if (!given) rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await product.restart()
  return product
}

/** Kills a process. A connection's process may already have ended. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function childrenOf(pid: number): { pid: number; command: string }[] {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'pid=,args=', '--ppid', String(pid)], { encoding: 'utf8' })
  return [...(stdout ?? '').matchAll(/^ *(\d+) (.*)$/gm)].map(([, child, command]) => ({
    pid: Number(child),
    command: command!,
  }))
}

/** Starts the server. Resolves when it logs its URL. */
async function launch(
  dataDir: string,
  settings: Record<string, string>,
): Promise<{ child: ChildProcess; url: string; operatorLink: string | undefined }> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: '0',
    DEV_TOOLS: '1',
    RATE_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    MARKET: shortMarket,
    ...settings,
  }
  // With the most permissive umask, so tests see the modes that the product sets itself.
  const child = spawn('/bin/sh', ['-c', 'umask 0 && exec "$0" "$@"', process.execPath, 'server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout! })
  let operatorLink: string | undefined
  const url = await new Promise<string | undefined>((resolve) => {
    lines.on('close', () => resolve(undefined))
    lines.on('line', (line) => {
      operatorLink ??= /desk: (http\S+token=\S+)/.exec(line)?.[1]
      const served = /running at (http:\S+)/.exec(line)?.[1]
      if (served) resolve(served)
      else if (line.startsWith('{')) process.stderr.write(`${line}\n`)
    })
  })
  if (url) return { child, url, operatorLink }
  throw new Error("the product didn't start: see its messages above")
}

let customers = 0

/** Signs up a new customer through the calls, with the code from the mailbox. */
export async function signUp(
  product: Product,
  details: Record<string, string> = {},
): Promise<{ email: string; pwd: string; secrete: string }> {
  customers += 1
  const email = details['email'] ?? `customer-${process.pid}-${customers}@example.org`
  const pwd = details['pwd'] ?? 'a long and quiet river'
  const answer = await product.call('regcode', { email, name: 'Ada Byron' })
  const token = String(answer.body).split('-').slice(1).join('-')
  const mail = (await product.mailbox()).find(({ to }) => to === email)
  const vcode = /\b(\d{5})\b/.exec(mail?.text ?? '')?.[1] ?? ''
  const form = {
    email,
    name: 'Ada Byron',
    pwd,
    cpwd: pwd,
    country: 'United Kingdom',
    code: '+44',
    phone: testPhone(email),
    cur: 'USD',
    vcode,
    adult: 'true',
    accept: 'true',
    ...details,
  }
  const registered = await product.call('register', form, { headers: { code: token } })
  if (registered.status !== 200) throw new Error(`sign-up failed: ${JSON.stringify(registered.body)}`)
  return { email, pwd, secrete: registered.body.secrete }
}

/** Second factor secrets of the first operators. */
const factors = new WeakMap<Product, string>()
const halfMinuteSeconds = 30

/**
 * Signs in the first operator, an owner with a second factor, creating them if needed. Resolves with the session
 * secret.
 */
export async function enrolFirstOperator(product: Product, name = 'Grace Hopper'): Promise<string> {
  const email = 'grace@example.org'
  const pwd = 'a bell under the water'
  const known = factors.get(product)
  if (known) {
    // Moves the clock, because a code works only once until the product's clock moves.
    await product.advance(halfMinuteSeconds)
    const again = await product.call('operators.login', {
      email,
      pwd,
      totp: totpCode(known, Date.now()),
    })
    if (again.status !== 200) throw new Error(`operator sign-in failed: ${JSON.stringify(again.body)}`)
    return again.body.secrete
  }
  const token = product.operatorLink!.split('#token=')[1]!
  const { body: link } = await product.call('operators.link', { token })
  const enrolled = await product.call('operators.enrol', {
    token,
    name,
    email,
    pwd,
    cpwd: pwd,
    totp: totpCode(link.secret, Date.now()),
  })
  if (enrolled.status !== 200) throw new Error(`operator enrolment failed: ${JSON.stringify(enrolled.body)}`)
  factors.set(product, link.secret)
  return enrolled.body.secrete
}
