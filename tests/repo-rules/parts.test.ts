import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { findings, isTest, root, sources } from './sources.ts'

const pages = sources(['web'], ['.tsx']).filter((source) => !isTest(source))
const styles = sources(['web'], ['.css'])
const filesWith = (list: typeof pages, pattern: RegExp) =>
  findings(list, pattern)
    .map((finding) => finding.slice(0, finding.indexOf(':')))
    .sort()

it.each([
  ['dialogs', /<dialog\b/, ['web/ui/dialogs/drawer.tsx', 'web/ui/dialogs/modal.tsx']],
  ['tables', /<table\b/, ['web/ui/lists/table.tsx']],
  ['lists of facts', /<dl\b/, ['web/ui/lists/facts.tsx']],
  ['access to the clipboard', /\bclipboard\b/, ['web/ui/copy-button.tsx']],
])('has %s only in the components of web/ui', (_, pattern, files) => {
  expect(filesWith(pages, pattern)).toEqual(files)
})

it('hides text visually only with the class of base.css, or at the widths at which table headers are hidden', () => {
  expect(filesWith(styles, /clip-path: inset\(50%\)/)).toEqual(['web/ui/base.css', 'web/ui/lists/table.module.css'])
})

/** Returns the names of components that files declare at their top level. */
const componentsOf = (list: typeof pages, exported = '(?:export )?(?:default )?') =>
  list.flatMap(({ file, code }) =>
    [...code.matchAll(new RegExp(`^${exported}(?:async )?(?:function|const|class) ([A-Z]\\w*)`, 'gm'))].map(
      ([, name]) => ({ file, name: name! }),
    ),
  )

it('gives no component outside web/ui the name of one in it', () => {
  const inUi = ({ file }: { file: string }) => file.startsWith('web/ui/')
  const taken = new Set(componentsOf(pages.filter(inUi), 'export (?:default )?').map(({ name }) => name))
  expect(taken).toContain('CopyButton')
  const clashes = componentsOf(pages.filter((page) => !inUi(page))).filter(({ name }) => taken.has(name))
  expect(clashes.map(({ file, name }) => `${file}: ${name}`)).toEqual([])
})

/** Files that handle keys or move the focus without a component test of their own: what tests them, or why not. */
const testedElsewhere: Record<string, string> = {
  'web/office/shell/hand-over-consent.tsx': 'tests/e2e/once/own-account.spec.ts: its question receives the focus',
  'web/office/shell/palette.tsx': 'tests/e2e/once/habits.spec.ts: goes to the chosen page',
  'web/operator/shell/palette.tsx': 'tests/e2e/once/desk.spec.ts: goes to the chosen page',
  'web/site/palette.tsx': 'tests/e2e/once/habits.spec.ts: goes to the chosen page',
  'web/site/account/reset.tsx': 'tests/e2e/once/password-reset.spec.ts: the code leads to the new password',
  'web/site/account/signup.tsx': 'tests/e2e/account.spec.ts: the title of each step receives the focus',
  'web/office/trading/chart/chart-pane.tsx': 'its keys move a chart that only draws in the whole page',
  'web/office/trading/results/results.tsx': 'web/office/trading/roving-focus.test.tsx: has its keys',
  'web/office/trading/symbols/tape.tsx': 'web/office/trading/roving-focus.test.tsx: has its keys',
  'web/operator/identity/document-viewer.tsx': 'moves the focus only to itself, when it opens',
  'web/office/trading/dashboard.tsx': 'tests/e2e/trading.spec.ts: the keys of the amount and of the search',
  'web/office/trading/keys/screen-shortcuts.ts': 'tests/e2e/trading.spec.ts: keys of the ticket, and a changed key',
  'web/office/trading/symbols/symbol-picker.tsx': 'tests/e2e/trading.spec.ts: its search receives the focus',
  'web/office/trading/ticket/ticket.tsx': 'tests/e2e/once/ticket-faults.spec.ts: the arrow keys change the amount',
  'web/office/trading/trades/history.tsx': 'tests/e2e/trading.spec.ts: a link to the history leads to it',
  'web/ui/fields/field-faults.ts': 'web/data/call-form.test.tsx: the first field with an error receives the focus',
}

it('tests every file that handles keys or moves the focus', () => {
  const scripts = sources(['web'], ['.ts', '.tsx']).filter((source) => !isTest(source))
  const own = scripts.filter(({ code }) => /\bonKeyDown\b|\.focus\(/.test(code)).map(({ file }) => file)
  expect(own).toContain('web/ui/fields/code-boxes.tsx')
  const tested = new Set(sources(['web'], ['.test.tsx']).map(({ file }) => file))
  const untested = own.filter((file) => !tested.has(file.replace(/\.tsx?$/, '.test.tsx')))
  expect(untested.sort()).toEqual(Object.keys(testedElsewhere).sort())
  const tests = Object.values(testedElsewhere).flatMap((reason) => /^(?:tests|web)\/[^:]*/.exec(reason) ?? [])
  expect(tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
})

/** Forms that no call sends from their own page. */
const otherForms = [
  // The proof dialog makes the call.
  'web/office/identity/security-keys.tsx',
  'web/office/identity/security-webhooks.tsx',
  // BUY and SELL place orders, and the ticket shows each outcome itself.
  'web/office/trading/ticket/ticket.tsx',
  // A decision, which the desk repeats with its key.
  'web/operator/operators/conversation.tsx',
  // A search, which changes the list.
  'web/operator/identity/customer-filters.tsx',
]

it('sends forms with useCallForm, so that each has the same popups, errors at fields and focus', () => {
  const forms = pages.filter(({ file, code }) => !file.startsWith('web/ui/') && /<form\b/.test(code))
  const others = forms.filter(({ code }) => !code.includes('useCallForm(')).map(({ file }) => file)
  expect(others.sort()).toEqual(otherForms.toSorted())
})

it('has only one place that records whether a call runs', () => {
  expect(filesWith(sources(['web'], ['.ts', '.tsx']), /\[busy, set\w+\] = useState/)).toEqual(['web/data/call-form.ts'])
})
