import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { balanced, findings, isTest, root, sources } from './sources.ts'

const server = sources(['server'], ['.ts']).filter((source) => !isTest(source))
const product = sources(['server', 'web', 'api'], ['.ts', '.tsx']).filter((source) => !isTest(source))
const files = (lines: string[]) => [...new Set(lines.map((line) => line.split(':')[0]))].sort()
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

it('evaluates no strings as code', () => {
  expect(findings(product, /\beval\(|new Function\(|node:vm|set(?:Timeout|Interval)\(['"`]/)).toEqual([])
})

it('builds regular expressions only from constants', () => {
  // `oneSource` and `tradeMakers` are lists in the code.
  expect(files(findings(product, /new RegExp\(/))).toEqual([
    'server/platform/config.ts',
    'server/trading/orders/makers.ts',
  ])
})

it('starts programs with a list of arguments, never through a shell', () => {
  const starts = findings(server, /node:child_process'/)
  expect(starts.length).toBeGreaterThan(5)
  expect(starts.filter((line) => /\bexec(?:Sync)?\b/.test(line))).toEqual([])
  expect(findings(server, /shell:/)).toEqual([])
})

it('writes raw HTML only where the text is a constant or escaped JSON', () => {
  expect(
    files(findings(product, /dangerouslySetInnerHTML|[iI]nnerHTML\s*=|outerHTML|insertAdjacentHTML|document\.write/)),
  ).toEqual([
    'web/data/first-answers.tsx',
    'web/document/announcements.tsx',
    'web/shell/folded-menu.tsx',
    'web/site/installed-app/offline-page.tsx',
    'web/site/machine-readable/structured-data.tsx',
    'web/ui/color-scheme.tsx',
  ])
})

it('takes randomness from the operating system, except for the delay before the browser reconnects', () => {
  expect(files(findings(product, /Math\.random/))).toEqual(['web/data/live.ts'])
})

it('hashes with SHA-256 and encrypts with AES-256-GCM', () => {
  const hashes = findings(server, /create(?:Hash|Hmac)\(|hkdfSync\(/)
  expect(hashes.length).toBeGreaterThan(15)
  expect(hashes.filter((line) => !/(?:create(?:Hash|Hmac)|hkdfSync)\('sha256'/.test(line))).toEqual([])
  const ciphers = findings(server, /create(?:C|Dec)ipheriv\(/)
  // The simulated market draws its prices from a key stream, which encrypts nothing.
  expect(files(ciphers.filter((line) => !line.includes("'aes-256-gcm'")))).toEqual([
    'server/markets/simulator/seeds.ts',
  ])
})

it('exchanges no messages with other windows', () => {
  expect(
    findings(
      product.filter(({ file }) => file.startsWith('web/')),
      /postMessage|addEventListener\('message'|window\.onmessage/,
    ),
  ).toEqual([])
})

it('checks the certificate of every server it connects to', () => {
  expect(findings(product, /rejectUnauthorized|NODE_TLS_REJECT|checkServerIdentity|tlsAllowInvalid/)).toEqual([])
})

it('follows no redirects from servers that it calls', () => {
  const calls = server.flatMap(({ file, code }) =>
    [...code.matchAll(/\bfetch\(/g)].map(({ index }) => `${file}: ${balanced(code, index)}`),
  )
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter((call) => !call.includes("redirect: 'error'"))).toEqual([])
})

it('builds no SQL from values', () => {
  // Kysely and pg send values separately from the SQL. A role and its password can't be parameters, so the driver
  // escapes them.
  expect(files(findings(server, /query\(\s*`[^`]*\$\{/))).toEqual(['server/platform/database/database-rights.ts'])
  expect(findings(server, /sql\.lit\(/)).toEqual([])
  const raw = server.flatMap(({ file, code }) =>
    [...code.matchAll(/sql\.raw\(([^)]*)/g)].map((match) => ({ file, text: match[1]! })),
  )
  expect(raw.length).toBeGreaterThan(5)
  expect(raw.filter(({ text }) => text.includes('${')).map(({ file }) => file)).toEqual([])
  // Migrations and functions are files in this repository.
  expect(raw.filter(({ text }) => /^\s*\w+\s*$/.test(text)).map(({ file }) => file)).toEqual([
    'server/platform/database/migrate.ts',
  ])
})

it('lets people paste and save passwords, and hides their input', () => {
  expect(files(findings(product, /onPaste/))).toEqual(['web/ui/fields/code-boxes.tsx'])
  const fields = findings(product, /<PasswordField\b/)
  expect(fields.length).toBeGreaterThan(8)
  expect(findings(product, /type="password"/)).toEqual([])
  expect(read('web/ui/fields/fields.tsx')).toContain("type={shown ? 'text' : 'password'}")
})

it('stores data in the browser only in the listed files', () => {
  expect(files(findings(product, /\b(?:local|session)Storage\b|indexedDB/))).toEqual([
    'web/data/forget-customer.ts',
    'web/data/known-devices.ts',
    'web/data/session.ts',
    'web/document/announcements.tsx',
    'web/office/shell/verification-banner.tsx',
    'web/office/trading/chart/workspace.ts',
    'web/office/trading/preferences.ts',
    'web/shell/folded-menu.tsx',
    'web/site/referral.ts',
    'web/ui/color-scheme.tsx',
    'web/ui/commands/recent-commands.ts',
    'web/ui/text/amounts.tsx',
  ])
  expect(files(findings(product, /document\.cookie\s*=/))).toEqual([
    'web/data/session.ts',
    'web/document/use-page-cookies.ts',
    'web/language/choose-language.ts',
  ])
})

it('has proxy settings that offer only TLS 1.2 and 1.3, and refuse unencrypted calls instead of redirecting', () => {
  const nginx = read('deploy/nginx.conf')
  expect(nginx).toMatch(/ssl_protocols TLSv1\.2 TLSv1\.3;/)
  expect(nginx).toMatch(/ssl_ciphers \S+;/)
  expect(
    /ssl_ciphers (\S+);/
      .exec(nginx)![1]!
      .split(':')
      .filter((suite) => !/^ECDHE-(?:ECDSA|RSA)-(?:AES(?:128|256)-GCM-SHA(?:256|384)|CHACHA20-POLY1305)$/.test(suite)),
  ).toEqual([])
  // Caddy's defaults are TLS 1.2 and 1.3.
  expect(read('deploy/Caddyfile')).not.toContain('protocols')
  for (const file of ['deploy/nginx.conf', 'deploy/Caddyfile']) expect(read(file), file).toMatch(/\bapi\b[\s\S]*403/)
})

it('uses no technology that the table declares out of scope', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const outOfScope = new RegExp(
    'graphql|ldap|xpath|xml|latex|memcache|redis|jsonwebtoken|^jose$|oauth|openid|saml|passport|' +
      'webrtc|twilio|wysiwyg|markdown|^marked$',
    'i',
  )
  expect(Object.keys(dependencies).filter((name) => outOfScope.test(name))).toEqual([])
  expect(findings(product, /RTCPeerConnection|DOMParser|XSLTProcessor/)).toEqual([])
})
