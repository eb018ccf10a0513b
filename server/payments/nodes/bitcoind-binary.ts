import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { childEnvironment, downloadVariables } from '../../platform/process/child-environment.mjs'
import { stopWithParent } from '../../platform/process/stop-with-parent.ts'

const run = promisify(execFile)

/** The command that starts bitcoind on this machine: a program and the arguments before bitcoind's own. */
export type Bitcoind = { command: string; args: string[] }

const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
const suites = ['trixie', 'trixie-backports']
const fetchWithinMs = 180_000

/** Downloaded programs are cached outside the data directory, so that all installations of a user share them. */
const defaultCache = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'tallystick')

/**
 * Finds bitcoind: the one in `BITCOIND_BIN`, the system's own, or a previous download. Otherwise downloads
 * `bitcoin-knots` and its libraries from Debian with a private apt configuration and runs it through its own loader,
 * without installing anything. Throws an `Error` with a one-line instruction if that isn't possible.
 */
export async function findBitcoind(given: string | undefined, cache = defaultCache): Promise<Bitcoind> {
  for (const command of given ? [given] : ['bitcoind', '/usr/local/bin/bitcoind']) {
    if (await works({ command, args: [] })) return { command, args: [] }
    if (given) throw new Error(`BITCOIND_BIN: ${given} can’t be run`)
  }
  const folder = path.join(cache, 'bitcoind')
  const kept = inFolder(folder)
  if (kept && isUnmodified(folder) && (await works(kept))) return kept
  rmSync(folder, { recursive: true, force: true })
  await fetchFromDebian(folder)
  const fetched = inFolder(folder)
  if (!fetched || !isUnmodified(folder) || !(await works(fetched)))
    throw new Error('the bitcoind from Debian does not run on this machine: set BITCOIND_BIN or BTC_RPC_URL')
  return fetched
}

/** Returns whether the cached program is still the one that was downloaded. If there is no record yet, writes one. */
function isUnmodified(folder: string): boolean {
  const record = path.join(folder, 'bitcoind.sha256')
  const hash = createHash('sha256')
    .update(readFileSync(path.join(folder, 'usr', 'bin', 'bitcoind')))
    .digest('hex')
  if (!existsSync(record)) writeFileSync(record, hash, { mode: 0o600 })
  return readFileSync(record, 'utf8') === hash
}

async function works({ command, args }: Bitcoind): Promise<boolean> {
  try {
    const { stdout } = await run(command, [...args, '--version'], { env: childEnvironment(), timeout: 10_000 })
    return /version v\d+/.test(stdout)
  } catch {
    return false
  }
}

/** Returns the command that runs the program under its own loader with its own libraries. */
function inFolder(folder: string): Bitcoind | undefined {
  const libraries = path.join(folder, 'usr', 'lib')
  if (!existsSync(path.join(folder, 'usr', 'bin', 'bitcoind')) || !existsSync(libraries)) return undefined
  for (const triplet of readdirSync(libraries)) {
    const directory = path.join(libraries, triplet)
    const loader = triplet.includes('-linux-gnu') && readdirSync(directory).find((file) => /^ld-linux.*\.so/.test(file))
    if (loader)
      return {
        command: path.join(directory, loader),
        args: ['--library-path', directory, path.join(folder, 'usr', 'bin', 'bitcoind')],
      }
  }
  return undefined
}

async function fetchFromDebian(folder: string): Promise<void> {
  if (process.platform !== 'linux' || !existsSync(keyring))
    throw new Error(
      'bitcoind was not found and Debian has no packages for this machine: set BITCOIND_BIN or BTC_RPC_URL',
    )
  mkdirSync(path.dirname(folder), { recursive: true })
  const work = mkdtempSync(`${folder}.`)
  try {
    await downloadPackages(work)
    const root = path.join(work, 'root')
    const archives = path.join(work, 'cache', 'archives')
    mkdirSync(root)
    // Only the program and its libraries, without the other system packages that it depends on.
    const wanted = readdirSync(archives).filter(
      (file) => /^(bitcoin-knots|lib|zlib).*\.deb$/.test(file) && !file.startsWith('libsystemd-shared'),
    )
    for (const file of wanted)
      await run('dpkg-deb', ['-x', path.join(archives, file), root], { env: childEnvironment() })
    // If two processes download at once, the first wins; the copies are identical.
    if (!existsSync(folder)) renameSync(root, folder)
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string }
    const line =
      (stderr || message)
        .trim()
        .split('\n')
        .find((text) => text.startsWith('E:')) ?? message.split('\n')[0]
    throw new Error(`could not download bitcoind from Debian (${line}): set BITCOIND_BIN or BTC_RPC_URL`)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

async function downloadPackages(work: string): Promise<void> {
  for (const folder of ['lists/partial', 'cache/archives/partial', 'state', 'empty'])
    mkdirSync(path.join(work, folder), { recursive: true })
  writeFileSync(path.join(work, 'state', 'status'), '')
  writeFileSync(
    path.join(work, 'sources.list'),
    suites.map((suite) => `deb [signed-by=${keyring}] http://deb.debian.org/debian ${suite} main\n`).join(''),
  )
  const settings = {
    'Dir::State': 'state',
    'Dir::State::Lists': 'lists',
    'Dir::State::status': 'state/status',
    'Dir::Cache': 'cache',
    'Dir::Etc::sourcelist': 'sources.list',
    'Dir::Etc::sourceparts': 'empty',
    'Dir::Etc::preferencesparts': 'empty',
    'Dir::Etc::parts': 'empty',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} "${path.join(work, value)}";`)
  const user = os.userInfo().username
  writeFileSync(
    path.join(work, 'apt.conf'),
    [...lines, `APT::Sandbox::User "${user}";`, 'Acquire::Languages "none";', ''].join('\n'),
  )
  const env = childEnvironment({ ...downloadVariables(), APT_CONFIG: path.join(work, 'apt.conf') })
  const apt = (args: string[]) => {
    const [command, ...rest] = [...stopWithParent(), 'apt-get', ...args]
    return run(command!, rest, { env, timeout: fetchWithinMs, maxBuffer: 16 * 1024 * 1024 })
  }
  await apt(['update'])
  await apt([
    'install',
    '--yes',
    '--download-only',
    '--no-install-recommends',
    '--target-release',
    'trixie-backports',
    'bitcoin-knots',
  ])
}
