import { expect, it } from 'vitest'
import { findings, isTest, sources } from './sources.ts'

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

it('tests every component that handles keys or moves the focus', () => {
  const tested = new Set(sources(['web'], ['.test.tsx']).map(({ file }) => file))
  const own = pages.filter(({ file, code }) => file.startsWith('web/ui/') && /\bonKeyDown\b|\.focus\(/.test(code))
  expect(own.map(({ file }) => file)).toContain('web/ui/fields/code-boxes.tsx')
  expect(own.map(({ file }) => file.replace(/\.tsx$/, '.test.tsx')).filter((file) => !tested.has(file))).toEqual([])
})

/** Forms that no call sends from their own page. */
const otherForms = [
  // The proof dialog makes the call.
  'web/office/identity/security-keys.tsx',
  'web/office/identity/security-webhooks.tsx',
  // BUY and SELL place orders, and the ticket shows each outcome itself.
  'web/office/trading/ticket/ticket.tsx',
  // A search, which changes the list.
  'web/operator/identity/customers.tsx',
]

it('sends forms with useCallForm, so that each has the same popups, errors at fields and focus', () => {
  const forms = pages.filter(({ file, code }) => !file.startsWith('web/ui/') && /<form\b/.test(code))
  const others = forms.filter(({ code }) => !code.includes('useCallForm(')).map(({ file }) => file)
  expect(others.sort()).toEqual(otherForms.toSorted())
})

it('has only one place that records whether a call runs', () => {
  expect(filesWith(sources(['web'], ['.ts', '.tsx']), /\[busy, set\w+\] = useState/)).toEqual(['web/data/call-form.ts'])
})
