import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { childEnvironment, downloadVariables } from '../server/platform/process/child-environment.mjs'
import { build, giveUp, install, productEnvironment, root, runCommand } from './prepare.mjs'

// `npm test`: checks format, types and lint, runs every test including the browser tests, and prints the totals.

const results = path.join(root, 'test-results')

const headlessShell = '/usr/bin/chromium-headless-shell'

function findChromium() {
  const places = [
    process.env.CHROMIUM_BIN,
    headlessShell,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ]
  return places.find((place) => place && existsSync(place))
}

/**
 * Returns the path of Chromium. As root on Debian, installs its headless shell first: the full browser spends time on
 * windows that nobody sees.
 */
function chromium() {
  const isGiven = process.env.CHROMIUM_BIN || existsSync(headlessShell)
  if (
    !isGiven &&
    process.getuid?.() === 0 &&
    spawnSync('which', ['apt-get'], { env: childEnvironment() }).status === 0
  ) {
    process.stdout.write('Installing chromium-headless-shell (once)\n')
    const env = childEnvironment({ ...downloadVariables(), DEBIAN_FRONTEND: 'noninteractive' })
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'ignore', env })
    if (!findChromium()) spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'ignore', env })
  }
  return (
    findChromium() ??
    giveUp('The browser tests need Chromium. Run apt-get install chromium-headless-shell, or set CHROMIUM_BIN.')
  )
}

const memoryFolder = '/dev/shm'
const roomForTestData = 6e9

/**
 * Creates a folder in memory for the tests' temporary files. Returns undefined if there isn't enough space. The tests
 * create and drop hundreds of databases, and on a disk they mostly wait for fsync.
 */
function folderInMemory() {
  if (process.env.TMPDIR || !existsSync(memoryFolder)) return undefined
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize < roomForTestData ? undefined : mkdtempSync(path.join(memoryFolder, 'tallystick-tests-'))
}

function readReport(file, read) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return text ? read(JSON.parse(text)) : { passed: 0, failed: 1, failures: [`${path.basename(file)} was not written`] }
}

const colours = new RegExp(String.raw`\u001b\[[\d;]*m`, 'g')

/** Formats a failed test's name and the start of its message, for readers who see only the end of the output. */
const failure = (name, message = '') => `${name}\n${message.replace(colours, '').slice(0, 1500)}`

function unitFailures({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [failure(name, message)] : []
    return failed.map((test) => failure(`${name}: ${test.fullName}`, test.failureMessages.join('\n')))
  })
}

function browserFailures({ suites = [], specs = [], errors = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => failure(`${file}:${line} ${title}`, tests[0]?.results[0]?.error?.message))
  return [
    ...own,
    ...suites.flatMap(browserFailures),
    ...errors.map(({ message }) => failure('before any test', message)),
  ]
}

await install()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const CHROMIUM_BIN = chromium()
let failures = 0
if ((await runCommand('oxfmt', ['--check'])) !== 0) failures += 1
if ((await runCommand('react-router', ['typegen'])) !== 0) failures += 1
// In parallel: neither keeps all cores busy.
const checks = [runCommand('tsc', ['--noEmit']), runCommand('oxlint', ['--type-aware', '--deny-warnings'])]
for (const code of await Promise.all(checks)) if (code !== 0) failures += 1
await build()
const temporary = folderInMemory()
// The tests start the product dozens of times; with this cache, its code isn't compiled each time.
const memory = temporary && { TMPDIR: temporary, NODE_COMPILE_CACHE: path.join(temporary, 'compiled') }
const testEnvironment = { ...productEnvironment, ...memory, CHROMIUM_BIN }

const unitFile = path.join(results, 'unit.json')
if (
  (await runCommand('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitFile}`], {
    env: testEnvironment,
  })) !== 0
)
  failures += 1
const unit = readReport(unitFile, (report) => ({
  passed: report.numPassedTests,
  failed: unitFailures(report).length,
  failures: unitFailures(report),
}))

const browserFile = path.join(results, 'browser.json')
const browserEnvironment = { ...testEnvironment, PLAYWRIGHT_JSON_OUTPUT_FILE: browserFile }
if ((await runCommand('playwright', ['test', '--reporter=list,json'], { env: browserEnvironment })) !== 0) failures += 1
const browser = readReport(browserFile, (report) => ({
  passed: report.stats.expected,
  failed: report.stats.unexpected + report.stats.flaky,
  failures: browserFailures(report),
}))

if (temporary) rmSync(temporary, { recursive: true, force: true })
for (const text of [...unit.failures, ...browser.failures]) process.stdout.write(`\nFailed: ${text}\n`)
process.stdout.write(`\n${unit.passed + browser.passed} passed, ${unit.failed + browser.failed} failed\n`)
process.exit(failures > 0 || unit.failed + browser.failed > 0 ? 1 : 0)
